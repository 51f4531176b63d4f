import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { parseFirebaseConfig, readFirebase, type FirebaseSettings } from './settings/firebase-settings.ts';
import { areHosts, isPortRange, readNames, readPorts, type PortRange } from './settings/webrtc-settings.ts';

/** Everything an operator can set, already checked. */
export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** A PostgreSQL address; null for the embedded SQLite database. */
  readonly databaseUrl: string | null;
  /** Where browsers reach the server, `https://cams.example`; null when it is the address it listens on. */
  readonly publicOrigin: string | null;
  /** Replaces the key file; at least 32 characters. */
  readonly secret: string | null;
  readonly smtpUrl: string | null;
  /** An MQTT broker that others listen to too; null for the one inside of the server. */
  readonly mqttUrl: string | null;
  /** Where browsers reach the media of WebRTC when this server is behind NAT, addresses or names; empty otherwise. */
  readonly webrtcAddresses: readonly string[];
  /** UDP ports of WebRTC, to forward them; null: any. */
  readonly webrtcPorts: PortRange | null;
  readonly mailFrom: string;
  /** Where people's feedback goes; null: it is kept in the database only. */
  readonly feedbackEmail: string | null;
  /** Brings up virtual cameras for the first customer. */
  readonly demo: boolean;
  /** The built app; null when there is none. */
  readonly appDir: string | null;
  /** The built widgets for script tags; null when there are none. */
  readonly embedDir: string | null;
  readonly allowPrivateNetworks: boolean;
  readonly allowLoopbackSources: boolean;
  /** Push services in private networks: browsers name them, so only where nobody outside is let in. */
  readonly allowPrivatePush: boolean;
  /** Push services on this machine, also without TLS: for tests. */
  readonly allowLoopbackPush: boolean;
  /** Null: push messages are sent with the server's own keys. */
  readonly firebase: FirebaseSettings | null;
  /** Addresses of reverse proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Days of footage that a new camera keeps. */
  readonly archiveDays: number;
  /** How long a camera must be away until whoever asked for it is told, s. */
  readonly offlineNoticeAfter: number;
  readonly logLevel: string;
  /** `text` for people, `json` for machines. */
  readonly logFormat: 'text' | 'json';
  readonly ffmpegPath: string | null;
}

/** A value that can't be used; the message says what, why and what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const flag = (byDefault: boolean) =>
  z
    .enum(['0', '1', 'false', 'true', 'no', 'yes'], { error: 'must be 1 or 0' })
    .transform((value) => ['1', 'true', 'yes'].includes(value))
    .optional()
    .transform((value) => value ?? byDefault);
const optionalText = z.string().min(1).optional();

const environment = z.object({
  PORT: z.coerce.number({ error: 'must be a port number, 0 to 65535' }).int('must be a whole number').min(0, 'must be 0 or more').max(65535, 'must be 65535 or less').default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: optionalText.refine((value) => value === undefined || /^postgres(ql)?:\/\//.test(value), 'must start with postgres:// (leave it out for the embedded database)'),
  SMTP_URL: optionalText.refine((value) => value === undefined || /^smtps?:\/\//.test(value), 'must start with smtp:// or smtps:// (leave it out to write mail to DATA_DIR/outbox)'),
  MQTT_URL: optionalText.refine((value) => value === undefined || (/^(mqtts?|wss?):\/\//.test(value) && URL.canParse(value)), 'must be an address like mqtt://name:password@broker.example:1883 (leave it out for the broker inside of the server)'),
  WEBRTC_ADDRESS: z.string().default('').transform(readNames).refine(areHosts, 'must be the address or the name under which browsers reach this server, like 203.0.113.7 (several with commas)'),
  WEBRTC_PORTS: z.string().transform(readPorts).refine(isPortRange, 'must be UDP ports like 50000-50100, from 1024 to 65535 (leave it out for any)').optional(),
  WATCHPOST_MAIL_FROM: z.string().default('Watchpost <no-reply@localhost>'),
  FEEDBACK_EMAIL: z.email('must be an e-mail address (leave it out to keep feedback in the database only)').optional(),
  WATCHPOST_DEMO: flag(true),
  WATCHPOST_SECRET: optionalText.refine((value) => value === undefined || value.length >= 32, 'must be at least 32 characters (leave it out to use DATA_DIR/keys/server.key)'),
  WATCHPOST_PUBLIC_ORIGIN: optionalText.refine((value) => value === undefined || isOrigin(value), 'must be an origin like https://cams.example, without a path'),
  WATCHPOST_APP_DIR: optionalText,
  WATCHPOST_EMBED_DIR: optionalText,
  WATCHPOST_ALLOW_PRIVATE_NETWORKS: flag(true),
  WATCHPOST_ALLOW_LOOPBACK_SOURCES: flag(false),
  WATCHPOST_ALLOW_PRIVATE_PUSH: flag(false),
  WATCHPOST_ALLOW_LOOPBACK_PUSH: flag(false),
  WATCHPOST_FIREBASE_CONFIG: z.string().transform(parseFirebaseConfig).optional(),
  WATCHPOST_FIREBASE_VAPID_KEY: z.string().regex(/^[\w-]{80,100}$/, 'must be the public key of the Web Push certificate (Firebase console: Project settings, Cloud Messaging)').optional(),
  WATCHPOST_FIREBASE_SERVICE_ACCOUNT: optionalText,
  WATCHPOST_FIREBASE_ENDPOINT: z.string().refine(isOrigin, 'must be an origin like https://fcm.googleapis.com').default('https://fcm.googleapis.com'),
  WATCHPOST_TRUSTED_PROXIES: z.string().default(''),
  WATCHPOST_ARCHIVE_DAYS: z.coerce.number({ error: 'must be a number of days' }).int('must be whole days').min(0, 'must be 0 or more').max(3650, 'must be 3650 or less').default(7),
  WATCHPOST_OFFLINE_NOTICE_SECONDS: z.coerce.number({ error: 'must be a number of seconds' }).int('must be whole seconds').min(1, 'must be 1 or more').max(86_400, 'must be 86400 or less').default(60),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], { error: 'must be trace, debug, info, warn, error, fatal or silent' }).default('info'),
  LOG_FORMAT: z.enum(['text', 'json'], { error: 'must be text or json' }).optional(),
  FFMPEG_PATH: optionalText,
});

const source = import.meta.dirname;
const builtApp = resolve(source, '../../../reference-app/dist');
const builtEmbed = resolve(source, '../../../widgets/dist/cdn');

/**
 * Reads the settings from the environment.
 * @throws {ConfigError} naming every variable that can't be used
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>, options: { isTerminal?: boolean } = {}): ServerConfig {
  // An empty variable is how a shell or a compose file says "not set".
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}.`);
    throw new ConfigError(`Watchpost can't start with these settings:\n${lines.join('\n')}\nChange the environment variables and start again.`);
  }
  const values = parsed.data;
  const firebase = readFirebase(values);
  if (isMissing(firebase)) {
    throw new ConfigError(`Firebase is set up in part: ${firebase.join(' and ')} is missing.\nGive all three WATCHPOST_FIREBASE_ variables (docs/guide/push.md), or none to send push messages with the server's own keys.`);
  }
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    publicOrigin: values.WATCHPOST_PUBLIC_ORIGIN ?? null,
    secret: values.WATCHPOST_SECRET ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mqttUrl: values.MQTT_URL ?? null,
    webrtcAddresses: values.WEBRTC_ADDRESS,
    webrtcPorts: values.WEBRTC_PORTS ?? null,
    mailFrom: values.WATCHPOST_MAIL_FROM,
    feedbackEmail: values.FEEDBACK_EMAIL ?? null,
    demo: values.WATCHPOST_DEMO,
    appDir: existing(resolve(values.WATCHPOST_APP_DIR ?? builtApp)),
    embedDir: existing(resolve(values.WATCHPOST_EMBED_DIR ?? builtEmbed)),
    allowPrivateNetworks: values.WATCHPOST_ALLOW_PRIVATE_NETWORKS,
    allowLoopbackSources: values.WATCHPOST_ALLOW_LOOPBACK_SOURCES,
    allowPrivatePush: values.WATCHPOST_ALLOW_PRIVATE_PUSH,
    allowLoopbackPush: values.WATCHPOST_ALLOW_LOOPBACK_PUSH,
    firebase,
    trustedProxies: values.WATCHPOST_TRUSTED_PROXIES.split(',').map((part) => part.trim()).filter((part) => part !== ''),
    archiveDays: values.WATCHPOST_ARCHIVE_DAYS,
    offlineNoticeAfter: values.WATCHPOST_OFFLINE_NOTICE_SECONDS,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT ?? (options.isTerminal ? 'text' : 'json'),
    ffmpegPath: values.FFMPEG_PATH ?? null,
  };
}

function isMissing(firebase: ReturnType<typeof readFirebase>): firebase is readonly string[] {
  return Array.isArray(firebase);
}

function existing(directory: string): string | null {
  return existsSync(directory) ? directory : null;
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
}

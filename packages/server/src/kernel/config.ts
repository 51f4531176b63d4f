import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { acmeVariables } from './network/acme-settings.ts';
import { readPublicAddress } from './network/base-path.ts';
import { readTls, tlsVariables, type TlsSettings } from './network/tls-settings.ts';
import { linkVariables, readLinks, type LinkSettings } from './settings/link-settings.ts';
import { liveVariables, optionalFlag } from './settings/live-variables.ts';
import { isHomeMqttUrl, isSamePlace, isTopicPrefix, readHomeMqtt, type HomeMqttSettings } from './settings/home-mqtt-settings.ts';
import { isLocalOnly, operatorsSchema, type AccountQuotas, type SignUpSettings } from './settings/account-settings.ts';
import { clusterVariables, readCluster, type ClusterSettings } from './settings/cluster-settings.ts';
import { detectorVariables, readDetector, type DetectorSettings } from './settings/detector-settings.ts';
import { parseFirebaseConfig, readFirebase, type FirebaseSettings } from './settings/firebase-settings.ts';
import { paymentVariables, readPayments, type PaymentSettings } from './settings/payment-settings.ts';
import { readS3, s3Variables, type S3Settings } from './settings/s3-settings.ts';
import { readTelemetry, telemetryVariables, type TelemetrySettings } from './telemetry/telemetry-settings.ts';
import { readTelegram, telegramVariables, type TelegramSettings } from './settings/telegram-settings.ts';
import { areHosts, isPortRange, readNames, readPorts, type PortRange } from './settings/webrtc-settings.ts';

/** All of the operator's settings, validated. */
export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** A PostgreSQL address; null for the embedded SQLite database. */
  readonly databaseUrl: string | null;
  /** What this server does among others on that database; null where it runs alone. */
  readonly cluster: ClusterSettings | null;
  /** Where browsers reach the server, `https://cams.example`; null when it is the listen address. */
  readonly publicOrigin: string | null;
  /** Path prefix under which they do, `/cams`; empty for the root. */
  readonly basePath: string;
  /** The server's own HTTPS; null where a proxy has the certificate. */
  readonly tls: TlsSettings | null;
  /** Replaces the key file; at least 32 characters. */
  readonly secret: string | null;
  readonly smtpUrl: string | null;
  /** An MQTT broker shared with other clients; null for the embedded one. */
  readonly mqttUrl: string | null;
  /** Where cameras are published for home automation; null for nowhere. */
  readonly homeMqtt: HomeMqttSettings | null;
  /** Addresses or names at which browsers reach WebRTC media when this server is behind NAT; empty otherwise. */
  readonly webrtcAddresses: readonly string[];
  /** TCP port on which cameras are played by RTSP; null for none. */
  readonly rtspPort: number | null;
  /** TCP port on which stream links are ONVIF devices; null for none. Only together with `rtspPort`. */
  readonly onvifPort: number | null;
  /** PEM files with which RTSP and ONVIF are encrypted (RTSPS, HTTPS); null for neither. */
  readonly rtspCertificate: { readonly certFile: string; readonly keyFile: string } | null;
  /** UDP ports of WebRTC to forward; null allows any. */
  readonly webrtcPorts: PortRange | null;
  readonly mailFrom: string;
  /** Address that receives feedback; null stores it in the database only. */
  readonly feedbackEmail: string | null;
  readonly signUp: SignUpSettings;
  /** E-mail addresses of the operators; null makes every user one, because only users of this machine reach the server. */
  readonly operators: readonly string[] | null;
  /** Quotas of all other accounts. */
  readonly quotas: AccountQuotas;
  /** Token that a scraper of /metrics sends; null serves metrics only to this machine, on a server that no one else reaches. */
  readonly metricsToken: string | null;
  /** Starts virtual cameras for the first customer. */
  readonly demo: boolean;
  /** Someone comes by the demo cameras all the time instead of every few minutes. */
  readonly isDemoBusy: boolean;
  /** Folder of the built app; null when missing. */
  readonly appDir: string | null;
  /** Folder of the built widgets for script tags; null when missing. */
  readonly embedDir: string | null;
  readonly allowPrivateNetworks: boolean;
  /** Allows cameras on this machine itself; by default where only this machine reaches the server. */
  readonly allowLoopbackSources: boolean;
  /** Allows push services in private networks: browsers choose them, so only where the server is not public. */
  readonly allowPrivatePush: boolean;
  /** Allows push services on this machine, also without TLS: for tests. */
  readonly allowLoopbackPush: boolean;
  /** Null sends push messages with the server's own keys. */
  readonly firebase: FirebaseSettings | null;
  /** The Telegram bot that sends alerts; null for none. */
  readonly telegram: TelegramSettings | null;
  /** The operator's own pages that the app links to. */
  readonly links: LinkSettings;
  /** Addresses of reverse proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Days of footage that a new camera keeps. */
  readonly archiveDays: number;
  /** Bytes of all footage together, above which the oldest is deleted; null for no limit but the disk. */
  readonly archiveBytes: number | null;
  /** A bucket that recordings go to; null keeps them in the data folder. */
  readonly s3: S3Settings | null;
  /** How long a camera must be offline before subscribed users are notified, s. */
  readonly offlineNoticeAfter: number;
  /** Processor time that the recognition of objects may take, as a share of one core. */
  readonly detectionCpu: number;
  /** Processor time that making timelapses may take, as a share of one core. */
  readonly timelapseCpu: number;
  /** The operator's own detector, which recognises objects instead of this server; null for none. */
  readonly detector: DetectorSettings | null;
  /** The plans that the operator sells; null sells none. */
  readonly plansFile: string | null;
  /** Sells the plans of the demo in the sandbox: asked for, without plans of the operator, and where only this machine reaches the server. */
  readonly demoPlans: boolean;
  /** Who moves the money when plans are sold. */
  readonly payments: PaymentSettings;
  /** Where traces and metrics are sent; null for nowhere. */
  readonly telemetry: TelemetrySettings | null;
  /** Asks the registry of packages for the newest version, when an operator looks at their page. */
  readonly isUpdateChecked: boolean;
  /** Where it asks, `https://registry.npmjs.org`. */
  readonly updateRegistry: string;
  readonly logLevel: string;
  /** `text` for people, `json` for programs. */
  readonly logFormat: 'text' | 'json';
  readonly ffmpegPath: string | null;
  /** Names of the variables that were set, of those that operators can also change while the server runs. */
  readonly givenVariables: readonly string[];
}

/** An unusable value; the message states what, why and the remedy. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const flag = (byDefault: boolean) => optionalFlag.transform((value) => value ?? byDefault);
const optionalText = z.string().min(1).optional();
const optionalPort = z.coerce
  .number({ error: 'must be a port number, 1 to 65535' })
  .int('must be a whole number')
  .min(1, 'must be 1 or more')
  .max(65535, 'must be 65535 or less')
  .optional();

const environment = z.object({
  PORT: z.coerce
    .number({ error: 'must be a port number, 0 to 65535' })
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(65535, 'must be 65535 or less')
    .default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: optionalText.refine(
    (value) => value === undefined || /^postgres(ql)?:\/\//.test(value),
    'must start with postgres:// (leave it out for the embedded database)',
  ),
  SMTP_URL: optionalText.refine(
    (value) => value === undefined || /^smtps?:\/\//.test(value),
    'must start with smtp:// or smtps:// (leave it out to write mail to DATA_DIR/outbox)',
  ),
  MQTT_URL: optionalText.refine(
    (value) => value === undefined || (/^(mqtts?|wss?):\/\//.test(value) && URL.canParse(value)),
    'must be an address like mqtt://name:password@broker.example:1883 (leave it out for the broker inside of the server)',
  ),
  HOME_MQTT_URL: optionalText.refine(
    (value) => value === undefined || isHomeMqttUrl(value),
    'must be an address like mqtt://name:password@broker.example:1883 or mqtts://…, and its path, the prefix of the topics, of letters, digits, _ and - (leave it out to publish nothing)',
  ),
  HOME_MQTT_DISCOVERY_PREFIX: z
    .string()
    .refine(isTopicPrefix, 'must be a topic of letters, digits, _ and -, or off')
    .default('homeassistant'),
  WEBRTC_ADDRESS: z
    .string()
    .default('')
    .transform(readNames)
    .refine(areHosts, 'must be the address or the name under which browsers reach this server, like 203.0.113.7 (several with commas)'),
  WEBRTC_PORTS: z
    .string()
    .transform(readPorts)
    .refine(isPortRange, 'must be UDP ports like 50000-50100, from 1024 to 65535 (leave it out for any)')
    .optional(),
  RTSP_PORT: optionalPort,
  ONVIF_PORT: optionalPort,
  RTSP_TLS_CERT: optionalText,
  RTSP_TLS_KEY: optionalText,
  WATCHPOST_MAIL_FROM: z.string().default('Watchpost <no-reply@localhost>'),
  FEEDBACK_EMAIL: z.email('must be an e-mail address (leave it out to keep feedback in the database only)').optional(),
  ...liveVariables,
  WATCHPOST_OPERATORS: operatorsSchema.optional(),
  WATCHPOST_METRICS_TOKEN: optionalText.refine(
    (value) => value === undefined || /^[\w.~+/=-]{16,256}$/.test(value),
    'must be 16 to 256 letters and digits, as they stand in a header',
  ),
  WATCHPOST_DEMO: flag(true),
  WATCHPOST_DEMO_BUSY: flag(false),
  WATCHPOST_DEMO_PLANS: flag(false),
  WATCHPOST_SECRET: optionalText.refine(
    (value) => value === undefined || value.length >= 32,
    'must be at least 32 characters (leave it out to use DATA_DIR/keys/server.key)',
  ),
  WATCHPOST_PUBLIC_ORIGIN: z
    .string()
    .transform(readPublicAddress)
    .refine(
      (value) => value !== null,
      'must be an address like https://cams.example or https://example.org/cams, of plain characters, without a query, and its path not one of the server’s own like /public, /embed or /assets',
    )
    .optional(),
  WATCHPOST_APP_DIR: optionalText,
  WATCHPOST_EMBED_DIR: optionalText,
  WATCHPOST_ALLOW_PRIVATE_NETWORKS: flag(true),
  WATCHPOST_ALLOW_LOOPBACK_SOURCES: optionalFlag,
  WATCHPOST_ALLOW_PRIVATE_PUSH: flag(false),
  WATCHPOST_ALLOW_LOOPBACK_PUSH: flag(false),
  WATCHPOST_FIREBASE_CONFIG: z.string().transform(parseFirebaseConfig).optional(),
  WATCHPOST_FIREBASE_VAPID_KEY: z
    .string()
    .regex(/^[\w-]{80,100}$/, 'must be the public key of the Web Push certificate (Firebase console: Project settings, Cloud Messaging)')
    .optional(),
  WATCHPOST_FIREBASE_SERVICE_ACCOUNT: optionalText,
  WATCHPOST_FIREBASE_ENDPOINT: z
    .string()
    .refine(isOrigin, 'must be an origin like https://fcm.googleapis.com')
    .default('https://fcm.googleapis.com'),
  ...linkVariables,
  WATCHPOST_TRUSTED_PROXIES: z.string().default(''),
  ...tlsVariables,
  ...acmeVariables,
  ...clusterVariables,
  ...detectorVariables,
  ...s3Variables,
  PLANS_FILE: optionalText,
  ...paymentVariables,
  ...telegramVariables,
  ...telemetryVariables,
  WATCHPOST_UPDATE_REGISTRY: z
    .string()
    .refine(isOrigin, 'must be an origin like https://registry.npmjs.org')
    .default('https://registry.npmjs.org'),
  LOG_FORMAT: z.enum(['text', 'json'], { error: 'must be text or json' }).optional(),
  FFMPEG_PATH: optionalText,
});

/** In an installed package the app and the embed files are next to the compiled server; in a clone, where they are built. */
const shipped = resolve(import.meta.dirname, '../static');
const [builtApp, builtEmbed] = existsSync(shipped)
  ? [resolve(shipped, 'app'), resolve(shipped, 'embed')]
  : [resolve(import.meta.dirname, '../../../reference-app/dist'), resolve(import.meta.dirname, '../../../widgets/dist/cdn')];

/**
 * Reads the settings from the environment.
 * @throws {ConfigError} naming every unusable variable
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>, options: { isTerminal?: boolean } = {}): ServerConfig {
  // In a shell or a compose file an empty variable means "not set".
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}.`);
    throw new ConfigError(
      `Watchpost can't start with these settings:\n${lines.join('\n')}\nChange the environment variables and start again.`,
    );
  }
  const values = parsed.data;
  const firebase = readFirebase(values);
  if (isMissing(firebase)) {
    throw new ConfigError(
      `Firebase is set up in part: ${firebase.join(' and ')} is missing.\nGive all three WATCHPOST_FIREBASE_ variables (docs/guide/push.md), or none to send push messages with the server's own keys.`,
    );
  }
  const { RTSP_TLS_CERT: certFile, RTSP_TLS_KEY: keyFile } = values;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new ConfigError('RTSP_TLS_CERT and RTSP_TLS_KEY belong together: give both files to encrypt RTSP, or neither for plain RTSP.');
  }
  if (isSamePlace(values.MQTT_URL, values.HOME_MQTT_URL)) {
    throw new ConfigError(
      'MQTT_URL and HOME_MQTT_URL have the same topics: a client that can publish for home automation could command cameras.\nGive one of them another path, like mqtt://broker.example:1883/cameras.',
    );
  }
  if (values.ONVIF_PORT !== undefined && values.RTSP_PORT === undefined) {
    throw new ConfigError('ONVIF_PORT needs RTSP_PORT: recorders add a camera by ONVIF and play it by RTSP. Give both, or neither.');
  }
  if ((values.PLANS_FILE === undefined) !== (values.PAYMENT_PROVIDER === undefined)) {
    throw new ConfigError(
      'PLANS_FILE and PAYMENT_PROVIDER belong together: give both to sell plans (docs/guide/billing.md), or neither to run without.',
    );
  }
  const payments = readPayments(values);
  if ('problem' in payments) throw new ConfigError(payments.problem);
  const telegram = readTelegram(values, values.WATCHPOST_PUBLIC_ORIGIN?.origin ?? null);
  if (telegram && 'problem' in telegram) throw new ConfigError(telegram.problem);
  const detector = readDetector(values);
  if (detector && 'problem' in detector) throw new ConfigError(detector.problem);
  const cluster = readCluster(values);
  if (cluster && 'problem' in cluster) throw new ConfigError(cluster.problem);
  const s3 = readS3(values);
  if (s3 && 'problem' in s3) throw new ConfigError(s3.problem);
  const trustedProxies = values.WATCHPOST_TRUSTED_PROXIES.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const publicOrigin = values.WATCHPOST_PUBLIC_ORIGIN?.origin ?? null;
  const tls = readTls(values, { publicOrigin, isNode: cluster !== null });
  if (tls && 'problem' in tls) throw new ConfigError(tls.problem);
  const isLocal = isLocalOnly({ host: values.HOST, publicOrigin, trustedProxies });
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    cluster,
    publicOrigin,
    basePath: values.WATCHPOST_PUBLIC_ORIGIN?.basePath ?? '',
    tls,
    secret: values.WATCHPOST_SECRET ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mqttUrl: values.MQTT_URL ?? null,
    homeMqtt: readHomeMqtt(values.HOME_MQTT_URL, values.HOME_MQTT_DISCOVERY_PREFIX),
    webrtcAddresses: values.WEBRTC_ADDRESS,
    rtspPort: values.RTSP_PORT ?? null,
    onvifPort: values.ONVIF_PORT ?? null,
    rtspCertificate: certFile === undefined || keyFile === undefined ? null : { certFile: resolve(certFile), keyFile: resolve(keyFile) },
    webrtcPorts: values.WEBRTC_PORTS ?? null,
    mailFrom: values.WATCHPOST_MAIL_FROM,
    feedbackEmail: values.FEEDBACK_EMAIL ?? null,
    signUp: values.WATCHPOST_SIGN_UP ?? { mode: isLocal ? 'open' : 'invited', allowed: [] },
    operators: values.WATCHPOST_OPERATORS ?? (isLocal ? null : []),
    quotas: { cameras: values.WATCHPOST_CAMERAS_PER_ACCOUNT, bytes: values.WATCHPOST_GIGABYTES_PER_ACCOUNT * 1e9 },
    metricsToken: values.WATCHPOST_METRICS_TOKEN ?? null,
    // Virtual cameras are in the process of one server.
    demo: values.WATCHPOST_DEMO && cluster === null,
    isDemoBusy: values.WATCHPOST_DEMO_BUSY,
    appDir: existing(resolve(values.WATCHPOST_APP_DIR ?? builtApp)),
    embedDir: existing(resolve(values.WATCHPOST_EMBED_DIR ?? builtEmbed)),
    allowPrivateNetworks: values.WATCHPOST_ALLOW_PRIVATE_NETWORKS,
    allowLoopbackSources: values.WATCHPOST_ALLOW_LOOPBACK_SOURCES ?? isLocal,
    allowPrivatePush: values.WATCHPOST_ALLOW_PRIVATE_PUSH,
    allowLoopbackPush: values.WATCHPOST_ALLOW_LOOPBACK_PUSH,
    firebase,
    telegram,
    links: readLinks(values),
    trustedProxies,
    archiveDays: values.WATCHPOST_ARCHIVE_DAYS,
    archiveBytes: values.WATCHPOST_ARCHIVE_GIGABYTES === undefined ? null : values.WATCHPOST_ARCHIVE_GIGABYTES * 1e9,
    s3,
    offlineNoticeAfter: values.WATCHPOST_OFFLINE_NOTICE_SECONDS,
    detectionCpu: values.WATCHPOST_DETECTION_CPU,
    timelapseCpu: values.WATCHPOST_TIMELAPSE_CPU,
    detector,
    plansFile: values.PLANS_FILE === undefined ? null : resolve(values.PLANS_FILE),
    demoPlans: values.WATCHPOST_DEMO_PLANS && values.WATCHPOST_DEMO && values.PLANS_FILE === undefined && isLocal,
    payments,
    telemetry: readTelemetry(values),
    isUpdateChecked: values.WATCHPOST_UPDATE_CHECK ?? false,
    updateRegistry: values.WATCHPOST_UPDATE_REGISTRY,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT ?? (options.isTerminal ? 'text' : 'json'),
    ffmpegPath: values.FFMPEG_PATH ?? null,
    givenVariables: Object.keys(given).filter((name) => name in liveVariables),
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

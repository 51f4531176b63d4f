import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { createCodeRegistration } from '../code/registration-by-code.ts';
import { watchForCode } from '../code/watch-for-code.ts';
import { createWifiCommand } from '../code/wifi-command.ts';
import type { Clock } from '../kernel/clock.ts';
import { loadCredentials, saveCredentials, type Credentials } from '../link/credentials.ts';
import { register } from '../link/registration.ts';
import { barcodeLines } from '../local/code128.ts';
import { serveLocalRegistration, type LocalRegistration } from '../local/local-registration.ts';
import type { FrameSource } from '../sources/frame-source.ts';
import { agentModel, credentialsKey } from './identity.ts';
import type { CliOptions } from './options.ts';

export interface BecomeRegistered {
  readonly options: CliOptions;
  readonly clock: Clock;
  readonly appVersion: string;
  readonly log: (line: string) => void;
  /** The camera's own picture, to look for a code in it; opened only for that. */
  readonly openPicture: () => Promise<FrameSource>;
}

export interface RegisteredCamera {
  readonly credentials: Credentials;
  readonly serverUrl: string;
  /** The camera stays to be seen at its own address until this. */
  close(): Promise<void>;
}

/**
 * The camera's credentials: those that are kept, by a token file, or once the app has registered it, by its serial number at its
 * own address or by the code that it sees. Null when it is ended before.
 */
export async function becomeRegistered({ options, clock, appVersion, log, openPicture }: BecomeRegistered, signal: AbortSignal): Promise<RegisteredCamera | null> {
  const { name, serial, dir, scan, tokenFile } = options;
  const server = originOf(options.server);
  const key = credentialsKey(name);
  const registerAt = async (serverUrl: string, registrationToken: string): Promise<Credentials> => {
    const fresh = { ...(await register({ serverUrl, registrationToken, title: name, serialNumber: serial, model: agentModel })), ...(server === null && { serverUrl }) };
    await saveCredentials(dir, key, fresh);
    return fresh;
  };
  const known = (await loadCredentials(dir, (file) => log(`${file} can't be read`))).get(key) ?? (tokenFile === undefined || server === null ? undefined : await registerAt(server, await readToken(tokenFile)));
  if (server === null && known?.serverUrl === undefined && !scan) throw new TypeError('Say where the server is: --server http://localhost:8080');

  let settle: (credentials: Credentials) => void = () => undefined;
  const registered = new Promise<Credentials>((resolve) => (settle = resolve));
  if (known) settle(known);
  const local = server === null ? null : await serveLocally({ options, server, appVersion, log, isRegistered: known !== undefined, register: async (token) => settle(await registerAt(server, token)) });
  const over = new AbortController();
  const close = async (): Promise<void> => {
    over.abort();
    await local?.close();
  };
  try {
    if (!known && !local && !scan) throw new Error('This camera is not registered yet. Give it a registration token: --token-file FILE');
    if (!known && local) for (const line of ['This camera waits to be added in the app, by its serial number:', '', ...barcodeLines(serial), '', `  ${serial}`, '']) log(line);
    const scanning = !known && scan ? scanOwnPicture({ options, clock, server, log, openPicture, register: async (at, token) => settle(await registerAt(at, token)) }, AbortSignal.any([signal, over.signal])) : null;
    // A picture that can't be looked at ends the waiting only where nothing else can.
    scanning?.catch((error: unknown) => (local ? log(`The camera's own picture can't be looked at: ${error instanceof Error ? error.message : String(error)}`) : undefined));
    const credentials = await Promise.race([registered, untilAborted(signal), ...(scanning && !local ? [scanning.then(() => registered)] : [])]);
    over.abort();
    await scanning?.catch(() => undefined);
    const serverUrl = server ?? credentials?.serverUrl;
    if (credentials && serverUrl !== undefined) return { credentials, serverUrl, close };
    await close();
    return null;
  } catch (error) {
    await close();
    throw error;
  }
}

interface ScanOwnPicture extends Pick<BecomeRegistered, 'options' | 'clock' | 'log' | 'openPicture'> {
  readonly server: string | null;
  readonly register: (serverUrl: string, registrationToken: string) => Promise<void>;
}

async function scanOwnPicture({ options, clock, server, log, openPicture, register: take }: ScanOwnPicture, signal: AbortSignal): Promise<void> {
  const { ffmpeg, wifiCommand } = options;
  const joinWifi = wifiCommand === undefined ? null : createWifiCommand(wifiCommand);
  log('Hold the code of the app in front of the camera, 15 to 30 cm away.');
  const source = await openPicture();
  await watchForCode({ ffmpeg, source, clock, take: createCodeRegistration({ server, joinWifi, register: (code) => take(code.server, code.registrationToken), log }) }, signal);
}

/** @throws {TypeError} when it is no address of a server */
function originOf(server: string | undefined): string | null {
  if (server === undefined) return null;
  if (!URL.canParse(server)) throw new TypeError('Say where the server is: --server http://localhost:8080');
  return new URL(server).origin;
}

interface ServeLocally extends Pick<BecomeRegistered, 'options' | 'appVersion' | 'log'> {
  readonly server: string;
  readonly isRegistered: boolean;
  readonly register: (registrationToken: string) => Promise<void>;
}

/** Null when it is not wished, or something else has the port: a second camera on this computer is added with a token file or a code. */
async function serveLocally({ options, server, appVersion, log, isRegistered, register: take }: ServeLocally): Promise<LocalRegistration | null> {
  const { localPort: port, serial, name } = options;
  if (port === 0) return null;
  return serveLocalRegistration({ info: { serialNumber: serial, model: agentModel, name, appVersion }, productOrigin: server, port, isRegistered, register: take }).catch((error: unknown) => {
    log(`Port ${port} can't be opened, so the app does not find this camera by itself: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  });
}

function untilAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null));
  });
}

async function readToken(file: string): Promise<string> {
  return (file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')).trim();
}

import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Clock } from '@watchpost/contract/timing/clock';
import { createCodeRegistration } from '../code/registration-by-code.ts';
import { watchForCode } from '../code/watch-for-code.ts';
import { createWifiCommand } from '../code/wifi-command.ts';
import { loadCredentials, saveCredentials, type Credentials } from '../link/credentials.ts';
import { loadDeviceKey } from '../link/device-key.ts';
import { register, RegistrationError } from '../link/registration.ts';
import { barcodeLines } from '../local/code128.ts';
import { serveLocalRegistration, type LocalRegistration } from '../local/local-registration.ts';
import type { FrameSource } from '../sources/frame-source.ts';
import { agentModel, credentialsKey } from './identity.ts';
import type { CliOptions } from './options.ts';
import { toServerAddress } from '../kernel/server-address.ts';

export interface BecomeRegistered {
  readonly options: CliOptions;
  readonly clock: Clock;
  readonly appVersion: string;
  readonly log: (line: string) => void;
  /** Opens the camera's own picture, only to look for a code in it. */
  readonly openPicture: () => Promise<FrameSource>;
}

export interface RegisteredCamera {
  readonly credentials: Credentials;
  readonly serverUrl: string;
  /** Stops serving the camera at its own address. */
  close(): Promise<void>;
}

/**
 * Returns the camera's credentials: saved ones, or those that a registration brings. The camera registers with a token file, from
 * the app by serial number at the camera's own address, or by a code that it sees. Null when the signal aborts first.
 */
export async function becomeRegistered(
  { options, clock, appVersion, log, openPicture }: BecomeRegistered,
  signal: AbortSignal,
): Promise<RegisteredCamera | null> {
  const { name, dir, scan, tokenFile } = options;
  const server = addressOf(options.server);
  const key = credentialsKey(name);
  const device = await loadDeviceKey(dir, key);
  /** A used token only ends the agent when the camera can't be added in any other way: a service starts with the same token again and again. */
  const useTokenFile = async (file: string, use: (token: string) => Promise<Credentials>): Promise<Credentials | undefined> => {
    try {
      return await use(await readToken(file));
    } catch (error) {
      if (!(error instanceof RegistrationError) || !error.isFinal || (options.localPort === 0 && !scan)) throw error;
      log(`${error.message} (${file})`);
      return undefined;
    }
  };
  const registerAt = async (serverUrl: string, registrationToken: string): Promise<Credentials> => {
    const fresh = {
      ...(await register({ serverUrl, registrationToken, title: name, device, model: agentModel })),
      ...(server === null && { serverUrl }),
    };
    await saveCredentials(dir, key, fresh);
    return fresh;
  };
  const known =
    (await loadCredentials(dir, (file) => log(`${file} can't be read`))).get(key) ??
    (tokenFile === undefined || server === null ? undefined : await useTokenFile(tokenFile, (token) => registerAt(server, token)));
  if (server === null && known?.serverUrl === undefined && !scan)
    throw new TypeError('Say where the server is: --server http://localhost:8080');

  let settle: (credentials: Credentials) => void = () => undefined;
  const registered = new Promise<Credentials>((resolve) => (settle = resolve));
  if (known) settle(known);
  const local =
    server === null
      ? null
      : await serveLocally({
          options,
          serialNumber: device.serialNumber,
          server,
          appVersion,
          log,
          isRegistered: known !== undefined,
          register: async (token) => settle(await registerAt(server, token)),
        });
  const over = new AbortController();
  const close = async (): Promise<void> => {
    over.abort();
    await local?.close();
  };
  try {
    if (!known && !local && !scan) throw new Error('This camera is not registered yet. Give it a registration token: --token-file FILE');
    if (!known && local)
      for (const line of [
        'This camera waits to be added in the app, by its serial number:',
        '',
        ...barcodeLines(device.serialNumber),
        '',
        `  ${device.serialNumber}`,
        '',
      ])
        log(line);
    const scanning =
      !known && scan
        ? scanOwnPicture(
            { options, clock, server, log, openPicture, register: async (at, token) => settle(await registerAt(at, token)) },
            AbortSignal.any([signal, over.signal]),
          )
        : null;
    // A failure to read the picture only ends the wait when the camera can't be added in any other way.
    scanning?.catch((error: unknown) =>
      local ? log(`The camera's own picture can't be read: ${error instanceof Error ? error.message : String(error)}`) : undefined,
    );
    const credentials = await Promise.race([
      registered,
      untilAborted(signal),
      ...(scanning && !local ? [scanning.then(() => registered)] : []),
    ]);
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

async function scanOwnPicture(
  { options, clock, server, log, openPicture, register: take }: ScanOwnPicture,
  signal: AbortSignal,
): Promise<void> {
  const { ffmpeg, wifiCommand } = options;
  const joinWifi = wifiCommand === undefined ? null : createWifiCommand(wifiCommand);
  log('Hold the code of the app in front of the camera, 15 to 30 cm away.');
  const source = await openPicture();
  await watchForCode(
    {
      ffmpeg,
      source,
      clock,
      take: createCodeRegistration({ server, joinWifi, register: (code) => take(code.server, code.registrationToken), log }),
    },
    signal,
  );
}

/** @throws {TypeError} when the text is not a server's address */
function addressOf(server: string | undefined): string | null {
  if (server === undefined) return null;
  if (!URL.canParse(server)) throw new TypeError('Say where the server is: --server http://localhost:8080');
  return toServerAddress(server);
}

interface ServeLocally extends Pick<BecomeRegistered, 'options' | 'appVersion' | 'log'> {
  readonly serialNumber: string;
  readonly server: string;
  readonly isRegistered: boolean;
  readonly register: (registrationToken: string) => Promise<void>;
}

/** Null when local registration is off or the port is taken: a second camera on this computer needs a token file or a code. */
async function serveLocally({
  options,
  serialNumber,
  server,
  appVersion,
  log,
  isRegistered,
  register: take,
}: ServeLocally): Promise<LocalRegistration | null> {
  const { localPort: port, name } = options;
  if (port === 0) return null;
  return serveLocalRegistration({
    info: { serialNumber, model: agentModel, name, appVersion },
    productOrigin: new URL(server).origin,
    port,
    isRegistered,
    register: take,
  }).catch((error: unknown) => {
    log(
      `Port ${port} can't be opened, so the app does not find this camera by itself: ${error instanceof Error ? error.message : String(error)}`,
    );
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

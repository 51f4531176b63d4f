import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { CommandHandler } from '../control/command-handler.ts';
import { runControlLink, type CameraStatus } from '../control/control-link.ts';
import type { Clock } from '../kernel/clock.ts';
import { runAgentLink } from '../link/agent-link.ts';
import { loadCredentials, saveCredentials, type Credentials } from '../link/credentials.ts';
import { register } from '../link/registration.ts';
import { barcodeLines } from '../local/code128.ts';
import { serveLocalRegistration, type LocalRegistration } from '../local/local-registration.ts';
import { createCommandSpeaker, defaultPlayer } from '../speaker/command-speaker.ts';
import { openSources } from './open-sources.ts';
import type { CliOptions } from './options.ts';

export interface RunDeps {
  readonly options: CliOptions;
  readonly clock: Clock;
  readonly appVersion: string;
  readonly log: (line: string) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** The server does not know the camera any more: to start again would not help. */
export class CameraRemovedError extends Error {
  override readonly name = 'CameraRemovedError';
}

const model = 'Camera agent';

/**
 * Runs one camera: registers it if it is not yet, then pushes its video until the signal aborts.
 * @throws {CameraRemovedError} when the server does not know it any more
 */
export async function runCamera({ options, clock, appVersion, log, signal }: RunDeps): Promise<void> {
  const { server, name, serial, dir, speaker } = options;
  if (server === undefined || !URL.canParse(server)) throw new TypeError('Say where the server is: --server http://localhost:8080');
  const { main, low } = await openSources(options);
  const key = name.replaceAll(/[^\w-]/g, '_');
  const registerWith = async (registrationToken: string): Promise<Credentials> => {
    const fresh = await register({ serverUrl: server, registrationToken, title: name, serialNumber: serial, model });
    await saveCredentials(dir, key, fresh);
    return fresh;
  };
  const known = (await loadCredentials(dir, (file) => log(`${file} can't be read`))).get(key) ?? (options.tokenFile === undefined ? undefined : await registerWith(await readToken(options.tokenFile)));

  let settle: (credentials: Credentials) => void = () => undefined;
  const registered = new Promise<Credentials>((resolve) => (settle = resolve));
  if (known) settle(known);
  const local = await serveLocally({ options, appVersion, log, isRegistered: known !== undefined, register: async (token) => settle(await registerWith(token)) });
  try {
    if (!known && !local) throw new Error('This camera is not registered yet. Give it a registration token: --token-file FILE');
    if (!known) for (const line of ['This camera waits to be added in the app, by its serial number:', '', ...barcodeLines(serial), '', `  ${serial}`, '']) log(line);
    const credentials = await untilRegistered(registered, signal);
    if (!credentials) return;
    const { cameraId, agentToken } = credentials;
    const over = new AbortController();
    // What the camera can be asked to do, feature by feature.
    const handlers: CommandHandler[] = [];
    const status = async (): Promise<CameraStatus> => ({ firmwareVersion: appVersion, battery: null, signal: null });
    const controlling = runControlLink({ serverUrl: server, cameraId, agentToken, handlers, status, clock, onProblem: log }, AbortSignal.any([signal, over.signal]));
    const end = await runAgentLink(
      {
        serverUrl: server, agentToken, main, clock,
        ...(low && { low }),
        ...(speaker !== undefined && { speaker: createCommandSpeaker(speaker === 'default' ? defaultPlayer : speaker) }),
        onState: (state, detail) => log(`${state} (${detail})`),
      },
      signal,
    );
    over.abort();
    await controlling;
    if (end === 'refused') throw new CameraRemovedError(`The server does not know this camera. It was removed there: delete ${dir}/${key}.json and register it again.`);
  } finally {
    await local?.close();
  }
}

interface ServeLocally extends Pick<RunDeps, 'options' | 'appVersion' | 'log'> {
  readonly isRegistered: boolean;
  readonly register: (registrationToken: string) => Promise<void>;
}

/** Null when it is not wished, or something else has the port: a second camera on this computer is added with a token file. */
async function serveLocally({ options, appVersion, log, isRegistered, register: take }: ServeLocally): Promise<LocalRegistration | null> {
  const { localPort: port, serial, name, server = '' } = options;
  if (port === 0) return null;
  return serveLocalRegistration({ info: { serialNumber: serial, model, name, appVersion }, productOrigin: new URL(server).origin, port, isRegistered, register: take }).catch((error: unknown) => {
    log(`Port ${port} can't be opened, so the app does not find this camera by itself: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  });
}

/** Null when it is ended before. */
function untilRegistered(registered: Promise<Credentials>, signal: AbortSignal): Promise<Credentials | null> {
  const ended = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null));
  });
  return Promise.race([registered, ended]);
}

async function readToken(file: string): Promise<string> {
  return (file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')).trim();
}

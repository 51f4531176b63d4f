import { OnvifError, type OnvifErrorCode } from '../kernel/onvif-error.ts';
import type { OnvifClock, OnvifNetwork } from '../kernel/onvif-ports.ts';
import { openSession, type OnvifAccess, type OnvifHandler, type OnvifSession } from './onvif-session.ts';

/** One camera that is known, and takes commands. */
export interface OnvifRemote {
  /** Names of the commands that it can do; null until it has told. Who asks makes it known, once a minute at most. */
  commands(): readonly string[] | null;
  /**
   * The same, waited for.
   * @throws {OnvifError} why it does not tell
   */
  learn(): Promise<readonly string[]>;
  /**
   * Does a command of the contract; what comes back is the camera's answer, not yet checked.
   * @throws {OnvifError} `camera-unsupported`, `camera-offline`, `camera-silent`, `camera-failed` or why it is not spoken with
   * @example await remote.run('ptz.move', { pan: 0.5, tilt: 0, zoom: 0, lifetime: 2000 });
   */
  run(name: string, parameters: unknown): Promise<unknown>;
  /** Ends what is under way. */
  close(): void;
}

export interface OnvifRemoteOptions {
  readonly access: OnvifAccess;
  readonly clock: OnvifClock;
  readonly network: OnvifNetwork;
  /** What can be done; of each name one. */
  readonly handlers: readonly OnvifHandler[];
}

interface Opened {
  readonly abort: AbortController;
  readonly session: Promise<OnvifSession>;
  /** Monotonic ms. */
  readonly at: number;
}

/** After that a name is resolved and a clock compared anew, ms. */
const sessionLifetime = 5 * 60_000;
/** Whoever only asks what a camera can do does not try it again sooner, ms. */
const reportPause = 60_000;
/** What went wrong on the way means something else once the camera is known. */
const meanings: Partial<Record<OnvifErrorCode, OnvifErrorCode>> = { 'camera-unreachable': 'camera-offline', 'camera-host-unknown': 'camera-offline', 'camera-timeout': 'camera-silent', 'camera-not-onvif': 'camera-failed' };

/**
 * The way to one camera: each command is a function over SOAP, on a session that is kept for a while.
 * @example
 * const remote = createOnvifRemote({ access: { address: '192.168.1.20', username, password }, clock, network, handlers: [...onvifSettings, ...createOnvifPtz()] });
 * await remote.learn();
 */
export function createOnvifRemote({ access, clock, network, handlers }: OnvifRemoteOptions): OnvifRemote {
  const table = new Map(handlers.map((handler) => [handler.name, handler]));
  let opened: Opened | null = null;
  let commands: readonly string[] | null = null;
  let tried = Number.NEGATIVE_INFINITY;

  const namesOf = (session: OnvifSession): string[] => handlers.filter(({ service }) => service === null || session.has(service)).map(({ name }) => name);
  const drop = (one: Opened): void => {
    one.abort.abort();
    if (opened === one) opened = null;
  };
  const open = (): Opened => {
    if (opened && clock.monotonic() - opened.at < sessionLifetime) return opened;
    tried = clock.monotonic();
    const abort = new AbortController();
    const fresh: Opened = { abort, session: openSession({ access, clock, network, signal: abort.signal }), at: clock.monotonic() };
    // The one before may still have an answer to wait for: its own patience ends it.
    opened = fresh;
    fresh.session.then(
      (session) => {
        if (opened === fresh) commands = namesOf(session);
      },
      () => drop(fresh),
    );
    return fresh;
  };
  const use = async <T>(work: (session: OnvifSession) => Promise<T> | T): Promise<T> => {
    const one = open();
    try {
      return await work(await one.session);
    } catch (error) {
      // What it refuses or has not says nothing about the way to it.
      if (!(error instanceof OnvifError) || error.code === 'camera-failed' || error.code === 'camera-unsupported') throw error;
      // It may have another address, clock or password by now.
      drop(one);
      throw new OnvifError(meanings[error.code] ?? error.code, error.message, { cause: error });
    }
  };

  return {
    commands: () => {
      // Until it has answered, nothing is known.
      if (commands === null && clock.monotonic() - tried >= reportPause) open();
      return commands;
    },
    learn: () => use(namesOf),
    run: async (name, parameters) => {
      const handler = table.get(name);
      if (!handler) throw new OnvifError('camera-unsupported');
      return use((session) => handler.run(session, parameters));
    },
    close: () => {
      if (opened) drop(opened);
    },
  };
}

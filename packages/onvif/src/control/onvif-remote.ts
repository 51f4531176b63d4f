import { backOffDelay } from '@watchpost/contract/timing/back-off';
import type { Clock } from '@watchpost/contract/timing/clock';
import { OnvifError, type OnvifErrorCode } from '../kernel/onvif-error.ts';
import type { OnvifNetwork } from '../kernel/onvif-ports.ts';
import { openSession, type OnvifAccess, type OnvifHandler, type OnvifSession } from './onvif-session.ts';

/** A camera that accepts commands. */
export interface OnvifRemote {
  /** Names of the supported commands; null until the camera has answered. Reading it queries the camera, at most once a minute. */
  commands(): readonly string[] | null;
  /**
   * Queries the camera for the same, and waits.
   * @throws {OnvifError} why it does not answer
   */
  learn(): Promise<readonly string[]>;
  /**
   * Executes a command of the contract, and returns the camera's answer unchecked.
   * @throws {OnvifError} `camera-unsupported`, `camera-offline`, `camera-silent`, `camera-failed`, or the reason why no session could be opened
   * @example await remote.run('ptz.move', { pan: 0.5, tilt: 0, zoom: 0, lifetime: 2000 });
   */
  run(name: string, parameters: unknown): Promise<unknown>;
  /** Cancels all pending requests. */
  close(): void;
}

/** Which camera to control, and by which commands. */
export interface OnvifRemoteOptions {
  readonly access: OnvifAccess;
  readonly clock: Clock;
  readonly network: OnvifNetwork;
  /** Supported commands, one per name. */
  readonly handlers: readonly OnvifHandler[];
}

interface Opened {
  readonly abort: AbortController;
  readonly session: Promise<OnvifSession>;
  /** Monotonic ms. */
  readonly at: number;
}

/** Afterwards, the host is resolved and the clocks are compared again, ms. */
const sessionTtlMs = 5 * 60_000;
/** A failed query of the supported commands is not repeated sooner, ms. */
const retryDelayMs = 60_000;
/** Cameras lock an account after a few wrong passwords, so from the second in a row on they get one ever more rarely. */
const passwordRetry = { minMs: 60_000, maxMs: 15 * 60_000 };
/** A connection error means something else once the camera is known. */
const meanings: Partial<Record<OnvifErrorCode, OnvifErrorCode>> = {
  'camera-unreachable': 'camera-offline',
  'camera-host-unknown': 'camera-offline',
  'camera-timeout': 'camera-silent',
  'camera-not-onvif': 'camera-failed',
};

/**
 * Creates the remote control of one camera: each command is a function over SOAP, with a session that is cached for a while.
 * @example
 * const remote = createOnvifRemote({ access: { address: '192.168.1.20', username, password }, clock, network, handlers: [...onvifSettings, ...createOnvifPtz()] });
 * await remote.learn();
 */
export function createOnvifRemote({ access, clock, network, handlers }: OnvifRemoteOptions): OnvifRemote {
  const table = new Map(handlers.map((handler) => [handler.name, handler]));
  let opened: Opened | null = null;
  let commands: readonly string[] | null = null;
  let lastTriedAt = Number.NEGATIVE_INFINITY;
  let refusals = 0;
  /** Monotonic ms. */
  let refusedUntil = Number.NEGATIVE_INFINITY;

  const namesOf = (session: OnvifSession): string[] =>
    handlers.filter(({ service }) => service === null || session.has(service)).map(({ name }) => name);
  const drop = (one: Opened): void => {
    one.abort.abort();
    if (opened === one) opened = null;
  };
  const isRefusedFor = (): boolean => clock.monotonic() < refusedUntil;
  const noteRefusal = (error: unknown): void => {
    if (!(error instanceof OnvifError) || error.code !== 'camera-wrong-password') return;
    refusals += 1;
    if (refusals > 1) refusedUntil = clock.monotonic() + backOffDelay(refusals - 2, 1, passwordRetry);
  };
  const open = (): Opened => {
    if (opened && clock.monotonic() - opened.at < sessionTtlMs) return opened;
    lastTriedAt = clock.monotonic();
    const abort = new AbortController();
    const fresh: Opened = { abort, session: openSession({ access, clock, network, signal: abort.signal }), at: clock.monotonic() };
    // The previous session may still wait for an answer, which its own timeout ends.
    opened = fresh;
    fresh.session.then(
      (session) => {
        if (opened === fresh) commands = namesOf(session);
      },
      (error: unknown) => {
        noteRefusal(error);
        drop(fresh);
      },
    );
    return fresh;
  };
  const use = async <T>(work: (session: OnvifSession) => Promise<T> | T): Promise<T> => {
    if (isRefusedFor()) throw new OnvifError('camera-wrong-password', 'The camera has refused this password; it is sent again later.');
    const one = open();
    let isOpen = false;
    try {
      const session = await one.session;
      isOpen = true;
      return await work(session);
    } catch (error) {
      // Many cameras list their services to anyone.
      if (isOpen) noteRefusal(error);
      // A refused or unsupported command doesn't invalidate the session.
      if (!(error instanceof OnvifError) || error.code === 'camera-failed' || error.code === 'camera-unsupported') throw error;
      // The camera's address, clock or password may have changed.
      drop(one);
      throw new OnvifError(meanings[error.code] ?? error.code, error.message, { cause: error });
    }
  };

  return {
    commands: () => {
      // Nothing is known before the first answer.
      if (commands === null && !isRefusedFor() && clock.monotonic() - lastTriedAt >= retryDelayMs) open();
      return commands;
    },
    learn: () => use(namesOf),
    run: async (name, parameters) => {
      const handler = table.get(name);
      if (!handler) throw new OnvifError('camera-unsupported');
      const answer = await use((session) => handler.run(session, parameters));
      refusals = 0;
      return answer;
    },
    close: () => {
      if (opened) drop(opened);
    },
  };
}

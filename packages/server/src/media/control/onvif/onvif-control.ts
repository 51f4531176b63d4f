import type { ErrorCode } from '@watchpost/contract/kernel';
import type { CameraReport } from '@watchpost/contract/protocols/control';
import { AppError } from '../../../kernel/app-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { NetworkPolicy } from '../../../kernel/network/network-policy.ts';
import { OnvifFault } from '../../ingest/onvif/onvif-client.ts';
import type { ControlDriver } from '../camera-control.ts';
import { openSession, type OnvifAccess, type OnvifHandler, type OnvifSession } from './onvif-session.ts';

export interface OnvifControl extends ControlDriver {
  /** The camera was removed, or is reached in another way from now on. */
  forget(cameraId: string): void;
  close(): void;
}

export interface OnvifControlDeps {
  readonly clock: Clock;
  readonly network: NetworkPolicy;
  /** Null for a camera that is not reached by ONVIF. */
  readonly accessOf: (cameraId: string) => OnvifAccess | null;
  /** What can be done; of each name one. */
  readonly handlers: readonly OnvifHandler[];
}

interface Known {
  readonly abort: AbortController;
  readonly session: Promise<OnvifSession>;
  /** Monotonic ms. */
  readonly openedAt: number;
}

/** After that a name is resolved and a clock compared anew, ms. */
const sessionLifetime = 5 * 60_000;
/** Whoever only asks what a camera can do does not try it again sooner, ms. */
const reportPause = 60_000;
/** What went wrong on the way means something else once the camera is added. */
const meanings: Partial<Record<ErrorCode, ErrorCode>> = { 'camera-unreachable': 'camera-offline', 'camera-host-unknown': 'camera-offline', 'camera-timeout': 'camera-silent', 'camera-not-onvif': 'camera-failed' };

/** The way to ONVIF cameras: each command is a function over SOAP, on a session that is kept for a while. */
export function createOnvifControl({ clock, network, accessOf, handlers }: OnvifControlDeps): OnvifControl {
  const table = new Map(handlers.map((handler) => [handler.name, handler]));
  const sessions = new Map<string, Known>();
  const reports = new Map<string, CameraReport>();
  /** When a camera was last tried, monotonic ms. */
  const tried = new Map<string, number>();

  const drop = (cameraId: string, known: Known | undefined = sessions.get(cameraId)): void => {
    known?.abort.abort();
    if (sessions.get(cameraId) === known) sessions.delete(cameraId);
  };
  const sessionOf = (cameraId: string): Known => {
    const existing = sessions.get(cameraId);
    if (existing && clock.monotonic() - existing.openedAt < sessionLifetime) return existing;
    const access = accessOf(cameraId);
    if (!access) throw new AppError('camera-unsupported');
    tried.set(cameraId, clock.monotonic());
    const abort = new AbortController();
    const session = openSession({ access, clock, network, signal: abort.signal });
    const known: Known = { abort, session, openedAt: clock.monotonic() };
    // The one before may still have an answer to wait for: its own patience ends it.
    sessions.set(cameraId, known);
    session.then(
      (opened) => {
        if (sessions.get(cameraId) !== known) return;
        const commands = handlers.filter(({ service }) => service === null || opened.has(service)).map(({ name }) => name);
        reports.set(cameraId, { commands, firmwareVersion: null, battery: null, signal: null });
      },
      () => drop(cameraId, known),
    );
    return known;
  };
  const run = async (cameraId: string, handler: OnvifHandler, parameters: unknown): Promise<unknown> => {
    const known = sessionOf(cameraId);
    try {
      return await handler.run(await known.session, parameters);
    } catch (error) {
      if (error instanceof OnvifFault) throw new AppError('camera-failed', { message: error.message, cause: error });
      if (!(error instanceof AppError) || error.code === 'camera-unsupported') throw error;
      // It may have another address, clock or password by now.
      drop(cameraId, known);
      throw new AppError(meanings[error.code] ?? error.code, { message: error.message, cause: error });
    }
  };

  return {
    send: (cameraId, name, parameters, { signal }) => {
      const handler = table.get(name);
      if (!handler) return Promise.reject(new AppError('camera-unsupported'));
      return untilAborted(run(cameraId, handler, parameters), signal);
    },
    report: (cameraId) => {
      const last = tried.get(cameraId) ?? Number.NEGATIVE_INFINITY;
      // Who asks what it can do makes it known; until it has answered, nothing is.
      if (!reports.has(cameraId) && clock.monotonic() - last >= reportPause && accessOf(cameraId)) sessionOf(cameraId);
      return reports.get(cameraId) ?? null;
    },
    forget: (cameraId) => {
      drop(cameraId);
      reports.delete(cameraId);
      tried.delete(cameraId);
    },
    close: () => {
      for (const { abort } of sessions.values()) abort.abort();
      sessions.clear();
    },
  };
}

/** Each call of a command ends by itself within seconds; who has left does not wait for it. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

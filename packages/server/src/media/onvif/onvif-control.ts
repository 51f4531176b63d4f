import { createOnvifRemote, type OnvifAccess, type OnvifHandler, type OnvifRemote } from '@watchpost/onvif';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { NetworkPolicy } from '../../kernel/network/network-policy.ts';
import type { ControlDriver } from '../control/camera-control.ts';
import { throwAsAppError } from './onvif-errors.ts';

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

/** The way to ONVIF cameras: one remote for each, made when it is first asked for. */
export function createOnvifControl({ clock, network, accessOf, handlers }: OnvifControlDeps): OnvifControl {
  const remotes = new Map<string, OnvifRemote>();

  const remoteOf = (cameraId: string): OnvifRemote | null => {
    const known = remotes.get(cameraId);
    const access = known ? null : accessOf(cameraId);
    if (!access) return known ?? null;
    const remote = createOnvifRemote({ access, clock, network, handlers });
    remotes.set(cameraId, remote);
    return remote;
  };

  return {
    send: async (cameraId, name, parameters, { signal }) => {
      const remote = remoteOf(cameraId);
      if (!remote) throw new AppError('camera-unsupported');
      return untilAborted(remote.run(name, parameters).catch(throwAsAppError), signal);
    },
    report: (cameraId) => {
      const commands = remoteOf(cameraId)?.commands() ?? null;
      return commands && { commands, firmwareVersion: null, battery: null, signal: null };
    },
    forget: (cameraId) => {
      remotes.get(cameraId)?.close();
      remotes.delete(cameraId);
    },
    close: () => {
      for (const remote of remotes.values()) remote.close();
      remotes.clear();
    },
  };
}

/** Each call of a command ends by itself within seconds; who has left does not wait for it. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([promise, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

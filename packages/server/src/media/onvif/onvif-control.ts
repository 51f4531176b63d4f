import type { Clock } from '@watchpost/contract/timing/clock';
import { createOnvifRemote, type OnvifAccess, type OnvifHandler, type OnvifRemote } from '@watchpost/onvif';
import { AppError } from '../../kernel/app-error.ts';
import type { NetworkPolicy } from '../../kernel/network/network-policy.ts';
import type { ControlDriver } from '../control/camera-control.ts';
import { throwAsAppError } from './onvif-errors.ts';

export interface OnvifControl extends ControlDriver {
  /** Called when the camera was removed or its access changed. */
  forget(cameraId: string): void;
  close(): void;
}

export interface OnvifControlDeps {
  readonly clock: Clock;
  /** Returns the network policy for connections to a camera. */
  readonly networkOf: (cameraId: string) => NetworkPolicy;
  /** Returns null for a camera that is not an ONVIF camera. */
  readonly accessOf: (cameraId: string) => OnvifAccess | null;
  /** The supported commands, one handler per name. */
  readonly handlers: readonly OnvifHandler[];
}

/** Controls ONVIF cameras over one remote for each, created on first use. */
export function createOnvifControl({ clock, networkOf, accessOf, handlers }: OnvifControlDeps): OnvifControl {
  const remotes = new Map<string, OnvifRemote>();

  const remoteOf = (cameraId: string): OnvifRemote | null => {
    const known = remotes.get(cameraId);
    const access = known ? null : accessOf(cameraId);
    if (!access) return known ?? null;
    const remote = createOnvifRemote({ access, clock, network: networkOf(cameraId), handlers });
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
      return commands && { commands, firmwareVersion: null, appVersion: null, battery: null, signal: null };
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

/** Stops waiting when the client has left; each call of the command times out by itself within seconds. */
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

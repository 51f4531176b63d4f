import type { Logger } from '../kernel/log.ts';
import type { StoredCamera } from '../kernel/module/stored-camera.ts';
import type { HeldLease, LeaseStore } from './lease-store.ts';

/** Starts and stops cameras as their leases come and go. */
interface HeldCameras {
  /** The fencing token of a camera that this node ingests; null for any other. */
  tokenOf(cameraId: string): number | null;
  readonly ids: readonly string[];
  /** Whether something failed, so that `follow` must be called although nothing changed. */
  readonly isBehind: boolean;
  /** Follows what the database says: starts what was given, stops what was taken, hands over what another node waits for. */
  follow(leases: readonly HeldLease[]): Promise<void>;
  /** Stops all cameras and gives them up, each as soon as its last segment is indexed. */
  handOverAll(): Promise<void>;
}

interface HeldCamerasDeps {
  readonly leases: Pick<LeaseStore, 'release'>;
  readonly log: Logger;
  /** Returns those that exist and whose account is in use. */
  readonly readCameras: (ids: readonly string[]) => Promise<readonly StoredCamera[]>;
  readonly startCamera: (camera: StoredCamera) => void;
  /** Resolves when its last segment is in the index. */
  readonly stopCamera: (cameraId: string) => Promise<void>;
}

interface Held {
  readonly token: number;
  isStopping: boolean;
  /** Steps of one camera follow each other. */
  work: Promise<void>;
}

export function createHeldCameras({ leases, log, readCameras, startCamera, stopCamera }: HeldCamerasDeps): HeldCameras {
  const held = new Map<string, Held>();
  let isBehind = false;

  /** @param isOurs whether the lease is still this node’s, so that it can be given up early instead of running out */
  const stop = (cameraId: string, entry: Held, isOurs: boolean): Promise<void> => {
    if (entry.isStopping) return entry.work;
    entry.isStopping = true;
    const run = async (): Promise<void> => {
      await stopCamera(cameraId);
      held.delete(cameraId);
      if (isOurs) await leases.release(cameraId, entry.token);
    };
    entry.work = run().catch((error: unknown) => {
      held.delete(cameraId);
      isBehind = true;
      log.warn({ err: error, cameraId }, 'A camera could not be handed over; retrying');
    });
    return entry.work;
  };

  return {
    tokenOf: (cameraId) => held.get(cameraId)?.token ?? null,
    get ids() {
      return [...held.keys()];
    },
    get isBehind() {
      return isBehind;
    },
    follow: async (now) => {
      isBehind = false;
      const tokens = new Map(now.map(({ cameraId, token }) => [cameraId, token]));
      const stopping: Promise<void>[] = [];
      for (const [cameraId, entry] of held) {
        if (tokens.get(cameraId) !== entry.token) stopping.push(stop(cameraId, entry, false));
      }
      // Others wait for these, so nothing here waits: the next heartbeat is more important.
      for (const { cameraId, token, nextNodeId } of now) {
        const entry = held.get(cameraId);
        if (nextNodeId === null) continue;
        if (!entry) await leases.release(cameraId, token);
        else if (entry.token === token) void stop(cameraId, entry, true);
      }
      // One that comes back is stopped first: what it recorded under the old token is refused, and must end.
      await Promise.all(stopping);
      const given = now.filter(({ cameraId, nextNodeId }) => nextNodeId === null && !held.has(cameraId));
      if (given.length === 0) return;
      const cameras = new Map((await readCameras(given.map(({ cameraId }) => cameraId))).map((camera) => [camera.id, camera]));
      for (const { cameraId, token } of given) {
        const camera = cameras.get(cameraId);
        if (!camera || held.has(cameraId)) continue;
        held.set(cameraId, { token, isStopping: false, work: Promise.resolve() });
        startCamera(camera);
      }
    },
    handOverAll: async () => {
      await Promise.all([...held].map(([cameraId, entry]) => stop(cameraId, entry, true)));
    },
  };
}

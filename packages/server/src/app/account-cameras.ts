import type { AccountCameras } from '../features/account/index.ts';
import type { CamerasService } from '../features/cameras/index.ts';
import { createMutex } from '../kernel/mutex.ts';
import type { StoredCamera } from '../kernel/module/stored-camera.ts';
import type { CameraLifecycle } from './camera-lifecycle.ts';

/** Applies the deletion and the restoration of an account to its cameras, in order: the later call wins. */
export function createAccountCameras({
  cameras,
  lifecycle,
}: {
  cameras: Pick<CamerasService, 'ownedBy' | 'purge'>;
  lifecycle: Pick<CameraLifecycle, 'resume' | 'suspend'>;
}): AccountCameras {
  const mutex = createMutex();
  const forEach = async (customerId: string, call: (camera: StoredCamera) => Promise<void> | void): Promise<void> => {
    const release = await mutex.acquire();
    try {
      for (const camera of await cameras.ownedBy(customerId)) await call(camera);
    } finally {
      release();
    }
  };
  return {
    suspend: (customerId) => forEach(customerId, ({ id }) => lifecycle.suspend(id)),
    resume: (customerId) => forEach(customerId, lifecycle.resume),
    // Without the mutex: an account can't return after the grace period, and deleting terabytes must not block other accounts.
    purge: async (customerId) => {
      for (const { id } of await cameras.ownedBy(customerId)) await cameras.purge(id);
    },
  };
}

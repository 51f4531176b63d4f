import type { AccountCameras } from '../features/account/index.ts';
import type { CamerasService } from '../features/cameras/index.ts';
import { createMutex } from '../kernel/mutex.ts';
import type { Modules } from './modules.ts';

/** What an account's deletion and its return do to the account's cameras; one after the other, so that the last word counts. */
export function createAccountCameras({ cameras, modules }: { cameras: Pick<CamerasService, 'ownedBy' | 'purge'>; modules: Pick<Modules, 'resume' | 'suspend'> }): AccountCameras {
  const mutex = createMutex();
  const forEach = async (customerId: string, call: (camera: Awaited<ReturnType<CamerasService['ownedBy']>>[number]) => Promise<void> | void): Promise<void> => {
    const release = await mutex.acquire();
    try {
      for (const camera of await cameras.ownedBy(customerId)) await call(camera);
    } finally {
      release();
    }
  };
  return {
    suspend: (customerId) => forEach(customerId, ({ id }) => modules.suspend(id)),
    resume: (customerId) => forEach(customerId, (camera) => modules.resume(camera)),
    // Out of the turn: nobody comes back after the grace period, and terabytes of footage hold up no one else.
    purge: async (customerId) => {
      for (const { id } of await cameras.ownedBy(customerId)) await cameras.purge(id);
    },
  };
}

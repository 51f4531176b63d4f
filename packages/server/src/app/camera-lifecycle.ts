import type { ServerModule } from '../kernel/module/server-module.ts';
import type { StoredCamera } from '../kernel/module/stored-camera.ts';

/** Starts and stops one camera in every module. */
export interface CameraLifecycle {
  start(camera: StoredCamera): void;
  /** Stops the camera and disconnects its agent and its viewers; its recordings stay. */
  suspend(cameraId: string): Promise<void>;
  /** Starts a suspended camera; what it saw meanwhile is never recorded. */
  resume(camera: StoredCamera): void;
  /** Stops the camera and deletes its recordings. Rejects when any data is left. */
  remove(cameraId: string): Promise<void>;
}

export function createCameraLifecycle(modules: readonly ServerModule[]): CameraLifecycle {
  const start = (camera: StoredCamera, options: { readonly isResumed: boolean }): void => {
    for (const module of modules) module.cameraHooks?.start?.(camera, options);
  };
  const stop = async (cameraId: string, options: { readonly isRemoved: boolean }): Promise<void> => {
    for (const module of modules.toReversed()) await module.cameraHooks?.stop?.(cameraId, options);
  };
  return {
    start: (camera) => start(camera, { isResumed: false }),
    suspend: (cameraId) => stop(cameraId, { isRemoved: false }),
    resume: (camera) => start(camera, { isResumed: true }),
    remove: async (cameraId) => {
      await stop(cameraId, { isRemoved: true });
      await Promise.all(modules.map(async (module) => module.cameraHooks?.remove?.(cameraId)));
    },
  };
}

import type { FastifyInstance } from 'fastify';
import type { StoredCamera } from './stored-camera.ts';
import type { UpgradeRouter } from '../upgrade.ts';

/** A part of the server: `app/modules.ts` creates all of them, `app/module-list.ts` runs them. */
export interface ServerModule {
  /** Names the module in the log. */
  readonly name: string;
  /** Declares routes and WebSocket paths; called once, before `start`. */
  routes?(app: FastifyInstance, upgrades: UpgradeRouter): Promise<void> | void;
  /** Begins background work, before the port opens. */
  start?(): Promise<void> | void;
  /** Called once the port is open. @param url the server's address on this machine */
  listening?(url: string): Promise<void> | void;
  /** Frees everything; the modules it depends on still run. */
  stop?(): Promise<void> | void;
  /** What the module does for each camera. */
  readonly cameraHooks?: CameraHooks;
}

interface CameraHooks {
  /**
   * Starts the module's work for a camera.
   * @param options.isResumed what the camera saw while it was suspended must not be recorded
   */
  start?(camera: StoredCamera, options: { readonly isResumed: boolean }): void;
  /**
   * Stops the module's work for a camera; stored data stay.
   * @param options.isRemoved it never starts again
   */
  stop?(cameraId: string, options: { readonly isRemoved: boolean }): Promise<void> | void;
  /** Deletes the stored data of a removed camera, after `stop`. Rejects when any data are left. */
  remove?(cameraId: string): Promise<void> | void;
}

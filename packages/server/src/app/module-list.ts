import type { FastifyInstance } from 'fastify';
import type { Logger } from '../kernel/log.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import type { UpgradeRouter } from '../kernel/upgrade.ts';
import { createCameraLifecycle, type CameraLifecycle } from './camera-lifecycle.ts';

/** Runs the modules of a server: starts them in the order they were added, stops them in reverse. */
export interface ModuleList {
  /** Adds a module after everything it depends on. */
  add<M extends ServerModule>(module: M): M;
  readonly cameras: CameraLifecycle;
  routes(app: FastifyInstance, upgrades: UpgradeRouter): Promise<void>;
  start(): Promise<void>;
  listening(url: string): Promise<void>;
  /** Stops every module once, even if some fail to stop; later calls wait for the first. */
  stop(): Promise<void>;
}

export function createModuleList(log: Logger): ModuleList {
  const modules: ServerModule[] = [];
  let stopping: Promise<void> | undefined;
  const stopAll = async (): Promise<void> => {
    for (const { name, stop } of modules.toReversed()) {
      try {
        await stop?.();
      } catch (error) {
        log.error({ err: error, module: name }, 'A module did not stop cleanly');
      }
    }
  };
  return {
    add: (module) => {
      modules.push(module);
      return module;
    },
    cameras: createCameraLifecycle(modules),
    routes: async (app, upgrades) => {
      for (const module of modules) await module.routes?.(app, upgrades);
    },
    start: async () => {
      for (const module of modules) await module.start?.();
    },
    listening: async (url) => {
      for (const module of modules) await module.listening?.(url);
    },
    stop: () => (stopping ??= stopAll()),
  };
}

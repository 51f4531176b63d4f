import type { FastifyInstance } from 'fastify';
import type { Logger } from '../kernel/log.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import type { ServerRole } from '../kernel/settings/cluster-settings.ts';
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

/**
 * The roles that run the background work of a module; what is not listed runs on every node. Routes are declared by every node, so that each
 * answers every request that reaches it. Cameras follow their leases, which `media` nodes have. Every node adds to the queues of messages;
 * `JobPlace` says who works them off.
 */
export const moduleRoles: Readonly<Record<string, readonly ServerRole[]>> = {
  account: ['jobs'],
  billing: ['jobs'],
  'home MQTT': ['media'],
  mail: ['jobs'],
  notifications: ['jobs'],
  'stream links': ['api', 'media'],
  // A node that answers the app says what the bot is called; `jobs` reads what is written to it.
  telegram: ['api', 'jobs'],
  // Films are made where the footage is and where they are asked for.
  timelapse: ['media'],
  webhooks: ['jobs'],
};

/** @param roles of a server; null where it runs alone and does everything */
export function runsOn({ name }: Pick<ServerModule, 'name'>, roles: readonly ServerRole[] | null): boolean {
  return roles === null || (moduleRoles[name]?.some((role) => roles.includes(role)) ?? true);
}

/** @param roles of this server; null where it runs alone and does everything */
export function createModuleList(log: Logger, roles: readonly ServerRole[] | null = null): ModuleList {
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
      for (const module of modules) if (runsOn(module, roles)) await module.start?.();
    },
    listening: async (url) => {
      for (const module of modules) await module.listening?.(url);
    },
    stop: () => (stopping ??= stopAll()),
  };
}

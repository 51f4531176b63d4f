import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import type { Broker } from '../adapters/broker/port.ts';
import type { CamerasService } from '../features/cameras/index.ts';
import { createAnnouncer, createMqttAccess, registerMqttRoutes, type EventsService } from '../features/events/index.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ServerConfig } from '../kernel/config.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { Tokens } from '../kernel/tokens.ts';
import type { UpgradeRouter } from '../kernel/upgrade.ts';
import type { Doorkeeper } from './broker.ts';
import type { Modules } from './modules.ts';

export interface LiveUpdatesDeps {
  readonly config: ServerConfig;
  readonly app: FastifyInstance;
  readonly broker: Broker;
  readonly doorkeeper: Doorkeeper;
  readonly upgrades: UpgradeRouter;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly cameras: Pick<CamerasService, 'list' | 'onCameraAdded' | 'onCameraRemoved'>;
  readonly isSessionRunning: (familyId: string) => Promise<boolean>;
  readonly onStatus: Modules['onStatus'];
  readonly events: Pick<EventsService, 'onChange'>;
}

export interface LiveUpdates {
  close(): void;
}

/** Tells pages what happens as it happens: who may listen, and what is told. */
export function createLiveUpdates({ config, app, broker, doorkeeper, upgrades, tokens, clock, metrics, cameras, isSessionRunning, onStatus, events }: LiveUpdatesDeps): LiveUpdates {
  const access = createMqttAccess({ tokens, clock, cameras, isSessionRunning, onCamerasChanged: (customerId) => announcer.camerasChanged(customerId) });
  doorkeeper.add(access);
  const announcer = createAnnouncer(broker);
  registerMqttRoutes(app, { upgrades, broker, access, publicOrigin: config.publicOrigin });
  new Gauge({ name: 'watchpost_mqtt_clients', help: 'Pages that listen to what happens, and cameras that take commands', registers: [metrics.registry], collect() { this.set(broker.clients()); } });

  const stopStatus = onStatus(announcer.state);
  events.onChange(announcer.event);
  cameras.onCameraAdded(({ ownerId }) => {
    announcer.camerasChanged(ownerId);
    broker.recheck(ownerId);
  });
  cameras.onCameraRemoved((cameraId) => {
    announcer.forget(cameraId);
    // Whoever saw it: the rules notice, and tell.
    broker.recheck();
  });
  return { close: stopStatus };
}

import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import type { Broker, BrokerRules } from '../adapters/broker/port.ts';
import type { CamerasService } from '../features/cameras/index.ts';
import { createAnnouncer, createMqttAccess, isRetainedTopic, registerMqttRoutes, type EventsService } from '../features/events/index.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ServerConfig } from '../kernel/config.ts';
import type { Logger } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { Tokens } from '../kernel/tokens.ts';
import type { UpgradeRouter } from '../kernel/upgrade.ts';
import type { Modules } from './modules.ts';

export interface LiveUpdatesDeps {
  readonly config: ServerConfig;
  readonly app: FastifyInstance;
  readonly upgrades: UpgradeRouter;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly cameras: Pick<CamerasService, 'list' | 'onCameraAdded' | 'onCameraRemoved'>;
  readonly isSessionRunning: (familyId: string) => Promise<boolean>;
  readonly onStatus: Modules['onStatus'];
  readonly events: Pick<EventsService, 'onChange'>;
}

export interface LiveUpdates {
  /** Hangs up on everybody; once, however often it is called. */
  close(): Promise<void>;
}

/** Tells pages what happens as it happens: the broker, who may listen, and what is told. */
export async function createLiveUpdates({ config, app, upgrades, tokens, clock, log, metrics, cameras, isSessionRunning, onStatus, events }: LiveUpdatesDeps): Promise<LiveUpdates> {
  const access = createMqttAccess({ tokens, clock, cameras, isSessionRunning, onCamerasChanged: (customerId) => announcer.camerasChanged(customerId) });
  const broker = await createBroker(config, access, { clock, log });
  const announcer = createAnnouncer(broker);
  registerMqttRoutes(app, { upgrades, broker, access, publicOrigin: config.publicOrigin });
  new Gauge({ name: 'watchpost_mqtt_viewers', help: 'Pages that listen to what happens', registers: [metrics.registry], collect() { this.set(broker.viewers()); } });

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
  let closing: Promise<void> | undefined;
  return {
    close: () => {
      stopStatus();
      return (closing ??= broker.close());
    },
  };
}

async function createBroker({ mqttUrl }: ServerConfig, rules: BrokerRules, deps: { readonly clock: Clock; readonly log: Logger }): Promise<Broker> {
  // Each is loaded only where it is used.
  if (mqttUrl === null) {
    const { createEmbeddedBroker } = await import('../adapters/broker/embedded.ts');
    return createEmbeddedBroker({ rules, ...deps });
  }
  const { createOutsideBroker } = await import('../adapters/broker/outside.ts');
  return createOutsideBroker({ url: mqttUrl, rules, isRetained: isRetainedTopic, ...deps });
}

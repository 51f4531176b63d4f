import type { Clock } from '@watchpost/contract/timing/clock';
import { Gauge } from 'prom-client';
import type { Broker } from '../adapters/broker/port.ts';
import type { CamerasService } from '../features/cameras/index.ts';
import { createAnnouncer, createMqttAccess, registerMqttRoutes, type EventsService } from '../features/events/index.ts';
import type { ServerConfig } from '../kernel/config.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { AccessChanges } from '../kernel/module/access-changes.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import type { Tokens } from '../kernel/tokens.ts';
import type { Ingest } from '../media/ingest/index.ts';
import type { BrokerAuthorizer } from './broker-module.ts';

interface LiveUpdatesDeps {
  readonly config: Pick<ServerConfig, 'publicOrigin'>;
  readonly broker: Broker;
  readonly authorizer: BrokerAuthorizer;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly cameras: Pick<CamerasService, 'list' | 'onCameraAdded' | 'onCameraRemoved'>;
  readonly isSessionRunning: (familyId: string) => Promise<boolean>;
  readonly onStatus: Ingest['onStatus'];
  readonly events: Pick<EventsService, 'onChange'>;
  readonly accessChanges: Pick<AccessChanges, 'onChanged'>;
}

/** Publishes events to open pages as they happen, and authorizes those pages. */
export function createLiveUpdatesModule(deps: LiveUpdatesDeps): ServerModule {
  const { config, broker, authorizer, tokens, clock, metrics, cameras, isSessionRunning, onStatus, events, accessChanges } = deps;
  const announcer = createAnnouncer(broker);
  const onCamerasChanged = announcer.camerasChanged;
  const access = createMqttAccess({ tokens, clock, cameras, isSessionRunning, onCamerasChanged });
  authorizer.add(access);
  new Gauge({
    name: 'watchpost_mqtt_clients',
    help: 'Pages that receive live updates, and cameras that receive commands',
    registers: [metrics.registry],
    collect() {
      this.set(broker.clients());
    },
  });

  const stopStatus = onStatus(announcer.state);
  events.onChange(announcer.event);
  cameras.onCameraAdded(({ ownerId }) => {
    announcer.camerasChanged(ownerId);
    broker.recheck(ownerId);
  });
  cameras.onCameraRemoved((cameraId) => {
    announcer.forget(cameraId);
    // The check detects the change for every customer who saw the camera, and announces it.
    broker.recheck();
  });
  const stopChanges = accessChanges.onChanged((_cameraId, customerId) => {
    if (customerId === null) broker.recheck();
    else broker.recheck(customerId);
  });
  return {
    name: 'live updates',
    routes: (app, upgrades) => registerMqttRoutes(app, { upgrades, broker, access, publicOrigin: config.publicOrigin }),
    stop: () => {
      stopStatus();
      stopChanges();
    },
  };
}

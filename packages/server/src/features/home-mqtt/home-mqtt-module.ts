import { Counter, Gauge } from 'prom-client';
import type { ConnectHomeBroker } from '../../adapters/home-broker/port.ts';
import type { Db } from '../../db/database.ts';
import type { ServerConfig } from '../../kernel/config.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import type { CameraFence } from '../../kernel/module/camera-fence.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { wholeArchive } from '../../kernel/access/open-archive.ts';
import type { Ingest } from '../../media/ingest/index.ts';
import type { EventsService } from '../events/index.ts';
import { createHomeMqttPublisher, type HomeMqttPublisher, type HomeMqttPublisherDeps } from './home-mqtt-publisher.ts';
import { createHomeMqttRepository } from './home-mqtt-repository.ts';
import { registerHomeMqttRoutes } from './home-mqtt-routes.ts';
import { createHomeMqttService } from './home-mqtt-service.ts';

interface HomeMqttModuleDeps extends Pick<HomeMqttPublisherDeps, 'clock' | 'log' | 'battery' | 'snapshots'> {
  readonly config: Pick<ServerConfig, 'homeMqtt'>;
  readonly db: Db;
  readonly metrics: Metrics;
  /** Null without a broker: the cameras' switches are read and switched off, nothing more. */
  readonly connect: ConnectHomeBroker | null;
  readonly ingest: Pick<Ingest, 'status' | 'onStatus'>;
  /** This server among others; null where it runs alone. */
  readonly cluster: { readonly fence: Pick<CameraFence, 'nodeId'>; holds(cameraId: string): boolean } | null;
  readonly events: Pick<EventsService, 'onChange' | 'picture'>;
}

/** Publishes cameras on the MQTT broker of a home, for other software. */
export function createHomeMqttModule(deps: HomeMqttModuleDeps): ServerModule {
  const { config, db, clock, metrics, connect, ingest, cluster, events } = deps;
  const { homeMqtt: settings } = config;
  const repository = createHomeMqttRepository(db);
  const publisher =
    settings && connect
      ? createHomeMqttPublisher({
          ...deps,
          settings,
          connect,
          repository,
          node: cluster && { id: cluster.fence.nodeId, holds: cluster.holds },
          status: ingest.status,
          readPicture: (cameraId, eventId) => events.picture(cameraId, eventId, wholeArchive),
        })
      : null;
  let isStarted = false;
  // A node that publishes nothing must not connect because its requests changed something.
  const refresh = (): void => {
    if (isStarted) publisher?.refresh();
  };
  const service = createHomeMqttService({ repository, clock, prefix: settings?.prefix ?? null, onChange: refresh });
  const stops: (() => void)[] = [];
  return {
    name: 'home MQTT',
    routes: (app) => registerHomeMqttRoutes(app, { service }),
    start: () => {
      if (!publisher) return;
      measure(metrics, publisher);
      stops.push(ingest.onStatus(publisher.onStatus));
      events.onChange(publisher.onEvent);
      isStarted = true;
      publisher.start();
    },
    stop: async () => {
      for (const stop of stops) stop();
      await publisher?.close();
    },
    // A removed camera, and one of a deleted or restored account.
    cameraHooks: {
      start: ({ id }) => {
        if (isStarted) publisher?.onTaken(id);
      },
      stop: refresh,
      remove: refresh,
    },
  };
}

function measure({ registry }: Metrics, { broker }: HomeMqttPublisher): void {
  const registers = [registry];
  new Gauge({
    name: 'watchpost_home_mqtt_connected',
    help: 'Whether the home’s MQTT broker is connected',
    registers,
    collect() {
      this.set(broker()?.isConnected() === true ? 1 : 0);
    },
  });
  const count = (name: string, help: string, kind: 'published' | 'dropped'): void => {
    let counted = 0;
    new Counter({
      name,
      help,
      registers,
      collect() {
        const now = broker()?.counts()[kind] ?? 0;
        this.inc(now - counted);
        counted = now;
      },
    });
  };
  count('watchpost_home_mqtt_published_total', 'Messages that the home’s MQTT broker has confirmed', 'published');
  count('watchpost_home_mqtt_dropped_total', 'Messages that were lost because that broker was away or slow', 'dropped');
}

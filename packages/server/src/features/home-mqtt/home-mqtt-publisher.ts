import {
  homeAssistantStatusTopic,
  homeCameraTopic,
  homeMqttLimits,
  homeNodeTopic,
  homeStatusTopic,
} from '@watchpost/contract/protocols/home-mqtt';
import { cameraIdSchema } from '@watchpost/contract/schemas/cameras';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { ConnectHomeBroker, HomeBroker } from '../../adapters/home-broker/port.ts';
import { inBackground } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';
import type { HomeMqttSettings } from '../../kernel/settings/home-mqtt-settings.ts';
import type { CameraStatus } from '../../media/media-types.ts';
import type { Snapshots } from '../../media/snapshots/snapshots.ts';
import type { StoredEvent } from '../events/index.ts';
import type { HomeCamera, HomeMqttRepository } from './home-mqtt-repository.ts';
import { createHomeTopics, percentOf } from './home-mqtt-topics.ts';

/** Publishes cameras on the broker of a home, as it is now and as it changes. */
export interface HomeMqttPublisher {
  /** Connects, once it is known which cameras are published. */
  start(): void;
  /** Reads again which cameras are published, and what they are called. */
  refresh(): void;
  /** This server begins to take a camera in, which another node may have published until now. */
  onTaken(cameraId: string): void;
  onStatus(cameraId: string, status: Pick<CameraStatus, 'state'>): void;
  onEvent(kind: 'began' | 'picture' | 'ended', event: StoredEvent): void;
  broker(): Pick<HomeBroker, 'isConnected' | 'counts'> | null;
  /** Resolves when nothing is being read: for tests. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** This server among others. */
interface HomeMqttNode {
  readonly id: string;
  /** Whether this node takes a camera in now. */
  holds(cameraId: string): boolean;
}

export interface HomeMqttPublisherDeps {
  /** Null where this server runs alone. Of several, each publishes the cameras that it holds: the others know nothing new of them. */
  readonly node: HomeMqttNode | null;
  readonly settings: Pick<HomeMqttSettings, 'prefix' | 'discoveryPrefix'>;
  readonly connect: ConnectHomeBroker;
  readonly repository: Pick<HomeMqttRepository, 'enabled' | 'hasPersons'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly status: (cameraId: string) => Pick<CameraStatus, 'state'>;
  /** The last report, `level` 0 to 1; null for a camera without a battery. */
  readonly battery: (cameraId: string) => { readonly level: number } | null;
  readonly snapshots: Pick<Snapshots, 'preview' | 'read'>;
  /** Returns the picture of an event. */
  readonly readPicture: (cameraId: string, eventId: string) => Promise<Uint8Array>;
}

type DetectionKind = 'motion' | 'person';

/** What is published of a camera. */
interface Published {
  camera: HomeCamera;
  hasPersons: boolean;
  /** Percent; null without a battery. */
  battery: number | null;
  /** When the published picture was taken, Unix ms, and when it was published, monotonic ms. */
  snapshot: { readonly takenAt: number; readonly publishedAt: number } | null;
  /** What is ON; each ends a timer. */
  readonly detected: Map<DetectionKind, () => void>;
}

const { detectionTimeoutMs, refreshIntervalMs, minSnapshotIntervalMs } = homeMqttLimits;
/** A program that has just discovered a camera subscribes to its topics first; what is not retained comes afterwards. */
const detectionDelayMs = 5000;
/** Cameras of an earlier time that are looked up, and removed from the broker, in one connection. */
const maxForgotten = 10_000;
const kindOfType: Partial<Record<StoredEvent['type'], DetectionKind>> = { motion: 'motion', human: 'person' };

export function createHomeMqttPublisher(deps: HomeMqttPublisherDeps): HomeMqttPublisher {
  const { node, settings, connect, repository, clock, log, status, battery, snapshots, readPicture } = deps;
  const { prefix, discoveryPrefix } = settings;
  const sharedTopic = homeStatusTopic(prefix);
  const statusTopic = node === null ? sharedTopic : homeNodeTopic(prefix, node.id);
  const cameras = new Map<string, Published>();
  /** Cameras whose owners agree, also those that other nodes publish. */
  let agreed: ReadonlySet<string> = new Set();
  /** What the broker retains of cameras that are not known to be among them. */
  const strangers = new Set<string>();
  const birthTopic = discoveryPrefix === null ? null : homeAssistantStatusTopic(discoveryPrefix);
  const topics = createHomeTopics({ publish: (message) => broker?.publish(message) }, { prefix, discoveryPrefix, statusTopic });
  let broker: HomeBroker | null = null;
  let shared: HomeBroker | null = null;
  let forgotten = 0;
  let cancelDetections = (): void => undefined;
  let stopRefresh = (): void => undefined;
  let refreshing: Promise<void> | null = null;
  let isRefreshDue = false;
  let isClosed = false;

  const isOurs = (cameraId: string): boolean => node?.holds(cameraId) ?? true;
  const announce = ({ camera, hasPersons, battery: percent }: Published): void =>
    topics.announce({ camera, hasPersons, hasBattery: percent !== null });
  const publishStatus = (id: string): void => topics.availability(id, status(id).state === 'online');
  const publishSnapshot = (id: string, published: Published, takenAt: number, load: () => Promise<Uint8Array | null>): void => {
    const snapshot = { takenAt, publishedAt: clock.monotonic() };
    published.snapshot = snapshot;
    topics.snapshot(id, load, () => cameras.get(id) === published && published.snapshot === snapshot);
  };
  const canPublishSnapshot = ({ snapshot }: Published): boolean =>
    snapshot === null || clock.monotonic() - snapshot.publishedAt >= minSnapshotIntervalMs;

  const publishPreview = (id: string, published: Published): void => {
    const takenAt = snapshots.preview(id)?.takenAt;
    if (takenAt === undefined || !canPublishSnapshot(published)) return;
    // The picture of an event may be the newer one; only a clock that was set back makes a new picture much older.
    const ageMs = (published.snapshot?.takenAt ?? Number.NEGATIVE_INFINITY) - takenAt;
    if (ageMs >= 0 && ageMs < refreshIntervalMs) return;
    publishSnapshot(id, published, takenAt, () => snapshots.read(id));
  };

  /** Publishes all that is retained. */
  const publishCamera = (id: string, published: Published): void => {
    publishStatus(id);
    topics.info(published.camera);
    if (published.battery !== null) topics.battery(id, published.battery / 100);
    announce(published);
    published.snapshot = null;
    publishPreview(id, published);
  };
  const publishDetections = (): void => {
    for (const [id, { hasPersons, detected }] of cameras) {
      if (!isOurs(id)) continue;
      topics.detection(id, 'motion', detected.has('motion'));
      if (hasPersons) topics.detection(id, 'person', detected.has('person'));
    }
  };
  const publishAll = (): void => {
    for (const [id, published] of cameras) if (isOurs(id)) publishCamera(id, published);
    publishDetectionsSoon();
  };
  const publishDetectionsSoon = (): void => {
    cancelDetections();
    cancelDetections = clock.after(detectionDelayMs, publishDetections);
  };

  const setDetected = (id: string, published: Published, kind: DetectionKind, isOn: boolean): void => {
    published.detected.get(kind)?.();
    published.detected.delete(kind);
    if (isOn)
      published.detected.set(
        kind,
        clock.after(detectionTimeoutMs, () => setDetected(id, published, kind, false)),
      );
    topics.detection(id, kind, isOn);
  };

  /** Publishes nothing more of a camera; what the broker retains of it stays, for the node that publishes it now. */
  const leave = (id: string): void => {
    for (const cancel of cameras.get(id)?.detected.values() ?? []) cancel();
    cameras.delete(id);
  };
  const remove = (id: string): void => {
    leave(id);
    topics.clear(id);
  };
  const add = async (camera: HomeCamera): Promise<void> => {
    const hasPersons = await repository.hasPersons(camera.id);
    const published: Published = { camera, hasPersons, battery: chargeOf(camera.id), snapshot: null, detected: new Map() };
    cameras.set(camera.id, published);
    if (!broker) return;
    publishCamera(camera.id, published);
    publishDetectionsSoon();
  };
  const update = (camera: HomeCamera, published: Published): void => {
    const before = published.camera;
    const percent = chargeOf(camera.id);
    const isRenamed = before.title !== camera.title || before.model !== camera.model || before.timeZone !== camera.timeZone;
    const isBatteryNew = published.battery === null && percent !== null;
    published.camera = camera;
    if (percent !== null && percent !== published.battery) {
      published.battery = percent;
      topics.battery(camera.id, percent / 100);
    }
    if (isRenamed) topics.info(camera);
    if (isRenamed || isBatteryNew) announce(published);
    publishPreview(camera.id, published);
  };
  const chargeOf = (id: string): number | null => {
    const report = battery(id);
    return report && percentOf(report.level);
  };

  const readCameras = async (): Promise<void> => {
    // Those that come while it is being read are for the next time.
    const asked = [...strangers];
    const enabled = await repository.enabled();
    const ids = new Set(enabled.map(({ id }) => id));
    for (const id of [...agreed, ...asked]) if (!ids.has(id)) remove(id);
    for (const id of asked) strangers.delete(id);
    agreed = ids;
    for (const camera of enabled) {
      const published = cameras.get(camera.id);
      if (!isOurs(camera.id)) leave(camera.id);
      else if (published) update(camera, published);
      else await add(camera);
    }
    // Connected only now: until then, every camera that the broker knows would seem to be forgotten.
    if (broker || isClosed) return;
    broker = connectBroker();
    if (node !== null) shared = connectShared();
  };
  const refresh = (): void => {
    isRefreshDue = true;
    refreshing ??= (async () => {
      while (isRefreshDue && !isClosed) {
        isRefreshDue = false;
        await inBackground(readCameras).catch((error: unknown) =>
          log.warn({ err: error }, 'The cameras for home automation could not be read; retrying'),
        );
      }
      refreshing = null;
    })();
  };

  /**
   * Removes from the broker what it still retains of a camera that is not published any more, such as one removed while it was away. Its owner
   * may have agreed a moment ago at another node, so that is looked up first.
   */
  const forget = (cameraId: string): void => {
    if (agreed.has(cameraId) || !cameraIdSchema.safeParse(cameraId).success || forgotten >= maxForgotten) return;
    forgotten += 1;
    strangers.add(cameraId);
    refresh();
  };
  /** Another node has removed a camera that this one publishes: its owner may have just switched it off, or off and on. */
  const publishAgain = (cameraId: string): void => {
    if (!cameras.has(cameraId)) return;
    leave(cameraId);
    refresh();
  };
  const connectBroker = (): HomeBroker =>
    connect({
      statusTopic,
      subscriptions: [homeCameraTopic(prefix, '+', 'availability'), ...(birthTopic === null ? [] : [birthTopic])],
      onConnected: () => {
        forgotten = 0;
        publishAll();
      },
      onMessage: ({ topic, payload, isRetained }) => {
        // A retained birth message is older than this connection, which has just published everything.
        if (topic === birthTopic) {
          if (payload === 'online' && !isRetained) publishAll();
          return;
        }
        const cameraId = topic.slice(prefix.length + 1).split('/')[0] ?? '';
        if (payload === '') {
          if (node !== null && !isRetained) publishAgain(cameraId);
        } else if (isRetained) forget(cameraId);
      },
    });
  /** Connects to the topic that all nodes share. A node that ends makes it `offline`; the others say at once that they are still there. */
  const connectShared = (): HomeBroker =>
    connect({
      statusTopic: sharedTopic,
      subscriptions: [sharedTopic],
      onConnected: () => undefined,
      onMessage: ({ payload }) => {
        if (payload === 'offline' && !isClosed) shared?.publish({ topic: sharedTopic, payload: 'online', isRetained: true });
      },
    });

  return {
    start: () => {
      refresh();
      stopRefresh = callEvery(clock, refreshIntervalMs, refresh);
    },
    refresh,
    onTaken: (cameraId) => {
      // What another node has published of it since is out of date.
      if (node !== null) leave(cameraId);
      refresh();
    },
    onStatus: (cameraId) => {
      if (cameras.has(cameraId) && isOurs(cameraId)) publishStatus(cameraId);
    },
    onEvent: (change, event) => {
      const { cameraId, id, type, startAt } = event;
      const published = cameras.get(cameraId);
      if (!published || !isOurs(cameraId)) return;
      if (change === 'picture') {
        if (canPublishSnapshot(published)) publishSnapshot(cameraId, published, startAt, () => readPicture(cameraId, id));
        return;
      }
      topics.event(published.camera.title, event);
      const kind = kindOfType[type];
      if (kind === undefined) return;
      if (kind === 'person' && !published.hasPersons) {
        published.hasPersons = true;
        announce(published);
      }
      setDetected(cameraId, published, kind, change === 'began');
    },
    broker: () => broker,
    idle: async () => void (await refreshing),
    close: async () => {
      isClosed = true;
      stopRefresh();
      cancelDetections();
      for (const { detected } of cameras.values()) for (const cancel of detected.values()) cancel();
      await refreshing;
      await Promise.all([broker?.close(), shared?.close()]);
    },
  };
}

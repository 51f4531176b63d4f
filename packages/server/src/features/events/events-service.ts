import type { MotionDetection, UpdateMotionDetectionBody } from '@watchpost/contract/schemas/events';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { newId } from '../../kernel/ids.ts';
import { createMutex } from '../../kernel/mutex.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Motion, MotionWatch } from '../../media/detection/motion-watch.ts';
import type { Db } from '../../db/database.ts';
import type { CamerasService } from '../cameras/index.ts';
import { createActivityStore } from './events-activity.ts';
import type { EventChange } from './events-announcer.ts';
import { createMotionSettings } from './events-motion-settings.ts';
import { createEventPictures } from './events-pictures.ts';
import { createEventsReader, type EventsReader, type EventsReaderDeps } from './events-reader.ts';
import { createEventsRepository, type EventsRepository, type StoredEvent } from './events-repository.ts';

export interface EventsService extends EventsReader {
  motionDetection(cameraId: string): Promise<MotionDetection>;
  updateMotionDetection(cameraId: string, change: UpdateMotionDetectionBody): Promise<MotionDetection>;
  /** Starts motion detection with the camera's settings. */
  start(cameraId: string): Promise<void>;
  /** Deletes the events of a removed camera. */
  remove(cameraId: string): Promise<void>;
  /** Receives motion from the detector. */
  readonly onMotion: (motion: Motion) => void;
  /** Receives how much of a picture moves, 0 to 1. */
  readonly onLevel: (cameraId: string, at: number, level: number) => void;
  /** Called when an event begins and its picture is ready. */
  onEvent(listener: (event: StoredEvent) => void): void;
  /** Called with each change of an event, once it is stored. */
  onChange(listener: (kind: EventChange, event: StoredEvent) => void): void;
  close(): Promise<void>;
}

export interface EventsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Folder of the pictures. */
  readonly folder: string;
  readonly motion: Pick<MotionWatch, 'watch' | 'forget'>;
  readonly cameras: Pick<CamerasService, 'list'>;
  /** Writes what follows from the beginning or the end of an event, in the transaction that stores it. */
  readonly within?: ((transaction: Db, kind: 'began' | 'ended', event: StoredEvent) => Promise<void>) | undefined;
  readonly camerasIn: EventsReaderDeps['camerasIn'];
  /** Decodes the first picture of an init section and a fragment to a JPEG; null when no decoder is available. */
  readonly decode: (video: Uint8Array) => Promise<Uint8Array | null>;
}

const cleanUpIntervalMs = 3_600_000;
const cleanUpBatchSize = 500;

export function createEventsService({ db, clock, log, folder, motion, cameras, within, camerasIn, decode }: EventsDeps): EventsService {
  const repository = createEventsRepository(db);
  const settings = createMotionSettings(db);
  const pictures = createEventPictures(folder);
  const activity = createActivityStore({ db, clock, log });
  /** What is read must be applied before the next change, or the detector would keep older settings than the database. */
  const applying = createMutex();
  const listeners: ((event: StoredEvent) => void)[] = [];
  const changeListeners: ((kind: EventChange, event: StoredEvent) => void)[] = [];
  /** The current event of each camera with motion. */
  const running = new Map<string, StoredEvent>();
  /** Current events that already have their picture. */
  const pictured = new Set<string>();
  /** Pending writes of each camera, in order: an end never overtakes its beginning. */
  const writing = new Map<string, Promise<void>>();

  const inOrder = (cameraId: string, work: () => Promise<void>): void => {
    const next = (writing.get(cameraId) ?? Promise.resolve())
      .then(work)
      .catch((error: unknown) => log.warn({ err: error, cameraId }, 'An event could not be stored'));
    writing.set(cameraId, next);
    void next.then(() => writing.get(cameraId) === next && writing.delete(cameraId));
  };

  const changed = (kind: EventChange, event: StoredEvent): void => {
    for (const listener of changeListeners) listener(kind, event);
  };

  const store = (kind: 'began' | 'ended', event: StoredEvent, write: (to: EventsRepository) => Promise<void>): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      await write(createEventsRepository(transaction));
      await within?.(transaction, kind, event);
    });

  const begin = async (event: StoredEvent, video: Uint8Array): Promise<void> => {
    await store('began', event, (to) => to.insert(event));
    changed('began', event);
    const jpeg = await decode(video).catch((error: unknown) => {
      log.warn({ err: error, cameraId: event.cameraId }, 'The picture of an event could not be created');
      return null;
    });
    if (jpeg) {
      await pictures.write(event.cameraId, event.id, jpeg);
      await repository.setPicture(event.id);
      pictured.add(event.id);
      changed('picture', { ...event, hasPicture: true });
    }
    for (const listener of listeners) listener({ ...event, hasPicture: jpeg !== null });
  };

  const end = async (event: StoredEvent, at: number): Promise<void> => {
    const ended = { ...event, endAt: at };
    await store('ended', ended, (to) => to.finish(event.id, at));
    changed('ended', { ...ended, hasPicture: pictured.delete(event.id) });
  };

  const onMotion = (change: Motion): void => {
    const { cameraId } = change;
    if (change.kind === 'began') {
      const event: StoredEvent = {
        id: newId('evt'),
        cameraId,
        type: 'motion',
        startAt: change.at,
        endAt: null,
        area: change.area,
        hasPicture: false,
      };
      running.set(cameraId, event);
      inOrder(cameraId, () => begin(event, change.picture));
      return;
    }
    const event = running.get(cameraId);
    running.delete(cameraId);
    if (event) inOrder(cameraId, () => end(event, change.at));
  };

  const cleanUp = async (): Promise<void> => {
    for (;;) {
      const gone = await repository.deleteExpired(clock.now(), cleanUpBatchSize);
      for (const { cameraId, id } of gone) await pictures.remove(cameraId, id);
      if (gone.length < cleanUpBatchSize) break;
    }
    await activity.deleteExpired(clock.now());
  };
  const cancelCleanUp = callEvery(
    clock,
    cleanUpIntervalMs,
    () => void cleanUp().catch((error: unknown) => log.warn({ err: error }, 'Old events could not be deleted')),
  );
  // Ends all events of the previous run; new ones are not affected, because they are written later.
  const ready = repository
    .finishAbandoned()
    .catch((error: unknown) => log.warn({ err: error }, 'Events of the last run could not be ended'));

  return {
    ...createEventsReader({ db, clock, repository, activity, pictures, cameras, camerasIn }),
    motionDetection: settings.read,
    updateMotionDetection: async (cameraId, change) => {
      const release = await applying.acquire();
      try {
        const next = await settings.update(cameraId, change);
        if (next.isEnabled) motion.watch(cameraId, next);
        else motion.forget(cameraId);
        return next;
      } finally {
        release();
      }
    },
    start: async (cameraId) => {
      await ready;
      const release = await applying.acquire();
      try {
        const { isEnabled, ...rest } = await settings.read(cameraId);
        if (isEnabled) motion.watch(cameraId, rest);
      } finally {
        release();
      }
    },
    remove: async (cameraId) => {
      motion.forget(cameraId);
      activity.forget(cameraId);
      await writing.get(cameraId);
      await pictures.removeCamera(cameraId);
    },
    onMotion,
    onLevel: activity.add,
    onEvent: (listener) => void listeners.push(listener),
    onChange: (listener) => void changeListeners.push(listener),
    close: async () => {
      cancelCleanUp();
      await ready;
      await Promise.all(writing.values());
      await activity.close();
    },
  };
}

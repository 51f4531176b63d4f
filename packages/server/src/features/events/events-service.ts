import type { MotionDetection, UpdateMotionDetectionBody } from '@watchpost/contract/schemas/events';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Motion, MotionWatch } from '../../media/detection/motion-watch.ts';
import type { Db } from '../../db/database.ts';
import type { CamerasService } from '../cameras/index.ts';
import { createActivityStore } from './events-activity.ts';
import type { EventChange } from './events-announcer.ts';
import { createMotionSettings } from './events-motion-settings.ts';
import { createEventPictures } from './events-pictures.ts';
import { createEventsReader, type EventsReader, type EventsReaderDeps } from './events-reader.ts';
import { createEventsRepository, type StoredEvent } from './events-repository.ts';

export interface EventsService extends EventsReader {
  motionDetection(cameraId: string): Promise<MotionDetection>;
  updateMotionDetection(cameraId: string, change: UpdateMotionDetectionBody): Promise<MotionDetection>;
  /** Looks for motion from now on, as the camera's settings say. */
  start(cameraId: string): Promise<void>;
  /** A camera that is gone leaves nothing. */
  remove(cameraId: string): Promise<void>;
  /** Takes what the motion watch tells. */
  readonly onMotion: (motion: Motion) => void;
  /** Takes how much moves in a picture, 0 to 1. */
  readonly onLevel: (cameraId: string, at: number, level: number) => void;
  /** Called when an event begins and its picture is there. */
  onEvent(listener: (event: StoredEvent) => void): void;
  /** Called with whatever changes about an event, as soon as it is kept. */
  onChange(listener: (kind: EventChange, event: StoredEvent) => void): void;
  close(): Promise<void>;
}

export interface EventsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where pictures are kept. */
  readonly folder: string;
  readonly motion: Pick<MotionWatch, 'watch' | 'forget'>;
  readonly cameras: Pick<CamerasService, 'list'>;
  readonly camerasIn: EventsReaderDeps['camerasIn'];
  /** JPEG of the first picture of an init section and a fragment; null when nothing here can decode. */
  readonly decode: (video: Uint8Array) => Promise<Uint8Array | null>;
}

const cleanUpEvery = 3_600_000;
const cleanUpAtOnce = 500;

export function createEventsService({ db, clock, log, folder, motion, cameras, camerasIn, decode }: EventsDeps): EventsService {
  const repository = createEventsRepository(db);
  const settings = createMotionSettings(db);
  const pictures = createEventPictures(folder);
  const activity = createActivityStore({ db, clock, log });
  const listeners: ((event: StoredEvent) => void)[] = [];
  const changeListeners: ((kind: EventChange, event: StoredEvent) => void)[] = [];
  /** The event that a camera's running motion is. */
  const running = new Map<string, StoredEvent>();
  /** Those that have their picture, while they run. */
  const pictured = new Set<string>();
  /** What is written of a camera, in order: an end never overtakes its beginning. */
  const writing = new Map<string, Promise<void>>();

  const inOrder = (cameraId: string, work: () => Promise<void>): void => {
    const next = (writing.get(cameraId) ?? Promise.resolve()).then(work).catch((error: unknown) => log.warn({ err: error, cameraId }, 'An event could not be kept'));
    writing.set(cameraId, next);
    void next.then(() => writing.get(cameraId) === next && writing.delete(cameraId));
  };

  const changed = (kind: EventChange, event: StoredEvent): void => {
    for (const listener of changeListeners) listener(kind, event);
  };

  const begin = async (event: StoredEvent, video: Uint8Array): Promise<void> => {
    await repository.insert(event);
    changed('began', event);
    const jpeg = await decode(video).catch((error: unknown) => {
      log.warn({ err: error, cameraId: event.cameraId }, 'The picture of an event could not be made');
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
    await repository.finish(event.id, at);
    changed('ended', { ...event, endAt: at, hasPicture: pictured.delete(event.id) });
  };

  const onMotion = (told: Motion): void => {
    const { cameraId } = told;
    if (told.kind === 'began') {
      const event: StoredEvent = { id: newId('evt'), cameraId, type: 'motion', startAt: told.at, endAt: null, area: told.area, hasPicture: false };
      running.set(cameraId, event);
      inOrder(cameraId, () => begin(event, told.picture));
      return;
    }
    const event = running.get(cameraId);
    running.delete(cameraId);
    if (event) inOrder(cameraId, () => end(event, told.at));
  };

  const cleanUp = async (): Promise<void> => {
    for (;;) {
      const gone = await repository.deleteExpired(clock.now(), cleanUpAtOnce);
      for (const { cameraId, id } of gone) await pictures.remove(cameraId, id);
      if (gone.length < cleanUpAtOnce) break;
    }
    await activity.deleteExpired(clock.now());
  };
  const cancelCleanUp = clock.every(cleanUpEvery, () => void cleanUp().catch((error: unknown) => log.warn({ err: error }, 'Old events could not be deleted')));
  // Whatever ran when the server stopped is over; what begins now is not touched, because it is written later.
  const ready = repository.finishAbandoned().catch((error: unknown) => log.warn({ err: error }, 'Events of the last run could not be ended'));

  return {
    ...createEventsReader({ db, clock, repository, activity, pictures, cameras, camerasIn }),
    motionDetection: settings.read,
    updateMotionDetection: async (cameraId, change) => {
      const next = await settings.update(cameraId, change);
      if (next.isEnabled) motion.watch(cameraId, next);
      else motion.forget(cameraId);
      return next;
    },
    start: async (cameraId) => {
      await ready;
      const { isEnabled, ...rest } = await settings.read(cameraId);
      if (isEnabled) motion.watch(cameraId, rest);
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

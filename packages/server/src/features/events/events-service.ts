import type { DetectionType } from '@watchpost/contract/protocols/detection';
import type { MotionDetection, UpdateMotionDetectionBody } from '@watchpost/contract/schemas/events';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { removeLeftovers } from '../../kernel/files/leftovers.ts';
import { newId } from '../../kernel/ids.ts';
import { createMutex } from '../../kernel/mutex.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Motion, MotionWatch } from '../../media/detection/motion-watch.ts';
import type { Copies } from '../../media/object-store/file-copies.ts';
import type { Detection } from '../../media/objects/tracking/object-rules.ts';
import type { Db } from '../../db/database.ts';
import type { CamerasService } from '../cameras/index.ts';
import { createActivityStore } from './events-activity.ts';
import type { EventChange } from './events-announcer.ts';
import { createMarkedPictures, type DrawBox } from './events-marked-pictures.ts';
import { createMotionSettings } from './events-motion-settings.ts';
import { createEventPictures } from './events-pictures.ts';
import { createEventsReader, type EventsReader, type EventsReaderDeps } from './events-reader.ts';
import { createEventsRepository, type EventsRepository, type StoredEvent } from './events-repository.ts';

export interface EventsService extends EventsReader {
  motionDetection(cameraId: string): Promise<MotionDetection>;
  updateMotionDetection(cameraId: string, change: UpdateMotionDetectionBody): Promise<MotionDetection>;
  /** Gives the detector the stored settings, after smart events have changed what it is needed for. */
  applyMotionDetection(cameraId: string): Promise<void>;
  /** Called when the settings of motion detection have changed. */
  onMotionDetection(listener: (cameraId: string) => void): void;
  /** Starts motion detection with the camera's settings. */
  start(cameraId: string): Promise<void>;
  /** Deletes the events of a removed camera. */
  remove(cameraId: string): Promise<void>;
  /** Receives motion from the detector. */
  readonly onMotion: (motion: Motion) => void;
  /** Receives what was recognised; several detections of a camera can run at once, also beside motion. */
  readonly onDetection: (detection: Detection) => void;
  /** Receives how much of a picture moves, 0 to 1. */
  readonly onLevel: (cameraId: string, at: number, level: number) => void;
  /**
   * Stores an event that is complete.
   * @param within writes what follows from it, in the same transaction; false: it is known already, and nothing is stored
   */
  report(event: Omit<StoredEvent, 'hasPicture'>, jpeg: Uint8Array | null, within: (transaction: Db) => Promise<boolean>): Promise<void>;
  /** Deletes an event and its picture, because what it shows was deleted. */
  withdraw(cameraId: string, eventId: string): Promise<void>;
  /** Called when an event begins and its picture is ready. */
  onEvent(listener: (event: StoredEvent) => void): void;
  /** Called with each change of an event, once it is stored. */
  onChange(listener: (kind: EventChange, event: StoredEvent) => void): void;
  close(): Promise<void>;
}

/** What motion detection asks of the smart events of a camera. */
export interface SmartEventsOfMotion {
  /**
   * Turns off detections that a change of motion detection names.
   * @throws {AppError} detection-conflict when it enables motion beside others that can't run then
   */
  makeRoom(
    transaction: Db,
    cameraId: string,
    change: { readonly isEnabled: boolean | undefined; readonly turnOff: readonly DetectionType[] },
  ): Promise<void>;
  /** Whether motion is analysed although it is not reported: a smart event is enabled in its place. */
  needMotion(cameraId: string): Promise<boolean>;
}

export interface EventsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Folder of the pictures. */
  readonly folder: string;
  /** This server among others, whose disk has that folder; null where it runs alone. */
  readonly nodeId?: string | null | undefined;
  /** Whether another node is alive; needed in a cluster only. */
  readonly isNodeAlive?: ((nodeId: string) => Promise<boolean>) | undefined;
  /** Copies of the pictures in the bucket; null without one. */
  readonly copies?: Copies | null | undefined;
  readonly motion: Pick<MotionWatch, 'watch' | 'forget'>;
  readonly cameras: Pick<CamerasService, 'list'>;
  readonly smartEvents?: SmartEventsOfMotion | undefined;
  /** Writes what follows from the beginning or the end of an event, in the transaction that stores it. */
  readonly within?: ((transaction: Db, kind: 'began' | 'ended', event: StoredEvent) => Promise<void>) | undefined;
  readonly camerasIn: EventsReaderDeps['camerasIn'];
  /** Decodes the last picture of an init section and a fragment to a JPEG; null when no decoder is available. */
  readonly decode: (video: Uint8Array, options: { readonly isLast: true }) => Promise<Uint8Array | null>;
  /** Marks what was recognised in pictures for messages; without it, they show the picture alone. */
  readonly drawBox?: DrawBox | undefined;
}

const cleanUpIntervalMs = 3_600_000;
const cleanUpBatchSize = 500;

export function createEventsService({
  db,
  clock,
  log,
  folder,
  nodeId = null,
  isNodeAlive = async () => false,
  copies = null,
  motion,
  cameras,
  smartEvents,
  within,
  camerasIn,
  decode,
  drawBox,
}: EventsDeps): EventsService {
  const repository = createEventsRepository(db);
  const settings = createMotionSettings(db);
  const pictures = createEventPictures(folder, copies);
  const here: Pick<StoredEvent, 'madeBy'> = nodeId === null ? {} : { madeBy: nodeId };
  const activity = createActivityStore({ db, clock, log });
  /** What is read must be applied before the next change, or the detector would keep older settings than the database. */
  const applying = createMutex();
  const listeners: ((event: StoredEvent) => void)[] = [];
  const changeListeners: ((kind: EventChange, event: StoredEvent) => void)[] = [];
  /** The current event of each camera with motion. */
  const running = new Map<string, StoredEvent>();
  /** Cameras whose motion is not reported. It is still analysed beside smart events: recordings on motion need it. */
  const unreported = new Set<string>();
  const settingsListeners: ((cameraId: string) => void)[] = [];
  /** The current events of recognised objects, by the detection's id, which is the event's as well. */
  const recognised = new Map<string, StoredEvent>();
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
    const jpeg = await decode(video, { isLast: true }).catch((error: unknown) => {
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

  const improve = async (event: StoredEvent, video: Uint8Array): Promise<void> => {
    const jpeg = await decode(video, { isLast: true }).catch(() => null);
    // It may have been deleted meanwhile.
    if (!jpeg || !(await repository.find(event.id))) return;
    await pictures.write(event.cameraId, event.id, jpeg);
    await repository.improvePicture(event);
    pictured.add(event.id);
    changed('picture', event);
  };

  const end = async (event: StoredEvent, at: number): Promise<void> => {
    const ended = { ...event, endAt: at };
    await store('ended', ended, (to) => to.finish(event.id, at));
    const hasPicture = pictured.delete(event.id);
    if (hasPicture) pictures.finish(event.cameraId, event.id);
    changed('ended', { ...ended, hasPicture });
  };

  const onMotion = (change: Motion): void => {
    const { cameraId } = change;
    if (change.kind === 'began') {
      if (unreported.has(cameraId)) return;
      const event: StoredEvent = {
        id: newId('evt'),
        cameraId,
        type: 'motion',
        startAt: change.at,
        endAt: null,
        area: change.area,
        hasPicture: false,
        score: null,
        label: null,
        ...here,
      };
      running.set(cameraId, event);
      inOrder(cameraId, () => begin(event, change.picture));
      return;
    }
    const event = running.get(cameraId);
    running.delete(cameraId);
    if (event) inOrder(cameraId, () => end(event, change.at));
  };

  const onDetection = (change: Detection): void => {
    const { cameraId, id, at } = change;
    if (change.kind === 'began') {
      const { type, box, score, label, shape, picture } = change;
      const where = { area: box, label, ...(shape && { shape }), ...here };
      const event: StoredEvent = { id, cameraId, type, startAt: at, endAt: null, hasPicture: false, score, ...where };
      recognised.set(id, event);
      inOrder(cameraId, () => begin(event, picture));
      return;
    }
    const event = recognised.get(id);
    if (change.kind === 'improved') {
      if (!event) return;
      const { box, score, picture } = change;
      const improved: StoredEvent = { ...event, area: box, score, hasPicture: true, isPictureImproved: true };
      recognised.set(id, improved);
      inOrder(cameraId, () => improve(improved, picture));
      return;
    }
    recognised.delete(id);
    if (event) inOrder(cameraId, () => end(event, at));
  };

  const apply = async (cameraId: string): Promise<void> => {
    const release = await applying.acquire();
    try {
      const { isEnabled, sensitivity, areas } = await settings.read(cameraId);
      if (isEnabled) unreported.delete(cameraId);
      else {
        unreported.add(cameraId);
        const event = running.get(cameraId);
        running.delete(cameraId);
        if (event) inOrder(cameraId, () => end(event, Math.max(event.startAt, clock.now())));
      }
      if (isEnabled || (await smartEvents?.needMotion(cameraId))) motion.watch(cameraId, { sensitivity, areas });
      else motion.forget(cameraId);
    } finally {
      release();
    }
  };

  const cleanUp = async (): Promise<void> => {
    for (;;) {
      const gone = await repository.deleteExpired(clock.now(), cleanUpBatchSize);
      for (const { cameraId, id } of gone) await pictures.remove(cameraId, id);
      if (gone.length < cleanUpBatchSize) break;
    }
    if (nodeId !== null) {
      // Other nodes have deleted events, too, and some have left theirs behind.
      await removeLeftovers({ folder, existing: repository.existing, before: clock.now() - cleanUpIntervalMs });
      await repository.finishAbandoned(async (maker) => maker !== undefined && maker !== nodeId && !(await isNodeAlive(maker)));
    }
    await activity.deleteExpired(clock.now());
  };
  const cancelCleanUp = callEvery(
    clock,
    cleanUpIntervalMs,
    () => void cleanUp().catch((error: unknown) => log.warn({ err: error }, 'Old events could not be deleted')),
  );
  // Ends the events of the previous run, not those that other nodes are still watching; new ones are written later.
  const ready = repository
    .finishAbandoned(async (maker) => maker === undefined || maker === nodeId || !(await isNodeAlive(maker)))
    .catch((error: unknown) => log.warn({ err: error }, 'Events of the last run could not be ended'));

  return {
    ...createEventsReader({ db, clock, repository, activity, pictures, marked: createMarkedPictures(drawBox), cameras, camerasIn }),
    motionDetection: settings.read,
    updateMotionDetection: async (cameraId, { turnOff = [], ...change }) => {
      const next = await db.transaction().execute(async (transaction) => {
        await smartEvents?.makeRoom(transaction, cameraId, { isEnabled: change.isEnabled, turnOff });
        return createMotionSettings(transaction).update(cameraId, change);
      });
      await apply(cameraId);
      for (const listener of settingsListeners) listener(cameraId);
      return next;
    },
    applyMotionDetection: apply,
    onMotionDetection: (listener) => void settingsListeners.push(listener),
    start: async (cameraId) => {
      await ready;
      await apply(cameraId);
    },
    remove: async (cameraId) => {
      motion.forget(cameraId);
      unreported.delete(cameraId);
      activity.forget(cameraId);
      await writing.get(cameraId);
      await pictures.removeCamera(cameraId);
    },
    onMotion,
    onDetection,
    onLevel: activity.add,
    report: async (report, jpeg, writeWithin) => {
      const event = { ...report, ...here, hasPicture: jpeg !== null };
      if (jpeg) await pictures.write(event.cameraId, event.id, jpeg);
      const isNew = await db.transaction().execute(async (transaction) => {
        if (!(await writeWithin(transaction))) return false;
        await createEventsRepository(transaction).insert(event);
        return true;
      });
      if (!isNew) return;
      if (jpeg) pictures.finish(event.cameraId, event.id);
      changed('began', event);
    },
    withdraw: async (cameraId, eventId) => {
      await pictures.remove(cameraId, eventId);
      await repository.remove(eventId);
    },
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

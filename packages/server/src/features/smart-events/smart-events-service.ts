import type { DetectionType } from '@watchpost/contract/protocols/detection';
import {
  detectionSettingsSchema,
  updateDetectionBodies,
  type CameraDetections,
  type DetectionSettings,
} from '@watchpost/contract/schemas/smart-events';
import { createMutex } from '../../kernel/mutex.ts';
import type { Db } from '../../db/database.ts';
import { createMotionSettings, type EventsService } from '../events/index.ts';
import { enabledTypes, refuseConflicts } from './smart-events-conflicts.ts';
import { invalidSettings } from './smart-events-fields.ts';
import type { ObjectRecognition } from './smart-events-port.ts';
import { createDetectionsRepository } from './smart-events-repository.ts';

export interface SmartEventsService {
  list(cameraId: string): Promise<CameraDetections>;
  /**
   * Changes one detection.
   * @param change any JSON: what a detection takes depends on its type
   * @throws {AppError} invalid-request, detection-conflict
   */
  update(cameraId: string, type: DetectionType, change: unknown): Promise<DetectionSettings>;
  /** Begins to recognise objects of a camera. */
  start(cameraId: string): Promise<void>;
  /** Gives the recognition the stored settings. */
  apply(cameraId: string): Promise<void>;
  stop(cameraId: string): void;
}

export interface SmartEventsDeps {
  readonly db: Db;
  readonly objects: ObjectRecognition;
  readonly events: Pick<EventsService, 'applyMotionDetection'>;
}

export function createSmartEventsService({ db, objects, events }: SmartEventsDeps): SmartEventsService {
  const repository = createDetectionsRepository(db);
  /** What is read must be applied before the next change, or the recognition would keep older settings than the database. */
  const applying = createMutex();

  const running = new Set<string>();

  const apply = async (cameraId: string): Promise<void> => {
    const release = await applying.acquire();
    try {
      const settings = await repository.read(cameraId);
      if (running.has(cameraId)) objects.configure(cameraId, settings);
    } finally {
      release();
    }
  };

  return {
    start: (cameraId) => {
      running.add(cameraId);
      return apply(cameraId);
    },
    apply,
    stop: (cameraId) => {
      running.delete(cameraId);
      objects.forget(cameraId);
    },
    list: async (cameraId) => {
      const [detections, motion] = await Promise.all([repository.read(cameraId), createMotionSettings(db).read(cameraId)]);
      return { ...objects.status(cameraId), detections, isMotionEnabled: motion.isEnabled };
    },
    update: async (cameraId, type, body) => {
      const parsed = updateDetectionBodies[type].safeParse(body);
      if (!parsed.success) throw invalidSettings(parsed.error);
      const { turnOff = [], ...change } = parsed.data;
      const changed = await db.transaction().execute(async (transaction) => {
        const detections = createDetectionsRepository(transaction);
        const motion = createMotionSettings(transaction);
        await detections.lock(cameraId);
        const current = await detections.read(cameraId);
        const { isEnabled: isMotionEnabled } = await motion.read(cameraId);
        if (change.isEnabled === true)
          refuseConflicts(type, [...(isMotionEnabled ? (['motion'] as const) : []), ...enabledTypes(current)], turnOff);
        if (turnOff.includes('motion') && isMotionEnabled) await motion.update(cameraId, { isEnabled: false });
        await detections.turnOff(
          cameraId,
          current.map((one) => one.type).filter((other) => other !== type && turnOff.includes(other)),
        );
        const next = detectionSettingsSchema.parse({ ...current.find((one) => one.type === type), ...change });
        await detections.write(cameraId, next);
        return next;
      });
      await apply(cameraId);
      // Motion is analysed as long as a detection needs it, also when it is not reported.
      await events.applyMotionDetection(cameraId);
      return changed;
    },
  };
}

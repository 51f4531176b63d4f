import { detectionConflicts, type DetectionType, type SwitchableDetection } from '@watchpost/contract/protocols/detection';
import type { DetectionSettings } from '@watchpost/contract/schemas/smart-events';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SmartEventsOfMotion } from '../events/index.ts';
import { createDetectionsRepository } from './smart-events-repository.ts';

/**
 * Refuses what can't run together.
 * @param turnOff what the call turns off
 * @throws {AppError} detection-conflict, with the detections that are enabled and would have to be turned off
 */
export function refuseConflicts(
  enabling: SwitchableDetection,
  enabled: readonly SwitchableDetection[],
  turnOff: readonly SwitchableDetection[],
): void {
  const conflicts = detectionConflicts[enabling].filter((other) => enabled.includes(other) && !turnOff.includes(other));
  if (conflicts.length > 0) throw new AppError('detection-conflict', { details: { conflicts } });
}

export function enabledTypes(settings: readonly DetectionSettings[]): DetectionType[] {
  return settings.filter(({ isEnabled }) => isEnabled).map(({ type }) => type);
}

/** What the motion detection of a camera asks of its smart events. */
export function createSmartEventsOfMotion(db: Db): SmartEventsOfMotion {
  return {
    makeRoom: async (transaction, cameraId, { isEnabled, turnOff }) => {
      const detections = createDetectionsRepository(transaction);
      await detections.lock(cameraId);
      await detections.turnOff(cameraId, turnOff);
      if (isEnabled === true) refuseConflicts('motion', enabledTypes(await detections.read(cameraId)), []);
    },
    needMotion: createDetectionsRepository(db).isAnyEnabled,
  };
}

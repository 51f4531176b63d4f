import { soundDetectionTypes, type SoundDetectionType } from '@watchpost/contract/protocols/detection';
import {
  defaultSoundSensitivity,
  type CameraSoundDetections,
  type SoundAnalysis,
  type SoundDetectionSettings,
  type UpdateSoundDetectionBody,
} from '@watchpost/contract/schemas/smart-events';
import type { Db } from '../../../db/database.ts';
import { createMutex } from '../../../kernel/mutex.ts';

/** Hears sounds of cameras. */
export interface SoundRecognition {
  /** Starts, or continues with other settings; disabled detections are among them. */
  configure(cameraId: string, settings: readonly SoundDetectionSettings[]): void;
  forget(cameraId: string): void;
  status(cameraId: string): { readonly analysis: SoundAnalysis; readonly isOverBudget: boolean };
}

export interface SoundDetectionsService {
  list(cameraId: string): Promise<CameraSoundDetections>;
  update(cameraId: string, type: SoundDetectionType, change: UpdateSoundDetectionBody): Promise<SoundDetectionSettings>;
  /** Begins to listen to a camera. */
  start(cameraId: string): Promise<void>;
  stop(cameraId: string): void;
}

export function createSoundDetectionsService({
  db,
  sounds,
}: {
  readonly db: Db;
  readonly sounds: SoundRecognition;
}): SoundDetectionsService {
  /** What is read must be applied before the next change, or the recognition would keep older settings than the database. */
  const applying = createMutex();
  const running = new Set<string>();

  const read = async (cameraId: string): Promise<SoundDetectionSettings[]> => {
    const rows = await db.selectFrom('sound_detections').selectAll().where('camera_id', '=', cameraId).execute();
    return soundDetectionTypes.map((type) => {
      const row = rows.find((one) => one.type === type);
      return { type, isEnabled: row?.is_enabled === 1, sensitivity: row?.sensitivity ?? defaultSoundSensitivity };
    });
  };
  const apply = async (cameraId: string): Promise<SoundDetectionSettings[]> => {
    const release = await applying.acquire();
    try {
      const settings = await read(cameraId);
      if (running.has(cameraId)) sounds.configure(cameraId, settings);
      return settings;
    } finally {
      release();
    }
  };

  return {
    list: async (cameraId) => ({ ...sounds.status(cameraId), detections: await read(cameraId) }),
    update: async (cameraId, type, { isEnabled, sensitivity }) => {
      const change = {
        ...(isEnabled !== undefined && { is_enabled: isEnabled ? (1 as const) : (0 as const) }),
        ...(sensitivity !== undefined && { sensitivity }),
      };
      await db
        .insertInto('sound_detections')
        .values({ camera_id: cameraId, type, is_enabled: 0, sensitivity: defaultSoundSensitivity, ...change })
        .onConflict((conflict) => conflict.columns(['camera_id', 'type']).doUpdateSet(change))
        .execute();
      const settings = await apply(cameraId);
      const { isEnabled: isOn = false, sensitivity: value = defaultSoundSensitivity } = settings.find((one) => one.type === type) ?? {};
      return { type, isEnabled: isOn, sensitivity: value };
    },
    start: async (cameraId) => {
      running.add(cameraId);
      await apply(cameraId);
    },
    stop: (cameraId) => {
      running.delete(cameraId);
      sounds.forget(cameraId);
    },
  };
}

import type { CameraSettings, UpdateCameraSettingsBody } from '@watchpost/contract/schemas/camera-settings';
import type { Complete } from '../../kernel/contract/complete.ts';
import type { Db } from '../../db/database.ts';
import type { RecordingSettings } from '../../media/recording/recorder.ts';

/** Reads and changes what is recorded of a camera. */
export interface CameraSettingsService {
  get(cameraId: string): Promise<CameraSettings>;
  /** Writes the given fields, then notifies all listeners. */
  update(cameraId: string, change: UpdateCameraSettingsBody): Promise<CameraSettings>;
}

export interface CameraSettingsDeps {
  readonly db: Db;
  /** Called with the settings that apply from now on. */
  onChange(cameraId: string, settings: CameraSettings): void;
}

/** The settings of an unchanged camera (specification 2, section 3). */
const settingsByDefault: CameraSettings = { isSoundRecorded: true, archiveRecording: 'always' };

async function readCameraSettings(db: Db, cameraId: string): Promise<CameraSettings> {
  const row = await db.selectFrom('camera_settings').selectAll().where('camera_id', '=', cameraId).executeTakeFirst();
  if (!row) return settingsByDefault;
  return { isSoundRecorded: row.is_sound_recorded === 1, archiveRecording: row.archive_recording } satisfies Complete<CameraSettings>;
}

/** Reads what to record of a camera; nothing without archive days. */
export async function readRecordingSettings(db: Db, cameraId: string): Promise<RecordingSettings> {
  const [{ archiveRecording, isSoundRecorded }, camera] = await Promise.all([
    readCameraSettings(db, cameraId),
    db.selectFrom('cameras').select('archive_days').where('id', '=', cameraId).executeTakeFirst(),
  ]);
  return { mode: archiveRecording, isSoundRecorded, hasPlan: (camera?.archive_days ?? 0) > 0 };
}

export function createCameraSettingsService({ db, onChange }: CameraSettingsDeps): CameraSettingsService {
  return {
    get: (cameraId) => readCameraSettings(db, cameraId),
    update: async (cameraId, { isSoundRecorded, archiveRecording }) => {
      // Written column by column, so that two concurrent changes are both kept.
      const change = {
        ...(isSoundRecorded !== undefined && { is_sound_recorded: isSoundRecorded ? (1 as const) : (0 as const) }),
        ...(archiveRecording !== undefined && { archive_recording: archiveRecording }),
      };
      await db
        .insertInto('camera_settings')
        .values({
          camera_id: cameraId,
          archive_recording: settingsByDefault.archiveRecording,
          is_sound_recorded: settingsByDefault.isSoundRecorded ? 1 : 0,
          ...change,
        })
        .onConflict((conflict) => conflict.column('camera_id').doUpdateSet(change))
        .execute();
      const settings = await readCameraSettings(db, cameraId);
      onChange(cameraId, settings);
      return settings;
    },
  };
}

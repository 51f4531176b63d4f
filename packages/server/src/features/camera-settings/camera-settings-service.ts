import type { CameraSettings, UpdateCameraSettingsBody } from '@watchpost/contract/schemas/camera-settings';
import type { Db } from '../../db/database.ts';

/** What is recorded of a camera. */
export interface CameraSettingsService {
  get(cameraId: string): Promise<CameraSettings>;
  /** Writes what is given; then everybody who acts by it is told. */
  update(cameraId: string, change: UpdateCameraSettingsBody): Promise<CameraSettings>;
}

export interface CameraSettingsDeps {
  readonly db: Db;
  /** Called with the settings that count from now on. */
  onChange(cameraId: string, settings: CameraSettings): void;
}

/** Of a camera that nobody has changed (specification 2, section 3). */
export const settingsByDefault: CameraSettings = { isSoundRecorded: true, archiveRecording: 'always' };

export async function readCameraSettings(db: Db, cameraId: string): Promise<CameraSettings> {
  const row = await db.selectFrom('camera_settings').selectAll().where('camera_id', '=', cameraId).executeTakeFirst();
  return row ? { isSoundRecorded: row.is_sound_recorded === 1, archiveRecording: row.archive_recording } : settingsByDefault;
}

export function createCameraSettingsService({ db, onChange }: CameraSettingsDeps): CameraSettingsService {
  return {
    get: (cameraId) => readCameraSettings(db, cameraId),
    update: async (cameraId, { isSoundRecorded, archiveRecording }) => {
      // Written column by column, so that two changes at once keep both.
      const change = {
        ...(isSoundRecorded !== undefined && { is_sound_recorded: isSoundRecorded ? (1 as const) : (0 as const) }),
        ...(archiveRecording !== undefined && { archive_recording: archiveRecording }),
      };
      await db
        .insertInto('camera_settings')
        .values({ camera_id: cameraId, archive_recording: settingsByDefault.archiveRecording, is_sound_recorded: settingsByDefault.isSoundRecorded ? 1 : 0, ...change })
        .onConflict((conflict) => conflict.column('camera_id').doUpdateSet(change))
        .execute();
      const settings = await readCameraSettings(db, cameraId);
      onChange(cameraId, settings);
      return settings;
    },
  };
}

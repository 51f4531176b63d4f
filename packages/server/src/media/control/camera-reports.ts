import type { CameraReport } from '@watchpost/contract/protocols/control';
import { prepareFirmwareCommand } from '@watchpost/contract/schemas/firmware';
import type { Db } from '../../db/database.ts';
import type { Logger } from '../../kernel/log.ts';

/** The stored part of a camera's reports. */
export interface KnownVersions {
  readonly firmwareVersion: string | null;
  readonly appVersion: string | null;
  readonly takesFirmware: boolean;
}

/** Stores the last report of each camera, for use while it is offline and after a restart of the server. */
export interface CameraReports {
  /** Stores a report, unless the camera is removed meanwhile. */
  note(cameraId: string, report: CameraReport): void;
  /** Null for a camera that never sent a report. */
  last(cameraId: string): Promise<KnownVersions | null>;
  forget(cameraId: string): void;
}

export function createCameraReports({ db, log }: { readonly db: Db; readonly log: Logger }): CameraReports {
  /** Contents of the database; cameras repeat the same report once a minute. */
  const written = new Map<string, string>();
  const write = async (cameraId: string, { firmwareVersion, appVersion, takesFirmware }: KnownVersions): Promise<void> => {
    const values = { firmware_version: firmwareVersion, app_version: appVersion, takes_firmware: takesFirmware ? 1 : 0 } as const;
    await db
      .insertInto('camera_reports')
      .values({ camera_id: cameraId, ...values })
      .onConflict((conflict) => conflict.column('camera_id').doUpdateSet(values))
      .execute();
  };
  return {
    note: (cameraId, { firmwareVersion, appVersion, commands }) => {
      const known: KnownVersions = { firmwareVersion, appVersion, takesFirmware: commands.includes(prepareFirmwareCommand.name) };
      const text = JSON.stringify(known);
      if (written.get(cameraId) === text) return;
      written.set(cameraId, text);
      write(cameraId, known).catch((error: unknown) => {
        // The camera repeats its report within a minute.
        if (written.get(cameraId) === text) written.delete(cameraId);
        log.warn({ err: error, cameraId }, 'A camera’s description of itself could not be stored; retrying');
      });
    },
    last: async (cameraId) => {
      const row = await db.selectFrom('camera_reports').selectAll().where('camera_id', '=', cameraId).executeTakeFirst();
      return row ? { firmwareVersion: row.firmware_version, appVersion: row.app_version, takesFirmware: row.takes_firmware === 1 } : null;
    },
    forget: (cameraId) => void written.delete(cameraId),
  };
}

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Db } from '../../db/database.ts';
import { createTimelapseFiles } from '../../features/timelapse/timelapse-files.ts';
import { newId } from '../../kernel/ids.ts';

/** Longer ago, it would be deleted as expired. */
const hour = 3_600_000;

/** Makes a film of a camera. @returns the id of its event */
export async function insertFilm(db: Db, dataDir: string, cameraId: string): Promise<string> {
  const eventId = newId('evt');
  const now = Date.now();
  await db
    .insertInto('timelapses')
    .values({
      camera_id: cameraId,
      // Each has a day of its own.
      day: eventId,
      event_id: eventId,
      from_ms: now - 2 * hour,
      to_ms: now - hour,
      length_seconds: 60,
      channels: '[]',
      state: 'made',
      due_at: now,
      lease: null,
      attempts: 0,
      send_at: now,
      published_at: now,
      pushed_at: now,
    })
    .execute();
  const path = createTimelapseFiles(join(dataDir, 'timelapses')).path(cameraId, eventId);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'film');
  return eventId;
}

import { scheduleSchema, sdCardRecording } from '@watchpost/contract/schemas/sd-card';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SdCardSettings } from './sd-card-policy.ts';

const untouched: SdCardSettings = { recording: 'off', schedule: [] };

/** Reads the saved settings; recording is off when none are saved, or they are unreadable. */
export async function loadSettings(path: string): Promise<SdCardSettings> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof value !== 'object' || value === null || !('recording' in value) || !('schedule' in value)) return untouched;
    return { recording: sdCardRecording.parse(value.recording), schedule: scheduleSchema.parse(value.schedule) };
  } catch {
    return untouched;
  }
}

/** Writes atomically: after a power cut, the old or the new settings are there. */
export async function saveSettings(path: string, settings: SdCardSettings): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, `${JSON.stringify(settings)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

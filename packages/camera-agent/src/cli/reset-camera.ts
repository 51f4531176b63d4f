import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeCredentials } from '../link/credentials.ts';
import { formatCard, readCardState } from '../sd-card/store/store-files.ts';
import type { SdCardPlace } from './sd-card-slot.ts';

export interface ResetCamera {
  /** The agent's folder. */
  readonly folder: string;
  /** Prefix of the camera's files in that folder. */
  readonly name: string;
  readonly sdCard: SdCardPlace | null;
  readonly log: (line: string) => void;
}

/** Resets a removed camera to its factory state: its card, its settings, and its registration last, so that the next start finishes what a power cut interrupts. Its key stays, because it is the same camera. */
export async function resetCamera({ folder, name, sdCard, log }: ResetCamera): Promise<void> {
  if (sdCard) {
    await emptyCard(sdCard.folder).catch((error: unknown) =>
      log(`The SD card can't be emptied: ${error instanceof Error ? error.message : String(error)}`),
    );
    await rm(sdCard.settingsFile, { force: true });
  }
  await rm(join(folder, 'settings', `${name}.json`), { force: true });
  await removeCredentials(folder, name);
}

/** A card that is missing, or was not formatted by an agent, stays as it is. */
async function emptyCard(card: string): Promise<void> {
  if (!(await stat(card).catch(() => null))?.isDirectory() || (await readCardState(card)) !== 'installed') return;
  await formatCard(card, new AbortController().signal, () => undefined);
}

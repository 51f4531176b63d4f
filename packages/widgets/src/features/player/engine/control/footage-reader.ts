import { WatchpostError } from '@watchpost/sdk-core';
import type { PlayerCore } from '../player-core.ts';

export interface FootageReader {
  load(from: number, to: number): void;
  /** Reads the same range again: recordings grow. */
  refresh(): void;
}

/** Keeps `footage` up to date for the visible range. */
export function createFootageReader({ options: { client, cameraId }, signals, life }: PlayerCore): FootageReader {
  let wanted: { readonly from: number; readonly to: number } | null = null;

  async function read(range: { readonly from: number; readonly to: number }): Promise<void> {
    try {
      const footage = await client.archive.footage(cameraId, range, { signal: life });
      if (wanted === range) signals.footage.value = footage;
    } catch (error) {
      if (error instanceof WatchpostError && (error.code === 'no-archive-access' || error.code === 'forbidden'))
        signals.hasArchive.value = false;
    }
  }
  return {
    load(from, to) {
      if (!signals.hasArchive.value) return;
      wanted = { from: Math.round(from), to: Math.round(to) };
      void read(wanted);
    },
    refresh() {
      if (wanted && document.visibilityState === 'visible') void read(wanted);
    },
  };
}

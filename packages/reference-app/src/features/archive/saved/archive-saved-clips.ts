import { signal } from '@preact/signals-react';
import type { ReadonlySignal } from '@preact/signals-react';
import type { TextStorage } from '../../../shared/browser/storage.ts';

/** A clip that was saved to this device. The file itself is the user's. */
export interface SavedClip {
  readonly cameraId: string;
  /** What was requested, Unix ms. */
  readonly from: number;
  readonly to: number;
  /** Unix ms. */
  readonly savedAt: number;
}

export interface SavedClips {
  /** The newest first. */
  readonly list: ReadonlySignal<readonly SavedClip[]>;
  add(clip: Omit<SavedClip, 'savedAt'>): void;
  remove(clip: SavedClip): void;
}

const key = 'saved-clips';
const maxClips = 50;

/** Remembers in this browser which clips were saved. @param now of the server, Unix ms */
export function createSavedClips(storage: TextStorage, now: () => number): SavedClips {
  const list = signal<readonly SavedClip[]>(parse(storage.read(key)));
  // Another tab may have saved one meanwhile.
  const change = (next: (known: readonly SavedClip[]) => readonly SavedClip[]): void => {
    list.value = next(parse(storage.read(key))).slice(0, maxClips);
    storage.write(key, list.value.length === 0 ? null : JSON.stringify(list.value));
  };
  const isOther =
    (clip: Omit<SavedClip, 'savedAt'>) =>
    ({ cameraId, from, to }: SavedClip): boolean =>
      cameraId !== clip.cameraId || from !== clip.from || to !== clip.to;
  return {
    list,
    add: ({ cameraId, from, to }) =>
      change((known) => [{ cameraId, from, to, savedAt: Math.floor(now()) }, ...known.filter(isOther({ cameraId, from, to }))]),
    remove: (clip) => change((known) => known.filter(isOther(clip))),
  };
}

function parse(stored: string | null): readonly SavedClip[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value.filter(isClip).slice(0, maxClips) : [];
  } catch {
    return [];
  }
}

function isClip(value: unknown): value is SavedClip {
  if (typeof value !== 'object' || value === null) return false;
  const isTime = (time: unknown): boolean => typeof time === 'number' && Number.isFinite(time);
  return (
    'cameraId' in value &&
    typeof value.cameraId === 'string' &&
    'from' in value &&
    isTime(value.from) &&
    'to' in value &&
    isTime(value.to) &&
    'savedAt' in value &&
    isTime(value.savedAt)
  );
}

import { signal } from '@preact/signals-react';
import type { ReadonlySignal } from '@preact/signals-react';
import type { TextStorage } from '../../../shared/browser/storage.ts';

/** A clip that was saved to this device. The file itself is the user's. */
export interface SavedClip {
  readonly cameraId: string;
  /** Of the camera when it was saved: it may be gone by now. */
  readonly title: string;
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

const maxClips = 50;

/** Remembers in this browser which clips an account saved. @param now of the server, Unix ms */
export function createSavedClips(storage: TextStorage, account: string, now: () => number): SavedClips {
  const key = `saved-clips:${account}`;
  const list = signal<readonly SavedClip[]>(parse(storage.read(key)));
  // Another tab may have saved one meanwhile.
  const change = (next: (known: readonly SavedClip[]) => readonly SavedClip[]): void => {
    list.value = next(parse(storage.read(key))).slice(0, maxClips);
    storage.write(key, list.value.length === 0 ? null : JSON.stringify(list.value));
  };
  const isOther =
    (clip: Pick<SavedClip, 'cameraId' | 'from' | 'to'>) =>
    ({ cameraId, from, to }: SavedClip): boolean =>
      cameraId !== clip.cameraId || from !== clip.from || to !== clip.to;
  return {
    list,
    add: ({ cameraId, title, from, to }) =>
      change((known) => [{ cameraId, title, from, to, savedAt: Math.floor(now()) }, ...known.filter(isOther({ cameraId, from, to }))]),
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
  const fields = new Map<string, unknown>(Object.entries(value ?? {}));
  return (
    ['cameraId', 'title'].every((name) => typeof fields.get(name) === 'string') &&
    ['from', 'to', 'savedAt'].every((name) => Number.isFinite(fields.get(name)))
  );
}

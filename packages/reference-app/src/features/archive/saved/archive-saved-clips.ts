import { WatchpostError } from '@watchpost/sdk-core';
import type { Client } from '@watchpost/sdk-core';
import type { TextStorage } from '../../../shared/browser/storage.ts';

/** A clip that was saved to this device, and that the server does not list yet. */
interface WaitingClip {
  readonly cameraId: string;
  /** What was requested, Unix ms. */
  readonly from: number;
  readonly to: number;
  /** Unix ms. */
  readonly savedAt: number;
}

export interface SavedClips {
  /** Lists a clip that was saved now. */
  add(clip: Omit<WaitingClip, 'savedAt'>): Promise<void>;
  /** Lists what waits in this browser: clips from before the server had a list, and those that were saved when it could not be reached. */
  send(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

interface SavedClipsDeps {
  readonly storage: TextStorage;
  /** Customer id. */
  readonly account: string;
  readonly create: Client['savedClips']['create'];
  /** Of the server, Unix ms. */
  readonly now: () => number;
}

/** Of one browser. */
const maxWaiting = 50;
/** With these the server will never list a clip. */
const final: readonly string[] = ['not-found', 'no-archive-access', 'invalid-request'];

/** Brings the clips that an account saves in this browser to its list on the server. */
export function createSavedClips({ storage, account, create, now }: SavedClipsDeps): SavedClips {
  const key = `saved-clips:${account}`;
  // Another tab may have changed it meanwhile.
  const change = (next: (waiting: readonly WaitingClip[]) => readonly WaitingClip[]): void => {
    const waiting = next(parse(storage.read(key))).slice(0, maxWaiting);
    storage.write(key, waiting.length === 0 ? null : JSON.stringify(waiting));
  };
  const send: SavedClips['send'] = async (options) => {
    for (const clip of parse(storage.read(key))) {
      try {
        await create(clip, options);
      } catch (error) {
        if (!(error instanceof WatchpostError) || !final.includes(error.code)) return;
      }
      change((waiting) => waiting.filter((other) => !isSame(other, clip)));
    }
  };
  return {
    add: async ({ cameraId, from, to }) => {
      const clip: WaitingClip = { cameraId, from, to, savedAt: Math.floor(now()) };
      change((waiting) => [clip, ...waiting.filter((other) => !isSame(other, clip))]);
      await send();
    },
    send,
  };
}

function isSame(one: WaitingClip, other: WaitingClip): boolean {
  return one.cameraId === other.cameraId && one.from === other.from && one.to === other.to;
}

function parse(stored: string | null): readonly WaitingClip[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value.filter(isClip).map(({ cameraId, from, to, savedAt }) => ({ cameraId, from, to, savedAt })) : [];
  } catch {
    return [];
  }
}

function isClip(value: unknown): value is WaitingClip {
  const fields = new Map<string, unknown>(Object.entries(value ?? {}));
  return typeof fields.get('cameraId') === 'string' && ['from', 'to', 'savedAt'].every((name) => Number.isFinite(fields.get(name)));
}

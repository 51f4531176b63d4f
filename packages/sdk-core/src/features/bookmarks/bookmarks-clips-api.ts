import { computed, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { createSavedClip, deleteSavedClip, listSavedClips, updateSavedClip } from '@watchpost/contract/endpoints/bookmarks';
import type { CreateSavedClipBody, SavedClip, UpdateSavedClipBody } from '@watchpost/contract/schemas/bookmarks';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';
import type { SessionApi } from '../session/index.ts';

/** Clips that the user saved, from all their devices. The files are on the devices, and the list keeps no footage from being deleted. */
export interface SavedClipsApi {
  /**
   * The list as this client knows it, the newest first; null before the first `list` of the signed-in user.
   * @example const stop = client.savedClips.state.subscribe((clips) => show(clips ?? []));
   */
  readonly state: ReadonlySignal<readonly SavedClip[] | null>;
  /** Loads the clips of all cameras that the user sees. @example const [newest] = await client.savedClips.list(); */
  list(options?: CallOptions): Promise<SavedClip[]>;
  /**
   * Lists a clip. One that is listed already moves to the top and keeps its note; of 200, the oldest without a note leaves the list.
   * @param body `from` inclusive, `to` exclusive: Unix milliseconds, at most 3 hours, not in the future
   * @throws {WatchpostError} `not-found` for a camera that is not visible, `no-archive-access`, `limit-reached` with 200 notes
   * @example await client.savedClips.create({ cameraId: camera.id, from: event.startAt, to: event.startAt + 60_000 });
   */
  create(body: CreateSavedClipBody, options?: CallOptions): Promise<SavedClip>;
  /** Changes the note. @throws {WatchpostError} `not-found` @example await client.savedClips.update(clip.id, { note: 'The van' }); */
  update(id: string, change: UpdateSavedClipBody, options?: CallOptions): Promise<SavedClip>;
  /** Takes a clip off the list. @throws {WatchpostError} `not-found` @example await client.savedClips.remove(clip.id); */
  remove(id: string, options?: CallOptions): Promise<void>;
}

interface Known {
  readonly customerId: string;
  readonly clips: readonly SavedClip[];
}

export function createSavedClipsApi(http: HttpClient, session: Pick<SessionApi, 'current'>): SavedClipsApi {
  const known = signal<Known | null>(null);
  const customer = (): string | undefined => session.current.peek()?.customerId;
  /** Runs a call, and changes the list by its answer: only that of the user who called. */
  const change = async <T>(call: Promise<T>, next: (clips: readonly SavedClip[], answer: T) => readonly SavedClip[]): Promise<T> => {
    const caller = customer();
    const answer = await call;
    const before = known.peek();
    if (before && before.customerId === caller) known.value = { customerId: before.customerId, clips: next(before.clips, answer) };
    return answer;
  };
  return {
    state: computed(() => (known.value && known.value.customerId === session.current.value?.customerId ? known.value.clips : null)),
    async list(options) {
      const caller = customer();
      const { clips } = await http.request<{ readonly clips: SavedClip[] }>(listSavedClips, { ...options });
      if (caller !== undefined && caller === customer()) known.value = { customerId: caller, clips };
      return clips;
    },
    create: (body, options) =>
      change(http.request<SavedClip>(createSavedClip, { ...options, body }), (clips, made) =>
        [made, ...clips.filter(({ id }) => id !== made.id)].toSorted((a, b) => b.savedAt - a.savedAt),
      ),
    update: (id, body, options) =>
      change(http.request<SavedClip>(updateSavedClip, { ...options, parameters: { id }, body }), (clips, changed) =>
        clips.map((one) => (one.id === id ? changed : one)),
      ),
    remove: (id, options) =>
      change(http.request<void>(deleteSavedClip, { ...options, parameters: { id } }), (clips) => clips.filter((one) => one.id !== id)),
  };
}

import { systemClock } from '@watchpost/sdk-core';
import type { Client, TimeRange } from '@watchpost/sdk-core';
import { createDownloads } from './archive-downloads.ts';
import type { Downloads } from './archive-downloads.ts';
import { createSavedClips } from './saved/archive-saved-clips.ts';
import type { SavedClips } from './saved/archive-saved-clips.ts';
import { localTexts } from '../../shared/browser/storage.ts';

const ofClient = new WeakMap<Client, Downloads>();
const savedOf = new WeakMap<object, SavedClips>();

/** Returns this page's downloads: one list for each client, shared by all screens. */
export function downloadsOf(client: Client): Downloads {
  let downloads = ofClient.get(client);
  if (!downloads) {
    downloads = createDownloads({
      archive: client.archive,
      save,
      sizeOf: (id, range, signal) => clipSize(client, id, range, signal),
      onSaved: ({ cameraId, range }) => void savedClipsOf(client)?.add({ cameraId, ...range }),
    });
    ofClient.set(client, downloads);
  }
  return downloads;
}

/** Returns what brings the clips of the signed-in account to its list: others use the same browser. Null without a session. */
export function savedClipsOf(client: Client): SavedClips | null {
  const session = client.session.current.peek();
  if (!session) return null;
  let clips = savedOf.get(session);
  if (!clips) {
    const { create } = client.savedClips;
    clips = createSavedClips({ storage: localTexts, account: session.customerId, create, now: client.serverNow });
    savedOf.set(session, clips);
  }
  return clips;
}

/**
 * Requests the size of a clip in bytes; null when the server does not report it.
 * @throws {WatchpostError} `no-footage`
 */
export function clipSize(client: Client, cameraId: string, range: TimeRange, signal: AbortSignal): Promise<number | null> {
  return client.http.request(client.archive.clipUrl(cameraId, range), {
    signal,
    headers: { Range: 'bytes=0-0' },
    read: (response) =>
      Promise.resolve(Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN)).then((size) =>
        Number.isFinite(size) ? size : null,
      ),
  });
}

function save(file: Blob | string, name: string): void {
  const link = document.createElement('a');
  link.href = typeof file === 'string' ? file : URL.createObjectURL(file);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Revoked later, because the browser needs time to start reading the file.
  if (typeof file !== 'string') systemClock.after(60_000, () => URL.revokeObjectURL(link.href));
}

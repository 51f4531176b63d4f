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
      onSaved: ({ cameraId, title, range }) => savedClipsOf(client).add({ cameraId, title, ...range }),
    });
    ofClient.set(client, downloads);
  }
  return downloads;
}

/** Returns the clips that the signed-in account saved to this device: others use the same browser. */
export function savedClipsOf(client: Client): SavedClips {
  const session = client.session.current.peek();
  const owner = session ?? client;
  let clips = savedOf.get(owner);
  if (!clips) {
    clips = createSavedClips(localTexts, session?.customerId ?? '', client.serverNow);
    savedOf.set(owner, clips);
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

import type { Client, TimeRange } from '@watchpost/sdk-core';
import { browserClock } from '../../shared/browser/clock.ts';
import { createDownloads } from './archive-downloads.ts';
import type { Downloads } from './archive-downloads.ts';

const ofClient = new WeakMap<Client, Downloads>();

/** The downloads of this page: one list for each client, whatever screen is shown. */
export function downloadsOf(client: Client): Downloads {
  let downloads = ofClient.get(client);
  if (!downloads) {
    downloads = createDownloads({ archive: client.archive, save, sizeOf: (id, range, signal) => clipSize(client, id, range, signal) });
    ofClient.set(client, downloads);
  }
  return downloads;
}

/**
 * Bytes that a clip will have; null when the server does not tell.
 * @throws {WatchpostError} `no-footage`
 */
export function clipSize(client: Client, cameraId: string, range: TimeRange, signal: AbortSignal): Promise<number | null> {
  return client.http.request(client.archive.clipUrl(cameraId, range), {
    signal,
    headers: { Range: 'bytes=0-0' },
    read: (response) => Promise.resolve(Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN)).then((size) => (Number.isFinite(size) ? size : null)),
  });
}

function save(file: Blob | string, name: string): void {
  const link = document.createElement('a');
  link.href = typeof file === 'string' ? file : URL.createObjectURL(file);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Later: the browser has to have taken it up.
  if (typeof file !== 'string') browserClock.after(60_000, () => URL.revokeObjectURL(link.href));
}

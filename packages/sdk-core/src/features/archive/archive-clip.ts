import { toWatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions, ClockPort } from '../../kernel/ports.ts';

export interface ClipProgress {
  /** Bytes. */
  readonly loaded: number;
  /** Bytes of the whole file; null when the server's answer does not tell. */
  readonly total: number | null;
}

/** What has come of a clip: `{}` at first, filled when a download gives up. */
export interface KeptClip {
  part?: ClipPart | undefined;
}

/** Bytes from the beginning on, of one state of the footage. */
export interface ClipPart {
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  readonly loaded: number;
  readonly total: number | null;
  readonly etag: string | null;
  readonly name: string;
}

export interface ClipOptions extends CallOptions {
  /** Told at once what is there already when `kept` has something. */
  readonly onProgress?: ((progress: ClipProgress) => void) | undefined;
  /** The same object for the same range again: a download that gave up, or was cancelled, goes on where it stopped. */
  readonly kept?: KeptClip | undefined;
}

export interface ArchiveClip {
  /** `video/mp4`. */
  readonly file: Blob;
  /** The server's name for it, `2026-01-15T12-00-00Z.mp4`. */
  readonly name: string;
}

/** Waits before tries that brought nothing, ms; after the last it gives up. */
const waits = [500, 2000, 5000];

/** Loads a clip and takes a broken connection up again where it broke, unless the footage has changed meanwhile. */
export async function loadClip({ http, clock }: { readonly http: HttpClient; readonly clock: Pick<ClockPort, 'after'> }, url: string, { signal, onProgress, kept }: ClipOptions = {}): Promise<ArchiveClip> {
  const before = kept?.part;
  // Taken: two downloads never write to the same bytes.
  if (kept) kept.part = undefined;
  let parts = [...(before?.parts ?? [])];
  let { loaded, total, etag, name }: Omit<ClipPart, 'parts'> = before ?? { loaded: 0, total: null, etag: null, name: 'clip.mp4' };
  if (loaded > 0) onProgress?.({ loaded, total });

  const read = async (response: Response): Promise<void> => {
    // 200: the whole, because it is the first answer or because other footage lies there now.
    if (response.status !== 206) {
      parts = [];
      loaded = 0;
      const length = Number(response.headers.get('content-length'));
      total = length > 0 ? length : null;
    }
    etag = response.headers.get('etag');
    name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? name;
    if (!response.body) return;
    const reader = response.body.getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      parts.push(chunk.value);
      loaded += chunk.value.byteLength;
      onProgress?.({ loaded, total });
    }
    if (total !== null && loaded < total) throw new TypeError('The connection ended before the file did.');
  };

  for (let inVain = 0; ; ) {
    const loadedBefore = loaded;
    try {
      const headers: Record<string, string> = loaded > 0 && etag !== null ? { 'Range': `bytes=${loaded}-`, 'If-Range': etag } : {};
      await http.request(url, { headers, ...(signal && { signal }), read });
      return { file: new Blob(parts, { type: 'video/mp4' }), name };
    } catch (error) {
      const known = toWatchpostError(error, signal);
      inVain = loaded > loadedBefore ? 0 : inVain + 1;
      const wait = known.code === 'network' ? waits[inVain] : undefined;
      if (wait === undefined) {
        if (kept && loaded > 0) kept.part = { parts, loaded, total, etag, name };
        throw known;
      }
      await new Promise<void>((resolve) => {
        clock.after(wait, resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }
}

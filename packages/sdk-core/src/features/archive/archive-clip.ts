import { toWatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions, ClockPort } from '../../kernel/ports.ts';

export interface ClipProgress {
  /** Bytes. */
  readonly loaded: number;
  /** Bytes of the whole file; null when the server's answer does not tell. */
  readonly total: number | null;
}

export interface ClipOptions extends CallOptions {
  readonly onProgress?: ((progress: ClipProgress) => void) | undefined;
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
export async function loadClip({ http, clock }: { readonly http: HttpClient; readonly clock: Pick<ClockPort, 'after'> }, url: string, { signal, onProgress }: ClipOptions = {}): Promise<ArchiveClip> {
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let loaded = 0;
  let total: number | null = null;
  let etag: string | null = null;
  let name = 'clip.mp4';

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
    const before = loaded;
    try {
      const headers: Record<string, string> = loaded > 0 && etag !== null ? { 'Range': `bytes=${loaded}-`, 'If-Range': etag } : {};
      await http.request(url, { headers, ...(signal && { signal }), read });
      return { file: new Blob(parts, { type: 'video/mp4' }), name };
    } catch (error) {
      const known = toWatchpostError(error, signal);
      if (known.code !== 'network') throw known;
      inVain = loaded > before ? 0 : inVain + 1;
      const wait = waits[inVain];
      if (wait === undefined) throw known;
      await new Promise<void>((resolve) => clock.after(wait, resolve));
    }
  }
}

import { toWatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { ClockPort } from '../../kernel/ports.ts';

export interface ClipReaderDeps {
  readonly http: HttpClient;
  readonly clock: Pick<ClockPort, 'after'>;
}

/** How much of a clip has arrived, and what the server said of the file. */
export interface ClipPosition {
  /** Bytes. */
  readonly loaded: number;
  /** Bytes of the whole file; null if the server doesn't report it. */
  readonly total: number | null;
  readonly etag: string | null;
  readonly name: string;
}

/** The file from its first byte, at the start and again when the footage has changed; or its next bytes. */
export type ClipRead =
  | { readonly kind: 'start'; readonly position: ClipPosition }
  | { readonly kind: 'bytes'; readonly position: ClipPosition; readonly bytes: Uint8Array<ArrayBuffer> };

export const clipStart: ClipPosition = { loaded: 0, total: null, etag: null, name: 'clip.mp4' };

/** Delays before attempts after one without progress, ms; after the last, the download fails. */
const retryDelaysMs = [500, 2000, 5000];

/**
 * Reads a clip from a position, and resumes after an interrupted connection. Bytes are requested from the network only as they are read.
 * @throws {WatchpostError} `network` after several attempts without a byte, `aborted`, and the server's codes
 */
export async function* readClip(
  { http, clock }: ClipReaderDeps,
  url: string,
  from: ClipPosition,
  signal: AbortSignal | undefined,
): AsyncGenerator<ClipRead, void> {
  let position = from;
  for (let attemptsInVain = 0; ;) {
    const loadedBefore = position.loaded;
    try {
      const response = await http.request(url, {
        headers: rangeHeaders(position),
        ...(signal && { signal }),
        read: async (answer) => answer,
      });
      position = positionOf(response, position);
      // 206 goes on with the same file. 200 is the whole file: the first answer, or the footage has changed.
      if (response.status !== 206) yield { kind: 'start', position };
      for await (const bytes of chunksOf(response)) {
        position = { ...position, loaded: position.loaded + bytes.byteLength };
        yield { kind: 'bytes', position, bytes };
      }
      if (position.total !== null && position.loaded < position.total) throw new TypeError('The connection ended before the file did.');
      return;
    } catch (error) {
      const known = toWatchpostError(error, signal);
      attemptsInVain = position.loaded > loadedBefore ? 0 : attemptsInVain + 1;
      const delayMs = known.code === 'network' ? retryDelaysMs[attemptsInVain] : undefined;
      if (delayMs === undefined) throw known;
      await new Promise<void>((resolve) => {
        clock.after(delayMs, resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }
}

function rangeHeaders({ loaded, etag }: ClipPosition): Record<string, string> {
  return loaded > 0 && etag !== null ? { Range: `bytes=${loaded}-`, 'If-Range': etag } : {};
}

function positionOf({ status, headers }: Response, previous: ClipPosition): ClipPosition {
  const length = Number(headers.get('content-length'));
  return {
    ...(status === 206 ? previous : { loaded: 0, total: length > 0 ? length : null }),
    etag: headers.get('etag'),
    name: fileNameIn(headers.get('content-disposition') ?? '') ?? previous.name,
  };
}

/** RFC 6266: the name in UTF-8 takes precedence over the one in ASCII. */
function fileNameIn(disposition: string): string | undefined {
  try {
    const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
    if (extended !== undefined) return decodeURIComponent(extended);
  } catch {
    // A proxy has damaged it.
  }
  return /filename="([^"]+)"/.exec(disposition)?.[1];
}

/** Not every browser's streams can be iterated. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value;
  } finally {
    // A caller that stops reading ends the connection. After the end, or after an error, this does nothing.
    await reader.cancel().catch(() => undefined);
  }
}

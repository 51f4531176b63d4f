import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
// Node's own class, because the browser's has no `from`.
import { ReadableStream } from 'node:stream/web';
import type { CameraAccess, Viewer } from '../../kernel/access/access.ts';
import type { ViewedRange, ViewingTracker } from '../../kernel/access/viewing.ts';
import { AppError } from '../../kernel/app-error.ts';
import { parseByteRange, type ByteRange } from '../../media/playback/byte-range.ts';
import type { AccessWatch } from '../cameras/index.ts';

export interface DownloadDeps {
  readonly viewings: Pick<ViewingTracker, 'download'>;
  readonly watchAccess: AccessWatch;
}

interface DownloadRequest {
  readonly camera: CameraAccess;
  readonly viewer: Viewer;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Breaks an answer off when its viewer loses the access; returns a function that ends the watch. */
type AnswerWatch = (onEnded: (error: Error) => void) => () => void;

/** A file whose bytes are read as they are sent. */
export interface SentFile {
  readonly size: number;
  /** Identifies exactly these bytes; without one the file never changes. */
  readonly etag?: string;
  /** @param signal aborts when nobody reads any more: a file that waits for its next bytes must stop waiting */
  read(range?: ByteRange, signal?: AbortSignal): AsyncIterable<Uint8Array>;
}

/**
 * Sends a file with support for ranges, which players and download tools request (RFC 9110, section 14). An interrupted download resumes
 * unless the file has changed since (section 13.1.5). HEAD reads nothing.
 */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
  watch?: AnswerWatch,
): Readable | ReadableStream | string {
  const { headers } = request;
  reply.header('accept-ranges', 'bytes');
  if (file.etag !== undefined) reply.header('etag', file.etag);
  const isSame = file.etag === undefined || headers['if-range'] === undefined || headers['if-range'] === file.etag;
  const range = isSame ? parseByteRange(headers.range, file.size) : null;
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${file.size}`);
    return '';
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  const length = range ? range.end - range.start + 1 : file.size;
  reply.header('content-length', length);
  // Fastify would read a Node stream to its end to answer HEAD; it cancels this one.
  if (request.method === 'HEAD') return ReadableStream.from([]);
  const abort = new AbortController();
  reply.raw.once('close', () => abort.abort(new AppError('unavailable')));
  const read = file.read(range ?? undefined, abort.signal);
  if (!watch) return Readable.from(read, { objectMode: false });
  // A whole answer is not broken off: that would close the connection under the viewer's next request.
  const bytes = Readable.from(
    callBeforeEnd(read, length, () => stopWatch()),
    { objectMode: false },
  );
  const stopWatch = watch((error) => {
    abort.abort(error);
    bytes.destroy(error);
    // A connection that is only closed first delivers what its send buffer holds: seconds of video at a slow viewer's pace.
    reply.raw.socket?.resetAndDestroy();
  });
  bytes.once('close', stopWatch);
  return bytes;
}

/** Passes bytes on, and calls `onEnd` before the chunk that completes `length` bytes. */
async function* callBeforeEnd(chunks: AsyncIterable<Uint8Array>, length: number, onEnd: () => void): AsyncGenerator<Uint8Array> {
  let remaining = length;
  for await (const chunk of chunks) {
    remaining -= chunk.length;
    if (remaining <= 0) onEnd();
    yield chunk;
  }
}

/**
 * Begins a download: its viewer takes a place among those of the link until the answer is over, however it ends.
 * @returns the watch for `sendFile`; none for HEAD, which downloads nothing
 * @throws {AppError} viewer-limit-reached
 */
export function beginDownload(
  { viewings, watchAccess }: DownloadDeps,
  { camera, viewer, request, reply }: DownloadRequest,
  range: ViewedRange,
): AnswerWatch | undefined {
  if (request.method === 'HEAD') return undefined;
  const place = viewings.download(camera, range, request.headers['user-agent']);
  // The viewer may have left already.
  if (reply.raw.closed) place.end();
  else reply.raw.once('close', place.end);
  return (onEnded) => watchAccess(camera, 'archive', viewer.familyId, onEnded, place.check);
}

export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
// Node's own, for the browser's has no `from`.
import { ReadableStream } from 'node:stream/web';
import { parseByteRange, type ByteRange } from '../../media/playback/byte-range.ts';

/** Bytes that are read as they are sent. */
export interface SentFile {
  readonly size: number;
  /** Names exactly these bytes; without one the file never changes. */
  readonly etag?: string;
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
}

/**
 * Players and download tools ask for parts of a file (RFC 9110, section 14). A download that broke off goes on where it stopped,
 * unless the file has changed since (section 13.1.5). HEAD reads nothing.
 */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile): Readable | ReadableStream | string {
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
  reply.header('content-length', range ? range.end - range.start + 1 : file.size);
  // Fastify would read a Node stream to its end to answer HEAD; this one it cancels.
  if (request.method === 'HEAD') return ReadableStream.from([]);
  return Readable.from(file.read(range ?? undefined), { objectMode: false });
}

export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

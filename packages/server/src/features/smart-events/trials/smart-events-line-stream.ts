import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Media type of an answer that is a JSON value per line. */
export const jsonLines = 'application/x-ndjson';

/** An answer that goes on: a JSON value per line. */
export interface LineStream<T> {
  /** What the handler returns. */
  readonly body: Readable;
  /** Aborts when the caller has left, or the answer has ended. */
  readonly signal: AbortSignal;
  /** Does nothing after the end. @returns whether the caller keeps up: what can be left out should be, otherwise */
  send(line: T): boolean;
  end(): void;
}

/** A caller that doesn't read what it has asked for is cut off at this many waiting bytes. */
const maxWaitingBytes = 8 * 1024 * 1024;
const highWaterMark = 256 * 1024;

export function createLineStream<T>(reply: FastifyReply): LineStream<T> {
  // Proxies must pass each line on at once.
  reply.header('cache-control', 'private, no-store, no-transform').header('x-accel-buffering', 'no');
  const body = new PassThrough({ highWaterMark });
  const closed = new AbortController();
  const close = (): void => closed.abort();
  // Fastify destroys the body when the caller leaves; it may have left before.
  body.once('close', close);
  reply.raw.once('close', () => body.destroy());
  if (reply.raw.destroyed) body.destroy();
  return {
    body,
    signal: closed.signal,
    send: (line) => {
      if (body.destroyed || body.writableEnded) return false;
      if (body.writableLength > maxWaitingBytes) {
        body.destroy();
        return false;
      }
      return body.write(`${JSON.stringify(line)}\n`);
    },
    end: () => {
      if (!body.destroyed) body.end();
      close();
    },
  };
}

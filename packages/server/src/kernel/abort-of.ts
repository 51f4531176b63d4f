import type { FastifyReply } from 'fastify';
import { AppError } from './app-error.ts';

/** Aborts when the caller hangs up: nobody waits any more for what is being made. */
export function abortOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new AppError('unavailable'));
  });
  return controller.signal;
}

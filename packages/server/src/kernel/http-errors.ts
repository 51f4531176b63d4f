import { errorMessages, pickLocale, type ErrorBody, type ErrorCode } from '@watchpost/contract/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError } from './app-error.ts';

/** Turns whatever a route throws into the contract's envelope; nothing of the error itself is answered unless it is ours. */
export function installErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answerError(toAppError(error), error, request, reply));
}

/** Answers with an error's envelope in the request's language. */
export function answerError(answer: AppError, cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (answer.status >= 500) request.log.error({ err: cause, route: request.routeOptions.url }, 'A request failed');
  if (answer.retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(answer.retryAfter))));
  reply.removeHeader('etag');
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(errorBody(answer.code, request.headers['accept-language'], answer.details));
}

export function errorBody(code: ErrorCode, acceptLanguage: string | undefined, details?: Readonly<Record<string, unknown>>): ErrorBody {
  const message = errorMessages[pickLocale(acceptLanguage)][code];
  return { error: { code, message, ...(details && { details }) } };
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A malformed id or file name is simply the address of nothing.
    if (error.validationContext === 'params') return new AppError('not-found');
    const fields = error.validation.map(({ instancePath, message }) => ({ field: instancePath.replace(/^\//, '').replaceAll('/', '.'), message }));
    return new AppError('invalid-request', { details: { fields } });
  }
  const code = property(error, 'code');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('request-too-large');
  // PostgreSQL keeps no NUL in a text.
  if (code === '22021') return new AppError('invalid-request');
  if (isDatabaseGone(error)) return new AppError('unavailable', { retryAfter: 2 });
  const status = property(error, 'statusCode');
  // 403: a folder of static files; its existence is nobody's business.
  if (status === 404 || status === 403) return new AppError('not-found');
  if (status === 429) return new AppError('too-many-requests', { retryAfter: 60 });
  if (status === 503) return new AppError('unavailable', { retryAfter: 2 });
  // What Fastify itself refuses: broken JSON, an unknown media type, a bad percent-encoding.
  if (typeof status === 'number' && status >= 400 && status < 500) return new AppError('invalid-request');
  return new AppError('internal-error');
}

/** PostgreSQL out of reach or shutting down: the caller may try again. */
function isDatabaseGone(error: unknown): boolean {
  const code = property(error, 'code');
  if (typeof code === 'string' && /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|57P0[123]|08\w{3}|53300)$/.test(code)) return true;
  return error instanceof Error && /timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(error.message);
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}


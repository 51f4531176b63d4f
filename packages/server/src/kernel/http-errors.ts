import { errorMessages, pickLocale, type ErrorBody, type ErrorCode } from '@watchpost/contract/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError } from './app-error.ts';

/** Converts any error of a route to the contract's envelope; no details are sent unless the error is ours. */
export function installErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answerError(toAppError(error), error, request, reply));
}

/** Sends an error's envelope in the request's language. */
export function answerError(answer: AppError, cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (answer.status >= 500) {
    request.log.error({ err: cause, route: request.routeOptions.url }, 'A request failed');
    // A user who reports the failure can name the line of the log.
    reply.header('x-request-id', request.id);
  }
  request.errorCode = answer.code;
  if (answer.retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(answer.retryAfter))));
  reply.removeHeader('etag');
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(errorBody(answer.code, request.headers['accept-language'], answer.details));
}

function errorBody(code: ErrorCode, acceptLanguage: string | undefined, details?: Readonly<Record<string, unknown>>): ErrorBody {
  const message = errorMessages[pickLocale(acceptLanguage)][code];
  return { error: { code, message, ...(details && { details }) } };
}

/** An error lists only some of the invalid fields, so that it is never larger than the request. */
const maxFields = 20;
const maxTextLength = 200;

/** Counts keys that the schema does not know: clients don't need their own words back. */
function unknownKeys(params: unknown): string | null {
  const keys = property(params, 'keys');
  return Array.isArray(keys) ? `Unknown keys: ${keys.length}` : null;
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A malformed id or file name matches nothing.
    if (error.validationContext === 'params') return new AppError('not-found');
    const fields = error.validation.slice(0, maxFields).map(({ instancePath, message, params }) => ({
      field: instancePath.replace(/^\//, '').replaceAll('/', '.').slice(0, maxTextLength),
      message: unknownKeys(params) ?? message?.slice(0, maxTextLength),
    }));
    return new AppError('invalid-request', { details: { fields } });
  }
  const code = property(error, 'code');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('request-too-large');
  // PostgreSQL can't store a NUL in a text.
  if (code === '22021') return new AppError('invalid-request');
  const status = property(error, 'statusCode');
  // 403: a folder of static files, whose existence must not be revealed.
  if (status === 404 || status === 403) return new AppError('not-found');
  if (status === 429) return new AppError('too-many-requests', { retryAfter: 60 });
  if (status === 503) return new AppError('unavailable', { retryAfter: 2 });
  // Errors of Fastify itself: broken JSON, an unknown media type, invalid percent-encoding.
  if (typeof status === 'number' && status >= 400 && status < 500) return new AppError('invalid-request');
  return new AppError('internal-error');
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

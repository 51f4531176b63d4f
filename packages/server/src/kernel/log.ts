import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, type Logger } from 'pino';
import { currentSpan } from './telemetry/spans.ts';

export type { Logger } from 'pino';

const hidden = '[redacted]';
/** Names whose values must never be logged, at any depth of any object. */
const secretFields = /"([\w-]*(?:authorization|cookie|token|password|passwd|secret|otp|api[-_]?key))":"(?:[^"\\]|\\.)*"/gi;
const bearer = /\bBearer\s+[\w.~+/=-]+/gi;
const signedToken = /\b(access|refresh|embed|guest|xsrf)\.[\w-]+\.[\w-]{20,}/g;
/** The secret of a link, in the paths of the API and of the app. */
const inviteToken = /(\/(?:by-token|s|streams)\/)[\w%]{16,}/g;
/** The token of a Telegram bot, which is part of every address of its API. */
const botToken = /\b(?:bot)?\d{5,16}:[\w-]{30,}/g;
const address = /\b([a-z][a-z0-9+.-]{0,30}:\/\/)([^\s"]+)/gi;

/** Removes credentials from a text: every log line passes through here, whatever its shape. */
export function redact(line: string): string {
  return line
    .replace(secretFields, `"$1":"${hidden}"`)
    .replace(bearer, `Bearer ${hidden}`)
    .replace(signedToken, `$1.${hidden}`)
    .replace(inviteToken, `$1${hidden}`)
    .replace(botToken, hidden)
    .replace(address, (_, scheme: string, rest: string) => scheme + withoutCredentials(rest));
}

/** Removes everything up to the last `@`: a password may itself contain an `@` or a `/`. */
function withoutCredentials(rest: string): string {
  const end = rest.lastIndexOf('@');
  return end >= 0 && rest.slice(0, end).includes(':') ? `${hidden}${rest.slice(end)}` : rest;
}

/**
 * Creates the log.
 * @param write receives whole lines; standard output by default
 */
export function createLog(options: { level: string; format: 'text' | 'json'; write?: (line: string) => void }): Logger {
  const write = options.write ?? ((line: string) => void process.stdout.write(line));
  const format = options.format === 'text' ? asText : (line: string) => line;
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.epochTime,
      mixin: (_fields, _level, logger) => loggedIds(() => logger.bindings()),
    },
    { write: (line) => write(format(redact(line))) },
  );
}

/** Loggers of requests, which have a level of their own; all others inherit that of the log. */
const requestLogs = new WeakMap<Logger, Logger>();
/** Fastify logs two lines per request at info level; the metrics show that better. */
const requestLevelOf = (level: string): string => (level === 'info' ? 'warn' : level);

/** Creates the logger of the HTTP server. */
export function createRequestLog(log: Logger): Logger {
  const requestLog = log.child({}, { level: requestLevelOf(log.level) });
  requestLogs.set(log, requestLog);
  return requestLog;
}

/** Changes what is logged from now on, everywhere. */
export function setLogLevel(log: Logger, level: string): void {
  log.level = level;
  const requestLog = requestLogs.get(log);
  if (requestLog) requestLog.level = requestLevelOf(level);
}

const levels: Readonly<Record<number, string>> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** Formats a line for people: `05:12:44 info  text  {more}`. */
function asText(line: string): string {
  const { time, level, msg, ...rest }: { time?: number; level?: number; msg?: string } = JSON.parse(line);
  const clock = new Date(time ?? 0).toISOString().slice(11, 19);
  const more = Object.keys(rest).length > 0 ? `  ${JSON.stringify(rest)}` : '';
  return `${clock} ${(levels[level ?? 30] ?? '').padEnd(5)} ${msg ?? ''}${more}\n`;
}

/** The request that work is done for: its log lines carry these ids, wherever they are written. */
interface LoggedRequest {
  readonly id: string;
  /** Null until its access is resolved, and for requests of no camera. */
  readonly camera: { readonly cameraId: string } | null;
}

const requests = new AsyncLocalStorage<LoggedRequest>();

/** Runs `work`, and everything it starts, so that its log lines name the request. */
export function withLoggedRequest<T>(request: LoggedRequest, work: () => T): T {
  return requests.run(request, work);
}

/** Returns what a log line written now says about its request and its trace, but what its logger says already. */
function loggedIds(bindings: () => Readonly<Record<string, unknown>>): { reqId?: string; cameraId?: string; traceId?: string } {
  const request = requests.getStore();
  const span = currentSpan();
  if (!request) return span ? { traceId: span.traceId } : {};
  const known = bindings();
  return {
    ...(!('reqId' in known) && { reqId: request.id }),
    ...(request.camera && !('cameraId' in known) && { cameraId: request.camera.cameraId }),
    ...(span && { traceId: span.traceId }),
  };
}

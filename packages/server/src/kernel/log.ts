import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

const hidden = '[redacted]';
/** Names whose values never belong in a log, at any depth of any object. */
const secretFields = /"([\w-]*(?:authorization|cookie|token|password|passwd|secret|otp|api[-_]?key))":"(?:[^"\\]|\\.)*"/gi;
const bearer = /\bBearer\s+[\w.~+/=-]+/gi;
const signedToken = /\b(access|refresh|embed|xsrf)\.[\w-]+\.[\w-]{20,}/g;
const address = /\b([a-z][a-z0-9+.-]{0,30}:\/\/)([^\s"]+)/gi;

/** Takes credentials out of a text: one choke point that every log line passes, whatever its shape. */
export function redact(line: string): string {
  return line
    .replace(secretFields, `"$1":"${hidden}"`)
    .replace(bearer, `Bearer ${hidden}`)
    .replace(signedToken, `$1.${hidden}`)
    .replace(address, (_, scheme: string, rest: string) => scheme + withoutCredentials(rest));
}

/** Up to the last `@`: a password may hold an `@` or a `/` itself. */
function withoutCredentials(rest: string): string {
  const end = rest.lastIndexOf('@');
  return end >= 0 && rest.slice(0, end).includes(':') ? `${hidden}${rest.slice(end)}` : rest;
}

/** @param write receives whole lines; standard output by default */
export function createLog(options: { level: string; format: 'text' | 'json'; write?: (line: string) => void }): Logger {
  const write = options.write ?? ((line: string) => void process.stdout.write(line));
  const format = options.format === 'text' ? asText : (line: string) => line;
  return pino({ level: options.level, base: null, timestamp: pino.stdTimeFunctions.epochTime }, { write: (line) => write(format(redact(line))) });
}

const levels: Readonly<Record<number, string>> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** `05:12:44 info  text  {more}`, for people. */
function asText(line: string): string {
  const { time, level, msg, ...rest }: { time?: number; level?: number; msg?: string } = JSON.parse(line);
  const clock = new Date(time ?? 0).toISOString().slice(11, 19);
  const more = Object.keys(rest).length > 0 ? `  ${JSON.stringify(rest)}` : '';
  return `${clock} ${(levels[level ?? 30] ?? '').padEnd(5)} ${msg ?? ''}${more}\n`;
}

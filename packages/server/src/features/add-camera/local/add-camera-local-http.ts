import { request as requestHttp, type IncomingMessage } from 'node:http';
import { AppError } from '../../../kernel/app-error.ts';
import type { Clock } from '../../../kernel/clock.ts';

export interface LocalRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Where the socket goes: the host as the policy resolved it. */
  readonly address: string;
  readonly bearer?: string;
  readonly body?: unknown;
  readonly clock: Pick<Clock, 'after'>;
}

export interface LocalAnswer {
  readonly status: number;
  /** Null when it is no JSON. */
  readonly body: unknown;
}

/** For one whole exchange, ms: the camera asks our server meanwhile. */
const patience = 10_000;
const longest = 16 * 1024;

/**
 * Asks exactly this address once; no redirect is followed, and neither the answer nor the time for it is unbounded.
 * @throws {AppError} camera-unreachable, camera-timeout, camera-not-watchpost
 */
export async function askLocalCamera({ method, url, address, bearer, body, clock }: LocalRequest): Promise<LocalAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<LocalAnswer>();
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const request = requestHttp({
    host: address,
    // A URL leaves out the port that its scheme has anyway.
    port: url.port === '' ? 80 : Number(url.port),
    path: url.pathname,
    method,
    agent: false,
    maxHeaderSize: longest,
    headers: {
      host: url.host,
      accept: 'application/json',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
    },
  });
  const cancel = clock.after(patience, () => {
    reject(new AppError('camera-timeout'));
    request.destroy();
  });
  request.on('error', (error) => reject(connectError(error)));
  request.on('response', (response) => {
    readBody(response).then(
      (text) => resolve({ status: response.statusCode ?? 0, body: parse(text) }),
      (error: unknown) => reject(error instanceof AppError ? error : connectError(error)),
    );
  });
  request.end(bytes ?? undefined);
  try {
    return await promise;
  } finally {
    cancel();
    request.destroy();
  }
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longest) throw new AppError('camera-not-watchpost', { message: 'The answer is too long.' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function connectError(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  if (code === 'ETIMEDOUT') return new AppError('camera-timeout', { message: code });
  // Whatever answered in something that is not HTTP, or hung up in the middle of it.
  if (code.startsWith('HPE_') || code === 'ECONNRESET') return new AppError('camera-not-watchpost', { message: code });
  return new AppError('camera-unreachable', { message: code });
}

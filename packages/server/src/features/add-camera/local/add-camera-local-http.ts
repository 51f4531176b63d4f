import { request as requestHttp, type IncomingMessage } from 'node:http';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../../kernel/app-error.ts';

export interface LocalRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** The address to connect to: the host as the policy resolved it. */
  readonly address: string;
  readonly bearer?: string;
  readonly body?: unknown;
  readonly clock: Pick<Clock, 'after'>;
}

export interface LocalAnswer {
  readonly status: number;
  /** Null when the body is not JSON. */
  readonly body: unknown;
}

/** Timeout of one request and its answer: the camera contacts this server in between. */
const requestTimeoutMs = 10_000;
const maxBytes = 16 * 1024;

/**
 * Sends one request to exactly this address; follows no redirect, and limits the size and the time of the answer.
 * @throws {AppError} camera-unreachable, camera-timeout, camera-not-watchpost
 */
export async function askLocalCamera({ method, url, address, bearer, body, clock }: LocalRequest): Promise<LocalAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<LocalAnswer>();
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const request = requestHttp({
    host: address,
    // A URL omits the default port of its scheme.
    port: url.port === '' ? 80 : Number(url.port),
    path: url.pathname,
    method,
    agent: false,
    maxHeaderSize: maxBytes,
    headers: {
      host: url.host,
      accept: 'application/json',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
    },
  });
  const cancel = clock.after(requestTimeoutMs, () => {
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
    if (length > maxBytes) throw new AppError('camera-not-watchpost', { message: 'The answer is too long.' });
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
  // The answer was not HTTP, or was interrupted.
  if (code.startsWith('HPE_') || code === 'ECONNRESET') return new AppError('camera-not-watchpost', { message: code });
  return new AppError('camera-unreachable', { message: code });
}

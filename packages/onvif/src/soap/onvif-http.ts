import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Clock } from '@watchpost/contract/timing/clock';
import { OnvifError } from '../kernel/onvif-error.ts';
import { cameraTls } from './camera-tls.ts';
import { maxAnswerBytes } from './onvif-xml.ts';

interface OnvifRequest {
  readonly url: URL;
  /** Address of the socket: the host as the policy resolved it. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface OnvifPost extends OnvifRequest {
  readonly body: string;
  /** The action of the SOAP request, which some cameras require as a part of its type; null leaves it out, for cameras that refuse it. */
  readonly action: string | null;
  /** Timeout of the whole exchange, ms; 5 s by default. */
  readonly timeoutMs?: number;
}

export interface HttpBounds {
  /** Maximum size of the answer, bytes. */
  readonly maxBytes: number;
  /** Timeout of the whole exchange, ms. */
  readonly timeoutMs: number;
}

export interface OnvifHttpAnswer<Body = string> {
  readonly status: number;
  /** Values of the WWW-Authenticate headers. */
  readonly challenges: readonly string[];
  readonly body: Body;
}

const soapBounds: HttpBounds = { maxBytes: maxAnswerBytes, timeoutMs: 5000 };

/**
 * Sends one POST to exactly this address. Redirects are not followed; the answer's size and time are bounded.
 * @throws {OnvifError} camera-unreachable, camera-timeout, camera-not-onvif
 */
export async function postOnvif({ body, action, headers, timeoutMs, ...request }: OnvifPost): Promise<OnvifHttpAnswer> {
  const bytes = Buffer.from(body);
  const type = `application/soap+xml; charset=utf-8${action === null ? '' : `; action="${action}"`}`;
  const asSoap = { 'content-type': type, 'content-length': String(bytes.length), ...headers };
  const answer = await exchange({ ...request, headers: asSoap }, 'POST', bytes, {
    ...soapBounds,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return { ...answer, body: answer.body.toString('utf8') };
}

/** Sends one GET, otherwise like `postOnvif`. */
export function getOnvif(request: OnvifRequest, bounds: HttpBounds): Promise<OnvifHttpAnswer<Buffer>> {
  return exchange(request, 'GET', null, bounds);
}

async function exchange(
  { url, address, headers, clock, signal }: OnvifRequest,
  method: string,
  bytes: Buffer | null,
  { maxBytes, timeoutMs }: HttpBounds,
): Promise<OnvifHttpAnswer<Buffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<OnvifHttpAnswer<Buffer>>();
  const isSecure = url.protocol === 'https:';
  const options = {
    host: address,
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
    method,
    headers: { host: url.host, ...headers },
    agent: false,
  } as const;
  const request = isSecure
    ? requestHttps({
        ...options,
        ...cameraTls,
        servername: isIP(url.hostname.replaceAll(/[[\]]/g, '')) === 0 ? url.hostname : '',
      })
    : requestHttp(options);
  const fail = (error: OnvifError): void => {
    reject(error);
    request.destroy();
  };
  const giveUp = (): void => fail(new OnvifError('camera-timeout', 'The camera did not answer in time.'));
  const cancel = clock.after(timeoutMs, giveUp);
  signal.addEventListener('abort', giveUp);
  request.on('error', (error) => reject(connectError(error)));
  request.on('response', (response) => {
    response.on('error', (error) => reject(connectError(error)));
    readBody(response, maxBytes).then(
      (body) => resolve({ status: response.statusCode ?? 0, challenges: response.headersDistinct['www-authenticate'] ?? [], body }),
      (error: unknown) => fail(error instanceof OnvifError ? error : connectError(error)),
    );
  });
  request.end(bytes ?? undefined);
  if (signal.aborted) giveUp();
  try {
    return await promise;
  } finally {
    cancel();
    signal.removeEventListener('abort', giveUp);
    request.destroy();
  }
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) break;
    length += chunk.length;
    if (length > maxBytes) throw new OnvifError('camera-not-onvif', 'The answer is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function connectError(error: unknown): OnvifError {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  if (code === 'ETIMEDOUT') return new OnvifError('camera-timeout', code);
  // The peer doesn't speak HTTP, or disconnected in the middle of an answer.
  if (code.startsWith('HPE_') || code.startsWith('ERR_SSL') || code === 'EPROTO' || code === 'ECONNRESET')
    return new OnvifError('camera-not-onvif', code);
  return new OnvifError('camera-unreachable', code);
}

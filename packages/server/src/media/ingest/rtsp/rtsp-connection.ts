import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '@watchpost/contract/timing/clock';
import { cameraTls } from '@watchpost/onvif';
import { AppError } from '../../../kernel/app-error.ts';
import { createFloodLimit } from '../../../kernel/limits/flood-limit.ts';
import type { NetworkPolicy } from '../../../kernel/network/network-policy.ts';
import { ParseError } from '../codecs/parse-error.ts';
import { createRtspLogin } from './rtsp-login.ts';
import { createRtspMemory, type RtspMemory } from './rtsp-memory.ts';
import { createRtspReader, type RtspMessage } from './rtsp-reader.ts';
import type { RtspTarget } from './rtsp-url.ts';

export interface RtspAnswer extends RtspMessage {
  readonly status: number;
}

export interface RtspConnection {
  /**
   * Sends one request, authenticating on demand, and waits for its answer.
   * @throws {AppError}
   */
  request(method: string, uri: string, headers?: Readonly<Record<string, string>>): Promise<RtspAnswer>;
  /** Sends without waiting for an answer. */
  send(method: string, uri: string, headers?: Readonly<Record<string, string>>): void;
  /** Sends an interleaved frame. */
  sendFrame(channel: number, data: Buffer): void;
  /**
   * Closes the connection.
   * @param reason rejects the requests that are still pending
   */
  close(reason?: AppError): void;
  /** The camera's resolved IP address. */
  readonly address: string;
  /** Resolves with the reason when the connection is closed; never rejects. */
  readonly closed: Promise<AppError>;
}

export interface ConnectionOptions {
  readonly target: RtspTarget;
  readonly network: NetworkPolicy;
  readonly clock: Clock;
  /** What earlier connections learned of the camera. */
  readonly memory?: RtspMemory;
  /** Receives an interleaved frame; the data is valid only during the call. */
  readonly onFrame: (channel: number, data: Buffer) => void;
}

/** Timeout of the connection and of each answer. */
const timeoutMs = 5000;
/** More challenges than cameras offer, each refused once. */
const maxAttempts = 8;
const maxExpired = 100;
/** Limits the camera's answers and requests, not its frames. A camera that plays sends one in half a minute. */
const maxMessagesPerSecond = 100;

/**
 * Opens the socket to the one address that the policy allows.
 * @throws {AppError}
 */
export async function connectRtsp({ target, network, clock, memory, onFrame }: ConnectionOptions): Promise<RtspConnection> {
  const address = await withTimeout(network.resolve(target.host), clock, 'camera-host-unknown');
  if (!network.isAllowed(address)) throw new AppError('camera-address-forbidden');
  const socket = await openSocket(address, target, clock);

  let sequence = 0;
  const login = createRtspLogin(target, memory ?? createRtspMemory());
  let hasAnswered = false;
  /** Numbers of requests that were given up: their answers may still come. */
  const expired = new Set<number>();
  const pending = new Map<number, { resolve: (answer: RtspAnswer) => void; reject: (error: AppError) => void; cancel: () => void }>();
  let failure: AppError | null = null;
  let finish: (error: AppError) => void = () => undefined;
  const closed = new Promise<AppError>((resolve) => {
    finish = resolve;
  });
  const end = (error: AppError): void => {
    if (failure) return;
    failure = error;
    socket.destroy();
    for (const { reject, cancel } of pending.values()) {
      cancel();
      reject(error);
    }
    pending.clear();
    finish(error);
  };

  const isFlood = createFloodLimit(clock, maxMessagesPerSecond);
  const onMessage = (message: RtspMessage): void => {
    if (failure) return;
    if (isFlood())
      return end(new AppError('camera-not-rtsp', { message: `The camera sends more than ${maxMessagesPerSecond} messages a second.` }));
    const status = /^RTSP\/1\.\d (\d{3})/.exec(message.startLine)?.[1];
    const cseq = Number(message.headers.get('cseq')?.[0] ?? Number.NaN);
    if (status === undefined) {
      // A request of the camera: some ask whether we are still there, and end the session without a yes. Redirects are never followed.
      const answer = /^(OPTIONS|GET_PARAMETER) /.test(message.startLine) ? '200 OK' : '501 Not Implemented';
      if (Number.isInteger(cseq)) socket.write(`RTSP/1.0 ${answer}\r\nCSeq: ${cseq}\r\n\r\n`);
      return;
    }
    hasAnswered = true;
    // Some cameras omit CSeq or number wrongly; their answer then belongs to the oldest request.
    const key = pending.has(cseq) ? cseq : expired.delete(cseq) ? undefined : [...pending.keys()][0];
    const entry = key === undefined ? undefined : pending.get(key);
    if (key === undefined || !entry) return;
    pending.delete(key);
    entry.cancel();
    entry.resolve({ ...message, body: Uint8Array.from(message.body), status: Number(status) });
  };
  const read = createRtspReader({ onMessage, onFrame });
  socket.on('data', (chunk: Buffer) => {
    if (failure) return;
    try {
      read(chunk);
    } catch (error) {
      end(
        error instanceof ParseError
          ? new AppError(hasAnswered ? 'camera-offline' : 'camera-not-rtsp', { message: error.message })
          : new AppError('internal-error', { cause: error }),
      );
    }
  });
  socket.on('error', (error) => end(new AppError('camera-offline', { message: `The connection broke: ${codeOf(error)}` })));
  socket.on('close', () =>
    end(new AppError(hasAnswered ? 'camera-offline' : 'camera-not-rtsp', { message: 'The camera closed the connection.' })),
  );

  const write = (method: string, uri: string, headers: Readonly<Record<string, string>>): number => {
    sequence += 1;
    const lines = [`${method} ${uri} RTSP/1.0`, `CSeq: ${sequence}`, 'User-Agent: Watchpost'];
    const authorization = login.header(method, uri);
    if (authorization !== null) lines.push(`Authorization: ${authorization}`);
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    // Byte for byte, as headers are read: a camera may name itself in any encoding, and must get its own bytes back.
    socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    return sequence;
  };
  const once = (method: string, uri: string, headers: Readonly<Record<string, string>>): Promise<RtspAnswer> =>
    new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      const key = write(method, uri, headers);
      const cancel = clock.after(timeoutMs, () => {
        pending.delete(key);
        if (expired.size < maxExpired) expired.add(key);
        reject(new AppError('camera-timeout', { message: `No answer to ${method}.` }));
      });
      pending.set(key, { resolve, reject, cancel });
    });

  const request: RtspConnection['request'] = async (method, uri, headers = {}) => {
    let hasRenewed = false;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const answer = await once(method, uri, headers);
      if (answer.status !== 401) {
        login.onAccepted();
        return answer;
      }
      hasRenewed = login.onRefused(answer.headers.get('www-authenticate') ?? [], hasRenewed) || hasRenewed;
    }
    throw new AppError('camera-wrong-password');
  };
  const sendFrame = (channel: number, data: Buffer): void => {
    const header = Buffer.from([0x24, channel, 0, 0]);
    header.writeUInt16BE(data.length, 2);
    if (!failure) socket.write(Buffer.concat([header, data]));
  };
  return {
    address,
    request,
    sendFrame,
    send: (method, uri, headers = {}) => void (failure ?? write(method, uri, headers)),
    close: (reason) => end(reason ?? new AppError('camera-offline', { message: 'Closed.' })),
    closed,
  };
}

function openSocket(address: string, target: RtspTarget, clock: Clock): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = target.isSecure
      ? connectTls({
          ...cameraTls,
          host: address,
          port: target.port,
          servername: /[a-z]/i.test(target.host) && !target.host.includes(':') ? target.host : '',
        })
      : connectTcp({ host: address, port: target.port });
    const fail = (error: AppError): void => {
      cancel();
      socket.removeAllListeners();
      socket.on('error', () => undefined);
      socket.destroy();
      reject(error);
    };
    const cancel = clock.after(timeoutMs, () => fail(new AppError('camera-timeout', { message: 'The connection took too long.' })));
    socket.once('error', (error) => fail(connectError(codeOf(error))));
    socket.once('close', () => fail(new AppError('camera-not-rtsp', { message: 'The connection was closed immediately.' })));
    socket.once(target.isSecure ? 'secureConnect' : 'connect', () => {
      cancel();
      socket.removeAllListeners();
      socket.setNoDelay(true);
      resolve(socket);
    });
  });
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}

function connectError(code: string): AppError {
  if (code === 'ETIMEDOUT') return new AppError('camera-timeout', { message: code });
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') return new AppError('camera-not-rtsp', { message: code });
  return new AppError('camera-unreachable', { message: code });
}

async function withTimeout<T>(promise: Promise<T>, clock: Clock, code: 'camera-host-unknown'): Promise<T> {
  let cancel = (): void => undefined;
  const timeout = new Promise<never>((_, reject) => {
    cancel = clock.after(timeoutMs, () => reject(new AppError(code, { message: 'The name service did not answer.' })));
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    cancel();
  }
}

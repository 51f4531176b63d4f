import type { ErrorCode } from '@watchpost/contract/kernel';
import { errorMessages } from '@watchpost/contract/kernel';
import { decodeTalk, type LiveServerMessage } from '@watchpost/contract/protocols/live';
import type { CameraAccess } from '../../kernel/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { AgentLinks } from '../ingest/index.ts';
import type { CameraStatus } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createBacklog } from './backlog.ts';
import { parseClientMessage, type LiveSubscribe, type MessageMemo } from './live-messages.ts';
import { createLiveTalks } from './live-talk.ts';
import { createLiveSubscription, type LiveSubscription, type LiveWish } from './live-subscription.ts';

/** The connection of one page; `ws` in the server, a recorder in tests. */
export interface LiveSocket {
  send(message: string | Uint8Array): void;
  /** Bytes that wait to be sent. */
  readonly bufferedBytes: number;
  close(code: number, reason: string): void;
}

/** Who may see what; the same answers as on HTTP. */
export interface LiveAccess {
  /** Throws AppError when the token is not valid now, or not from this page. */
  checkToken(token: string, origin: string | null): Promise<void>;
  camera(token: string, cameraId: string, origin: string | null): Promise<CameraAccess>;
}

export interface LiveSessionDeps {
  readonly socket: LiveSocket;
  /** The Origin header of the page. */
  readonly origin: string | null;
  readonly access: LiveAccess;
  readonly streams: StreamRegistry;
  /** To speak through cameras. */
  readonly links: Pick<AgentLinks, 'get'>;
  readonly status: (cameraId: string) => CameraStatus;
  readonly memo: MessageMemo;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface LiveSession {
  onText(text: string): void;
  /** A binary message: speech. */
  onBinary(message: Uint8Array): void;
  onStatus(cameraId: string, status: CameraStatus): void;
  /** Called every second: the deadline of the first message, and access checked again. */
  onTick(): void;
  /** The connection is gone. */
  end(): void;
  readonly channels: number;
}

export const closeCodes = { invalid: 4400, unauthorized: 4401, forbidden: 4403, stopping: 1001 } as const;
const authorizeWithin = 5000;
const checkAccessEvery = 10_000;
const maximumChannels = 64;
/** One channel may have so much waiting; a wall of cameras more, since all of them start at once. */
const bufferPerChannel = 1_500_000;
const maximumBuffer = 12_000_000;
const maximumAge = 1000;

interface Channel {
  readonly cameraId: string;
  wish: LiveWish;
  withAudio: boolean;
  subscription: LiveSubscription;
}

const nothing: LiveSubscription = { update: () => undefined, end: () => undefined };

export function createLiveSession(deps: LiveSessionDeps): LiveSession {
  const { socket, origin, access, streams, links, status, memo, clock, log } = deps;
  const channels = new Map<number, Channel>();
  const backlog = createBacklog();
  const startedAt = clock.monotonic();
  let checkedAt = startedAt;
  let token: string | null = null;
  let isEnded = false;
  let isChecking = false;
  // Messages are handled one after another: authorize is over before a subscribe that follows it begins.
  let queue: Promise<void> = Promise.resolve();
  let waiting = 0;

  const send = (message: LiveServerMessage): void => {
    if (!isEnded) socket.send(JSON.stringify(message));
  };
  const sendMedia = (message: Uint8Array): void => {
    if (isEnded) return;
    backlog.sent(clock.monotonic(), message.byteLength);
    socket.send(message);
  };
  const tell = (channel: number | null, code: ErrorCode): void => send({ type: 'error', channel, error: { code, message: errorMessages.en[code] } });
  const talks = createLiveTalks(links, (channel) => send({ type: 'talk', channel, state: 'ended' }));
  const end = (): void => {
    isEnded = true;
    for (const channel of talks.channels()) talks.end(channel);
    for (const { subscription } of channels.values()) subscription.end();
    channels.clear();
  };
  const refuse = (code: ErrorCode, closeCode: number): void => {
    if (isEnded) return;
    tell(null, code);
    end();
    socket.close(closeCode, code);
  };
  const endTalk = (number: number): void => {
    if (talks.end(number)) send({ type: 'talk', channel: number, state: 'ended' });
  };
  const remove = (number: number): void => {
    endTalk(number);
    channels.get(number)?.subscription.end();
    channels.delete(number);
  };
  const tellState = (number: number, { state, since, reason }: CameraStatus): void => send({ type: 'state', channel: number, state, since, reason });

  const limit = (): number => Math.min(maximumBuffer, bufferPerChannel * Math.max(1, channels.size));
  const age = (): number => backlog.age(clock.monotonic(), socket.bufferedBytes);
  const isCongested = (): boolean => socket.bufferedBytes > limit() || age() > maximumAge;
  const isClear = (): boolean => socket.bufferedBytes <= limit() / 4 && age() < maximumAge / 3;

  const subscribe = async ({ channel: number, cameraId, quality = 'auto', audio = false, frames = 'all', hevc = false }: LiveSubscribe): Promise<void> => {
    if (token === null) return refuse('unauthorized', closeCodes.unauthorized);
    if (!channels.has(number) && channels.size >= maximumChannels) return tell(number, 'too-many-requests');
    try {
      const { withAudio } = await access.camera(token, cameraId, origin);
      if (isEnded) return;
      const wish: LiveWish = { quality, audio, frames, hevc };
      const allowed = { ...wish, audio: audio && withAudio };
      const running = channels.get(number);
      if (running?.cameraId === cameraId) {
        Object.assign(running, { wish, withAudio });
        return running.subscription.update(allowed);
      }
      remove(number);
      tellState(number, status(cameraId));
      const onImpossible = (code: ErrorCode): void => tell(number, code);
      // The place is taken before the first frames are sent: what may wait depends on how many there are.
      const channel: Channel = { cameraId, wish, withAudio, subscription: nothing };
      channels.set(number, channel);
      channel.subscription = createLiveSubscription({ number, cameraId, streams, clock, memo, send, sendMedia, isCongested, isClear, onImpossible }, allowed);
    } catch (error) {
      failed(number, error);
    }
  };

  /** 401 ends the socket, another refusal the channel; a database that is away ends nothing. */
  const failed = (number: number, error: unknown, isRunning = false): void => {
    if (!(error instanceof AppError) || error.status >= 500) {
      log.warn({ err: error }, 'Access to a camera could not be checked');
      if (!isRunning) tell(number, 'unavailable');
      return;
    }
    if (error.status === 401) return refuse(error.code, closeCodes.unauthorized);
    remove(number);
    tell(number, error.code);
  };

  const talk = async (number: number, mimeType: string): Promise<void> => {
    const channel = channels.get(number);
    if (token === null || !channel) return tell(number, token === null ? 'unauthorized' : 'not-found');
    try {
      const { isFullAccess } = await access.camera(token, channel.cameraId, origin);
      if (isEnded || channels.get(number) !== channel) return;
      const problem = isFullAccess ? talks.begin(number, channel.cameraId, mimeType) : 'forbidden';
      if (problem) tell(number, problem);
      else send({ type: 'talk', channel: number, state: 'started' });
    } catch (error) {
      failed(number, error);
    }
  };

  const authorize = async (next: string): Promise<void> => {
    try {
      await access.checkToken(next, origin);
      token = next;
      send({ type: 'authorized', serverTime: clock.now() });
    } catch (error) {
      if (!(error instanceof AppError)) log.warn({ err: error }, 'A token could not be checked');
      const code = error instanceof AppError ? error.code : 'unavailable';
      refuse(code, code === 'origin-forbidden' ? closeCodes.forbidden : closeCodes.unauthorized);
    }
  };

  const checkAccess = async (): Promise<void> => {
    isChecking = true;
    for (const [number, channel] of channels) {
      if (token === null || isEnded) break;
      try {
        const { withAudio, isFullAccess } = await access.camera(token, channel.cameraId, origin);
        if (!isFullAccess && channels.get(number) === channel) endTalk(number);
        if (channels.get(number) !== channel || channel.withAudio === withAudio) continue;
        channel.withAudio = withAudio;
        channel.subscription.update({ ...channel.wish, audio: channel.wish.audio && withAudio });
      } catch (error) {
        if (channels.get(number) === channel) failed(number, error, true);
      }
    }
    isChecking = false;
  };

  const handle = async (text: string): Promise<void> => {
    const message = parseClientMessage(text);
    if (isEnded) return;
    if (!message) return refuse('invalid-request', closeCodes.invalid);
    if (message.type === 'ping') return send({ type: 'pong', id: message.id, serverTime: clock.now() });
    if (message.type === 'unsubscribe') return remove(message.channel);
    if (message.type === 'authorize') return authorize(message.token);
    if (message.type === 'talk') return talk(message.channel, message.mimeType);
    if (message.type === 'talk-end') return endTalk(message.channel);
    if (message.type === 'subscribe') return subscribe(message);
  };

  return {
    get channels() {
      return channels.size;
    },
    onText: (text) => {
      waiting += 1;
      if (waiting > 256) return refuse('too-many-requests', closeCodes.invalid);
      queue = queue.then(() => handle(text)).finally(() => (waiting -= 1));
    },
    onBinary: (message) => {
      try {
        const { channel, payload } = decodeTalk(message);
        // Messages before it may still be handled: a piece that comes too early is lost, as one that comes too late.
        talks.speech(channel, payload);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        refuse('invalid-request', closeCodes.invalid);
      }
    },
    onStatus: (cameraId, next) => {
      for (const [number, channel] of channels) if (channel.cameraId === cameraId) tellState(number, next);
    },
    onTick: () => {
      const now = clock.monotonic();
      if (token === null && now - startedAt >= authorizeWithin) return refuse('unauthorized', closeCodes.unauthorized);
      if (isChecking || now - checkedAt < checkAccessEvery - 1000) return;
      checkedAt = now;
      void checkAccess();
    },
    end,
  };
}


import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '@watchpost/contract/kernel';
import { errorMessages } from '@watchpost/contract/kernel';
import { decodeTalk, type LiveServerMessage } from '@watchpost/contract/protocols/live';
import type { Clock } from '@watchpost/contract/timing/clock';
import { requireRight, type CameraAccess } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Viewing } from '../../kernel/access/viewing.ts';
import type { Ingest } from '../ingest/index.ts';
import type { CameraStatus } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createBacklog } from './backlog.ts';
import { parseClientMessage, type LiveSubscribe, type MessageMemo } from './live-messages.ts';
import { createLiveTalks, type SpeakerLinks } from './live-talk.ts';
import { createLiveSubscription, type LiveSubscription, type LiveRequest } from './live-subscription.ts';

/** The connection of one page; a `ws` socket in the server, a recorder in tests. */
interface LiveSocket {
  send(message: string | Uint8Array): void;
  /** Bytes that are waiting to be sent. */
  readonly bufferedBytes: number;
  close(code: number, reason: string): void;
}

/** Checks a viewer's access, with the same answers as over HTTP. */
export interface LiveAccess {
  /**
   * Checks that a token is valid now for a page.
   * @throws {AppError} when it is invalid, expired or not issued for this page
   */
  checkToken(token: string, origin: string | null): Promise<void>;
  camera(token: string, cameraId: string, origin: string | null): Promise<CameraAccess>;
  /**
   * Takes a viewer's place.
   * @throws {AppError} viewer-limit-reached
   */
  watch(viewed: CameraAccess): Viewing;
  /** Notes an attempt to watch a camera outside of its hours. */
  refused(viewed: CameraAccess): void;
}

export interface LiveSessionDeps {
  readonly socket: LiveSocket;
  /** The page's Origin header. */
  readonly origin: string | null;
  readonly access: LiveAccess;
  readonly streams: StreamRegistry;
  /** Connections of agents, for talking through cameras. */
  readonly links: SpeakerLinks;
  readonly ingest: Pick<Ingest, 'status' | 'awaitsKeyFrame' | 'requestKeyFrame'>;
  readonly memo: MessageMemo;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface LiveSession {
  onText(text: string): void;
  /** Handles a binary message, which contains speech. */
  onBinary(message: Uint8Array): void;
  onStatus(cameraId: string, status: CameraStatus): void;
  /** Called when access to a camera may have changed, one customer's or everyone's: takes effect without waiting for the next check. */
  onAccessChanged(cameraId: string, customerId: string | null): void;
  /** Called every second: enforces the deadline of the first message, rechecks access, and notifies viewers who wait for a key frame. */
  onTick(): void;
  /** Called when the connection is closed. */
  end(): void;
  readonly channels: number;
}

export const closeCodes = { invalid: 4400, unauthorized: 4401, forbidden: 4403, stopping: 1001 } as const;
const authorizationTimeoutMs = 5000;
/** A key frame expected within this time is not announced. */
const minReportedGroupMs = 4000;
const accessCheckIntervalMs = 10_000;
const maxChannels = 64;
/** Maximum pending bytes per channel. They add up over the channels of a video wall, because all cameras start together. */
const bufferBytesPerChannel = 1_500_000;
const maxBufferBytes = 12_000_000;
const maxAgeMs = 1000;

interface Channel {
  readonly cameraId: string;
  request: LiveRequest;
  /** As last checked. */
  access: CameraAccess;
  readonly viewing: Viewing;
  /** Whether nothing could be shown at the last tick. */
  wasWaiting: boolean;
  subscription: LiveSubscription;
}

const nothing: LiveSubscription = { update: () => undefined, needsKeyFrame: false, end: () => undefined };

export function createLiveSession(deps: LiveSessionDeps): LiveSession {
  const { socket, origin, access, streams, links, ingest, memo, clock, log } = deps;
  const channels = new Map<number, Channel>();
  const backlog = createBacklog();
  const startedAt = clock.monotonic();
  let checkedAt = startedAt;
  let token: string | null = null;
  let isEnded = false;
  let isChecking = false;
  /** Checks run one after the other, so that the last one applies what was read last. */
  let checks: Promise<void> = Promise.resolve();
  // Messages are handled in order: authorize completes before a following subscribe begins.
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
  const notify = (channel: number | null, code: ErrorCode): void =>
    send({ type: 'error', channel, error: { code, message: errorMessages.en[code] } });
  const talks = createLiveTalks(links, (channel) => send({ type: 'talk', channel, state: 'ended' }));
  const end = (): void => {
    isEnded = true;
    for (const channel of talks.channels()) talks.end(channel);
    for (const number of channels.keys()) remove(number);
  };
  const refuse = (code: ErrorCode, closeCode: number): void => {
    if (isEnded) return;
    notify(null, code);
    end();
    socket.close(closeCode, code);
  };
  const endTalk = (number: number): void => {
    if (talks.end(number)) send({ type: 'talk', channel: number, state: 'ended' });
  };
  const remove = (number: number): void => {
    endTalk(number);
    channels.get(number)?.subscription.end();
    channels.get(number)?.viewing.end();
    channels.delete(number);
  };
  const sendState = (number: number, { state, since, reason }: CameraStatus): void =>
    send({ type: 'state', channel: number, state, since, reason });

  const limit = (): number => Math.min(maxBufferBytes, bufferBytesPerChannel * Math.max(1, channels.size));
  const age = (): number => backlog.age(clock.monotonic(), socket.bufferedBytes);
  const isCongested = (): boolean => socket.bufferedBytes > limit() || age() > maxAgeMs;
  const isClear = (): boolean => socket.bufferedBytes <= limit() / 4 && age() < maxAgeMs / 3;

  const watchable = async (authorized: string, cameraId: string, onRefused?: (viewed: CameraAccess) => void): Promise<CameraAccess> => {
    const viewed = await access.camera(authorized, cameraId, origin);
    if (viewed.capabilities.opensAt !== null) onRefused?.(viewed);
    requireRight(viewed, 'watch');
    return viewed;
  };
  const subscribe = async ({
    channel: number,
    cameraId,
    quality = 'auto',
    audio = false,
    frames = 'all',
    hevc = false,
  }: LiveSubscribe): Promise<void> => {
    if (token === null) return refuse('unauthorized', closeCodes.unauthorized);
    if (!channels.has(number) && channels.size >= maxChannels) return notify(number, 'too-many-requests');
    try {
      const viewed = await watchable(token, cameraId, access.refused);
      if (isEnded) return;
      const { canHear } = viewed.capabilities;
      const request: LiveRequest = { quality, audio, canHear, frames, hevc };
      const allowed = { ...request, audio: audio && canHear };
      const running = channels.get(number);
      if (running?.cameraId === cameraId) {
        Object.assign(running, { request, access: viewed });
        return running.subscription.update(allowed);
      }
      const viewing = access.watch(viewed);
      remove(number);
      sendState(number, ingest.status(cameraId));
      const onImpossible = (code: ErrorCode): void => notify(number, code);
      // The channel is registered before the first frames are sent, because the limit of pending bytes depends on the number of
      // channels.
      const channel: Channel = { cameraId, request, access: viewed, viewing, wasWaiting: false, subscription: nothing };
      channels.set(number, channel);
      const sendMediaOf = (message: Uint8Array): void => {
        viewing.begin();
        sendMedia(message);
      };
      channel.subscription = createLiveSubscription(
        { number, cameraId, streams, clock, memo, send, sendMedia: sendMediaOf, isCongested, isClear, onImpossible },
        allowed,
      );
    } catch (error) {
      failed(number, error);
    }
  };

  /**
   * A 401 ends the socket, another refusal the channel; an unavailable database ends nothing.
   * @param running by which the channel was watched until now
   */
  const failed = (number: number, error: unknown, running: CameraAccess | null = null): void => {
    if (!(error instanceof AppError) || error.status >= 500) {
      log.warn({ err: error }, 'Access to a camera could not be checked');
      if (!running) notify(number, 'unavailable');
      return;
    }
    if (error.status === 401) return refuse(error.code, closeCodes.unauthorized);
    remove(number);
    notify(number, running ? endCodeOf(running, error.code) : error.code);
  };

  const talk = async (number: number, mimeType: string): Promise<void> => {
    const channel = channels.get(number);
    if (token === null || !channel) return notify(number, token === null ? 'unauthorized' : 'not-found');
    try {
      const { canTalk } = (await watchable(token, channel.cameraId)).capabilities;
      if (isEnded || channels.get(number) !== channel) return;
      const problem = canTalk ? talks.begin(number, channel.cameraId, mimeType) : 'forbidden';
      if (problem) notify(number, problem);
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

  const checkChannel = async (number: number, channel: Channel): Promise<void> => {
    if (token === null || isEnded || channels.get(number) !== channel) return;
    try {
      const viewed = await watchable(token, channel.cameraId);
      if (channels.get(number) !== channel) return;
      channel.viewing.check(viewed);
      const { canHear, canTalk } = viewed.capabilities;
      if (!canTalk) endTalk(number);
      const { capabilities: before, watermark } = channel.access;
      channel.access = viewed;
      if (viewed.watermark !== watermark || !isDeepStrictEqual(viewed.capabilities, before)) send({ type: 'access', channel: number });
      if (canHear !== before.canHear) channel.subscription.update({ ...channel.request, audio: channel.request.audio && canHear, canHear });
    } catch (error) {
      if (channels.get(number) === channel) failed(number, error, channel.access);
    }
  };
  const checkAccess = (isConcerned: (viewed: CameraAccess) => boolean): Promise<void> =>
    (checks = checks
      .then(async () => {
        for (const [number, channel] of channels) if (isConcerned(channel.access)) await checkChannel(number, channel);
      })
      .catch((error: unknown) => log.error({ err: error }, 'The access of live viewers could not be checked')));

  /** Notifies viewers of a missing key frame, except those whose own connection is too slow for one. */
  const sendWaiting = (): void => {
    for (const [number, channel] of channels) {
      const { cameraId, subscription, wasWaiting } = channel;
      const stream = streams.get(cameraId);
      const interval = stream?.keyFrameInterval ?? null;
      const isWaiting =
        subscription.needsKeyFrame &&
        isClear() &&
        (interval === null || interval > minReportedGroupMs) &&
        (ingest.awaitsKeyFrame(cameraId) || (stream?.online ?? false));
      channel.wasWaiting = isWaiting;
      if (!isWaiting || !wasWaiting) continue;
      ingest.requestKeyFrame(cameraId);
      send({ type: 'waiting', channel: number, interval });
    }
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
        // Earlier messages may still be in progress: speech that arrives too early is lost, like speech that arrives too late.
        talks.speech(channel, payload);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        refuse('invalid-request', closeCodes.invalid);
      }
    },
    onStatus: (cameraId, next) => {
      for (const [number, channel] of channels) if (channel.cameraId === cameraId) sendState(number, next);
    },
    onAccessChanged: (cameraId, customerId) =>
      void checkAccess((viewed) => viewed.cameraId === cameraId && (customerId === null || viewed.customerId === customerId)),
    onTick: () => {
      const now = clock.monotonic();
      if (token === null && now - startedAt >= authorizationTimeoutMs) return refuse('unauthorized', closeCodes.unauthorized);
      sendWaiting();
      if (isChecking) return;
      const isRegular = now - checkedAt >= accessCheckIntervalMs - 1000;
      const time = clock.now();
      const isDue = ({ capabilities: { changesAt } }: CameraAccess): boolean => isRegular || (changesAt !== null && changesAt <= time);
      if (isRegular) checkedAt = now;
      else if (![...channels.values()].some((channel) => isDue(channel.access))) return;
      isChecking = true;
      void checkAccess(isDue).finally(() => (isChecking = false));
    },
    end,
  };
}

/** A viewer who watched until now must not read that the camera doesn't exist. */
function endCodeOf({ viewerKind }: CameraAccess, code: ErrorCode): ErrorCode {
  return viewerKind !== 'owner' && (code === 'not-found' || code === 'forbidden') ? 'access-ended' : code;
}

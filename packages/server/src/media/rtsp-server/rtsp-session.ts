import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import { createFloodLimit } from '../../kernel/limits/flood-limit.ts';
import { newSecret } from '../../kernel/ids.ts';
import { createRtspReader } from '../ingest/rtsp/rtsp-reader.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { describeTracks } from './rtsp-description.ts';
import { digestChallenge, isDigestOf, parseDigest } from './rtsp-digest.ts';
import { createRtspPlayback, type RtspPlayback } from './rtsp-playback.ts';
import { formatAnswer, interleavedChannels, parseRequest, type RtspRequest, type RtspStatus } from './rtsp-requests.ts';

/** Decides who plays which camera. */
export interface RtspAuthorizer {
  /** Returns the password of a user for a camera; null for an unknown user, and for a camera that the user doesn't have. */
  passwordOf(username: string, cameraId: string): Promise<string | null>;
  /**
   * Takes a viewer's place, after the password was checked.
   * @param onEnd called once when the access ends
   * @throws {AppError}
   */
  watch(username: string, userAgent: string | undefined, onEnd: () => void): Promise<RtspViewing>;
}

interface RtspViewing {
  readonly withAudio: boolean;
  /** Must be called when something is sent, however often. */
  begin(): void;
  end(): void;
}

/** The connection of one player; a TCP or TLS socket in the server. */
interface RtspSocket {
  write(data: string | Buffer): void;
  /** Bytes that are waiting to be sent. */
  readonly bufferedBytes: number;
  close(): void;
}

export interface RtspSessionDeps {
  readonly socket: RtspSocket;
  readonly authorizer: RtspAuthorizer;
  readonly streams: StreamRegistry;
  readonly clock: Clock;
  /** Called when a password was wrong. */
  readonly onWrongPassword: () => void;
}

export interface RtspSession {
  onData(chunk: Buffer): void;
  /** Called when the connection is closed. */
  end(): void;
}

type Channels = readonly [rtp: number, rtcp: number];

/** A described camera, and the channels that were set up for its tracks: video, then audio. */
interface Stage {
  readonly cameraId: string;
  readonly playback: RtspPlayback;
  readonly viewing: RtspViewing;
  readonly hasAudio: boolean;
  readonly channels: (Channels | null)[];
  isPlaying: boolean;
}

const methods = 'OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER, SET_PARAMETER, TEARDOWN';
/** A connection that doesn't play within this time is closed. */
const startTimeoutMs = 15_000;
const reportIntervalMs = 5000;
const maxMessagesPerSecond = 50;
/** A connection with more unsent bytes skips pictures; after the timeout it is closed. */
const maxBufferedBytes = 2_000_000;
const congestionTimeoutMs = 30_000;
const sessionTimeoutSeconds = 60;

/** Plays one camera to one client by RTSP (RFC 2326), interleaved in its connection: through every firewall, and as safe as that connection. */
export function createRtspSession({ socket, authorizer, streams, clock, onWrongPassword }: RtspSessionDeps): RtspSession {
  const nonce = newSecret();
  const sessionId = newSecret().slice(0, 16);
  const isFlood = createFloodLimit(clock, maxMessagesPerSecond);
  let stage: Stage | null = null;
  let isOver = false;
  let congestedSince: number | null = null;
  // Requests are handled in order, however long one takes.
  let queue: Promise<void> = Promise.resolve();

  const end = (): void => {
    if (isOver) return;
    isOver = true;
    cancelStart();
    stopReports();
    stage?.playback.end();
    stage?.viewing.end();
    socket.close();
  };
  const cancelStart = clock.after(startTimeoutMs, end);
  const stopReports = callEvery(clock, reportIntervalMs, () => {
    if (stage?.isPlaying) stage.playback.report();
  });
  const answer = (request: RtspRequest, status: RtspStatus, headers: Readonly<Record<string, string>> = {}, body = ''): void => {
    if (!isOver) socket.write(formatAnswer(status, request.sequence, headers, body));
  };
  const sendFrames = (kind: 'video' | 'audio', part: 0 | 1, packets: readonly Buffer[]): void => {
    const channel = stage?.channels[kind === 'video' ? 0 : 1]?.[part];
    if (isOver || channel === undefined) return;
    const frames = packets.flatMap((packet) => [Buffer.of(0x24, channel, packet.length >> 8, packet.length & 0xff), packet]);
    socket.write(Buffer.concat(frames));
  };
  const isCongested = (): boolean => {
    if (socket.bufferedBytes <= maxBufferedBytes) {
      congestedSince = null;
      return false;
    }
    congestedSince ??= clock.monotonic();
    if (clock.monotonic() - congestedSince > congestionTimeoutMs) end();
    return true;
  };

  /** Returns the user whose password the request proves; null after answering that one is needed. */
  const authenticate = async (request: RtspRequest, cameraId: string): Promise<string | null> => {
    const credentials = parseDigest(request.headers.get('authorization')?.[0]);
    if (credentials?.nonce === nonce) {
      const password = await authorizer.passwordOf(credentials.username, cameraId);
      if (password !== null && isDigestOf(credentials, password, request.method)) return credentials.username;
      onWrongPassword();
    }
    answer(request, 401, { 'WWW-Authenticate': digestChallenge(nonce) });
    return null;
  };

  const describe = async (request: RtspRequest): Promise<void> => {
    const { target } = request;
    // An unknown path is answered like a camera that needs a password: nothing can be learned without one.
    const username = await authenticate(request, target?.cameraId ?? '');
    if (username === null) return;
    if (!target || stage) return answer(request, target ? 455 : 404);
    const viewing = await authorizer.watch(username, request.headers.get('user-agent')?.[0], end);
    const listener = {
      onPackets: (kind: 'video' | 'audio', packets: readonly Buffer[]) => {
        viewing.begin();
        sendFrames(kind, 0, packets);
      },
      onReport: (kind: 'video' | 'audio', report: Buffer) => sendFrames(kind, 1, [report]),
      isCongested,
      onEnd: end,
    };
    const { cameraId, quality } = target;
    const playback = createRtspPlayback({ cameraId, quality, withAudio: viewing.withAudio, streams, clock, listener });
    const tracks = isOver ? null : await playback.tracks;
    if (!tracks || isOver) {
      playback.end();
      viewing.end();
      return answer(request, 503);
    }
    stage = { cameraId, playback, viewing, hasAudio: tracks.audio !== null, channels: [null, null], isPlaying: false };
    const base = request.uri.endsWith('/') ? request.uri : `${request.uri}/`;
    answer(request, 200, { 'Content-Base': base, 'Content-Type': 'application/sdp' }, describeTracks(tracks));
  };

  const setup = (request: RtspRequest, current: Stage): void => {
    const track = request.target?.track ?? 0;
    if (track === 1 && !current.hasAudio) return answer(request, 404);
    if (current.isPlaying) return answer(request, 455);
    const channels = interleavedChannels(request.headers.get('transport')?.[0], track * 2);
    if (!channels) return answer(request, 461);
    current.channels[track] = channels;
    answer(request, 200, {
      Transport: `RTP/AVP/TCP;unicast;interleaved=${channels[0]}-${channels[1]}`,
      Session: `${sessionId};timeout=${sessionTimeoutSeconds}`,
    });
  };

  const play = (request: RtspRequest, current: Stage): void => {
    if (current.channels.every((channels) => channels === null)) return answer(request, 455);
    answer(request, 200, { Session: sessionId, Range: 'npt=now-' });
    if (current.isPlaying) return;
    current.isPlaying = true;
    cancelStart();
    current.playback.play();
    current.playback.report();
  };

  const handle = async (request: RtspRequest): Promise<void> => {
    const { method } = request;
    if (method === 'OPTIONS') return answer(request, 200, { Public: methods });
    if (method === 'DESCRIBE') return describe(request);
    // A client that has described a camera on this connection has proven the password.
    if (!stage) return answer(request, 401, { 'WWW-Authenticate': digestChallenge(nonce) });
    if (request.target?.cameraId !== stage.cameraId) return answer(request, 404);
    if (method === 'SETUP') return setup(request, stage);
    if (method === 'PLAY') return play(request, stage);
    if (method === 'GET_PARAMETER' || method === 'SET_PARAMETER') return answer(request, 200, { Session: sessionId });
    if (method !== 'TEARDOWN') return answer(request, 405, { Allow: methods });
    answer(request, 200, { Session: sessionId });
    end();
  };

  const read = createRtspReader({
    onMessage: (message) => {
      const request = parseRequest(message);
      if (isOver || !request) return;
      if (isFlood()) return end();
      queue = queue.then(async () => {
        if (isOver) return;
        try {
          await handle(request);
        } catch (error) {
          answer(request, statusOf(error));
        }
      });
    },
    // Receiver reports of players.
    onFrame: () => undefined,
  });
  return {
    onData: (chunk) => {
      try {
        if (!isOver) read(chunk);
      } catch {
        // Not RTSP: nothing that could be answered.
        end();
      }
    },
    end,
  };
}

function statusOf(error: unknown): RtspStatus {
  if (!(error instanceof AppError)) return 503;
  if (error.code === 'viewer-limit-reached') return 453;
  return error.status === 403 ? 403 : error.status === 404 ? 404 : 503;
}

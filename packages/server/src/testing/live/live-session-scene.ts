import type { Grant } from '@watchpost/contract/access/capabilities';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { decodeLiveMedia, type LiveMedia, type LiveServerMessage } from '@watchpost/contract/protocols/live';
import { AppError } from '../../kernel/app-error.ts';
import { cameraAccess, viewGrant } from '../camera-access.ts';
import type { Sample, Tracks } from '../../media/media-types.ts';
import { createStreamRegistry, type StreamRegistry } from '../../media/stream/stream-registry.ts';
import { createMessageMemo } from '../../media/live/live-messages.ts';
import type { AgentLinks } from '../../media/ingest/index.ts';
import { createLiveSession, type LiveSession } from '../../media/live/live-session.ts';

const log = pino({ level: 'silent' });
export const tracks: Tracks = {
  video: { kind: 'video', codec: 'avc1.42c01e', width: 16, height: 16, configuration: new Uint8Array([1]) },
  audio: { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 8000, channels: 1, configuration: new Uint8Array([2]) },
};
export const frame = (seconds: number, keyFrame: boolean, size = 100): Sample => ({
  kind: 'video',
  decodeTime: seconds * 90_000,
  keyFrame,
  compositionOffset: 0,
  duration: 9000,
  data: new Uint8Array(size),
});
export const sound = (seconds: number): Sample => ({
  kind: 'audio',
  decodeTime: seconds * 8000,
  keyFrame: true,
  compositionOffset: 0,
  duration: 800,
  data: new Uint8Array(9),
});

interface Rights {
  camera: AppError | null;
  withAudio: boolean;
  isFullAccess: boolean;
  grant: Partial<Grant>;
  checks: number;
  token: AppError | null;
  place: AppError | null;
}

/** A viewer's session, with all that it says and sends. */
export interface LiveSessionScene {
  readonly agent: Speaker;
  readonly clock: ManualClock;
  readonly streams: StreamRegistry;
  readonly requested: string[];
  readonly said: LiveServerMessage[];
  readonly media: LiveMedia[];
  readonly sent: Uint8Array[];
  readonly closed: number[];
  readonly rights: Rights;
  readonly viewing: { begun: boolean; ended: number; refused: string[] };
  readonly session: LiveSession;
  receive(...messages: object[]): Promise<void>;
  settle(): Promise<unknown>;
  await(to: boolean): void;
  slow(to: boolean): void;
  drain(): void;
  tick(seconds: number): Promise<void>;
}

interface Speaker {
  readonly heard: string[];
  leave(): void;
  readonly link: NonNullable<ReturnType<AgentLinks['get']>>;
}

export function setUp(): LiveSessionScene {
  const clock = createManualClock();
  const streams = createStreamRegistry({ clock, log });
  const agent = createSpeaker();
  const links = { get: () => agent.link };
  const said: LiveServerMessage[] = [];
  const media: LiveMedia[] = [];
  const sent: Uint8Array[] = [];
  const closed: number[] = [];
  const requested: string[] = [];
  const rights: Rights = {
    camera: null,
    withAudio: true,
    isFullAccess: true,
    grant: {},
    checks: 0,
    token: null,
    place: null,
  };
  const viewing = { begun: false, ended: 0, refused: [] as string[] };
  let buffered = 0;
  let isSlow = false;
  let isAwaiting = false;
  const session = createLiveSession({
    socket: {
      send: (message) => {
        if (typeof message === 'string') return void said.push(JSON.parse(message));
        if (isSlow) buffered += message.byteLength;
        sent.push(message);
        media.push(decodeLiveMedia(message.slice().buffer));
      },
      get bufferedBytes() {
        return buffered;
      },
      close: (code) => closed.push(code),
    },
    origin: null,
    access: {
      checkToken: async () => {
        if (rights.token) throw rights.token;
      },
      camera: async (_token, cameraId) => {
        rights.checks += 1;
        if (rights.camera) throw rights.camera;
        const access = rights.isFullAccess ? 'full' : 'view';
        const grant: Grant = { ...viewGrant, access, withAudio: rights.withAudio, ...rights.grant };
        const viewed = cameraAccess({ cameraId, customerId: 'u1' }, grant, clock.now());
        if (!viewed.capabilities.isVisible) throw new AppError('not-found');
        return viewed;
      },
      watch: () => {
        if (rights.place) throw rights.place;
        let isEnded = false;
        return {
          begin: () => void (viewing.begun ||= !isEnded),
          check: () => {
            if (rights.place) throw rights.place;
          },
          end: () => {
            if (!isEnded) viewing.ended += 1;
            isEnded = true;
          },
        };
      },
      refused: ({ cameraId }) => void viewing.refused.push(cameraId),
    },
    streams,
    links,
    ingest: {
      status: () => ({ state: 'online', since: 5, reason: null }),
      awaitsKeyFrame: () => isAwaiting,
      requestKeyFrame: (cameraId) => void requested.push(cameraId),
    },
    memo: createMessageMemo(),
    clock,
    log,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const receive = async (...messages: object[]): Promise<void> => {
    for (const message of messages) session.onText(JSON.stringify(message));
    await settle();
  };
  return {
    agent,
    clock,
    streams,
    requested,
    said,
    media,
    sent,
    closed,
    rights,
    viewing,
    session,
    receive,
    settle,
    await: (to: boolean) => void (isAwaiting = to),
    slow: (to: boolean) => void (isSlow = to),
    drain: () => void (buffered = 0),
    tick: async (seconds: number) => {
      for (let index = 0; index < seconds; index++) {
        clock.advance(1000);
        session.onTick();
      }
      await settle();
    },
  };
}
/** An agent with a loudspeaker that records what it receives and when it ends. */
function createSpeaker(): Speaker {
  const heard: string[] = [];
  let speaking: { onEnd: () => void } | null = null;
  const talk = (mimeType: string, onEnd: () => void) => {
    if (speaking) return null;
    heard.push(mimeType);
    speaking = { onEnd };
    return {
      send: (sound: Uint8Array) => void heard.push(Buffer.from(sound).toString()),
      end: () => (heard.push('end'), void (speaking = null)),
    };
  };
  return {
    heard,
    leave: () => speaking?.onEnd(),
    link: { listen: () => undefined, ask: () => undefined, refuse: () => undefined, capabilities: { speaker: true, low: false }, talk },
  };
}
export const authorize: object = { type: 'authorize', token: 't' };
export const subscribe: { readonly type: string; readonly channel: number; readonly cameraId: string; readonly audio: boolean } = {
  type: 'subscribe',
  channel: 3,
  cameraId: 'c1',
  audio: true,
};

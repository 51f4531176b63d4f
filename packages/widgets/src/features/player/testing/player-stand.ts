import { buildCamera, createTestClient, signIn } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Mock } from 'vitest';
import type { TransportOptions } from '../engine/player-core.ts';
import type { QualityEvent } from '../engine/player-events.ts';
import type { LivePort, Transport, TransportListener, TransportName } from '../engine/transport.ts';
import { createPlayerController } from '../player-controller.ts';
import type { PlayerController, PlayerControllerOptions } from '../player-controller.ts';
// Loaded in advance, so that no test waits for a dynamic import.
import '../engine/control/player-extensions.ts';
import '../engine/drawing/webcodecs-turns.ts';

/** A transport controlled by the test. */
export interface Stand {
  readonly name: TransportName;
  readonly listener: TransportListener;
  readonly wants: { readonly quality: string; readonly frames: string; readonly audio: boolean };
  at: number | null;
  isStopped: boolean;
  readonly calls: string[];
  /** Port of the socket's transport. */
  port: LivePort | null;
}
export let stands: Stand[] = [];

function stand(name: TransportName, mode: Transport['mode'], options: TransportOptions, begin: number | null = null): Transport {
  const { listener, wants } = options;
  const own: Stand = { name, listener, wants, at: begin, isStopped: false, calls: [], port: null };
  stands.push(own);
  const note = (what: string) => (value?: unknown) => void own.calls.push(value === undefined ? what : `${what} ${JSON.stringify(value)}`);
  if (name === 'websocket')
    own.port = { options, keeper: null, buffer: () => null, tracks: () => null, play: note('play'), refresh: note('refresh') };
  return {
    mode,
    name,
    ...(name === 'webcodecs' && { drawsItself: true }),
    start: note('start'),
    stop: () => {
      own.isStopped = true;
      own.port?.keeper?.stop();
    },
    position: () => own.at,
    stats: () => null,
    ...(own.port && { port: own.port }),
    ...(mode === 'live'
      ? { change: note('change') }
      : { seek: note('seek'), setSpeed: note('speed'), step: note('step'), pause: note('pause'), resume: note('resume') }),
  };
}
vi.mock('../engine/live/live-transport.ts', () => ({
  createLiveTransport: (options: TransportOptions) => stand('websocket', 'live', options),
}));
vi.mock('../engine/live/hls-transport.ts', () => ({ createHlsTransport: (options: TransportOptions) => stand('hls', 'live', options) }));
vi.mock('../engine/live/webrtc-transport.ts', () => ({
  createWebRtcTransport: (options: TransportOptions) => stand('webrtc', 'live', options),
}));
vi.mock('../engine/live/webcodecs-transport.ts', () => ({
  createWebCodecsTransport: (options: TransportOptions) => stand('webcodecs', 'live', options),
}));
vi.mock('../engine/archive/archive-transport.ts', () => ({
  createArchiveTransport: (options: TransportOptions, time: number) => stand('archive', 'archive', options, time),
}));

let frames: VideoFrameRequestCallback[] = [];
const players: PlayerController[] = [];
let visibility: DocumentVisibilityState = 'visible';

/** Hides the page, or shows it again. */
export function show(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  stands = [];
  frames = [];
  visibility = 'visible';
  vi.stubGlobal('MediaSource', class {});
  vi.stubGlobal('RTCPeerConnection', class {});
  vi.stubGlobal('VideoDecoder', class {});
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  for (const player of players.splice(0)) player.dispose();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A player on that stand, and its controls. */
export interface PlayerStand extends Pick<ReturnType<typeof createTestClient>, 'client' | 'clock' | 'server'> {
  readonly player: PlayerController;
  readonly video: HTMLVideoElement;
  /** The calls of the element's `play`; it succeeds. */
  readonly play: Mock<() => Promise<void>>;
  readonly reported: readonly QualityEvent[];
  settle(): Promise<void>;
  /** The open transports. */
  current(): TransportName[];
  last(): Stand;
  /** Presents a frame. @param at wall-clock time of the picture */
  frame(at?: number): Promise<void>;
  pass(milliseconds: number): Promise<void>;
}

/** A player of one camera with fake transports. */
export async function setUp(options: Partial<PlayerControllerOptions> = {}): Promise<PlayerStand> {
  const { client, server, clock } = createTestClient();
  server.cameras = [buildCamera({ id: 'c1', canTalk: true })];
  await signIn(client, server);
  const video = document.createElement('video');
  Object.assign(video, {
    requestVideoFrameCallback: (call: VideoFrameRequestCallback) => frames.push(call),
    getVideoPlaybackQuality: () => ({ droppedVideoFrames: 0, totalVideoFrames: 0 }),
  });
  vi.spyOn(video, 'load').mockImplementation(() => {});
  const play = vi.spyOn(video, 'play').mockResolvedValue();
  const stage = document.createElement('div');
  Object.defineProperty(stage, 'clientWidth', { value: 1_200, configurable: true });
  const reported: QualityEvent[] = [];
  const player = createPlayerController({
    client,
    cameraId: 'c1',
    video,
    canvas: document.createElement('canvas'),
    stage,
    clock,
    random: () => 1,
    onQuality: (event) => reported.push(event),
    ...options,
  });
  players.push(player);
  const settle = async (): Promise<void> => {
    await clock.settle();
    await vi.dynamicImportSettled();
    await clock.settle();
  };
  await settle();
  return {
    player,
    video,
    play,
    client,
    clock,
    reported,
    settle,
    server,
    current: () => stands.filter(({ isStopped }) => !isStopped).map(({ name }) => name),
    last: () => {
      const found = stands.at(-1);
      if (!found) throw new Error('nothing was opened');
      return found;
    },
    async frame(at = clock.now()) {
      const now = stands.findLast(({ isStopped }) => !isStopped);
      if (now) now.at = at;
      for (const call of frames.splice(0))
        call(0, { presentationTime: 0, expectedDisplayTime: 0, width: 1, height: 1, mediaTime: 0, presentedFrames: 1 });
      await settle();
    },
    async pass(milliseconds: number) {
      await clock.advance(milliseconds);
      await settle();
    },
  };
}

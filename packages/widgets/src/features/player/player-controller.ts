import { batch, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { systemClock, WatchpostError } from '@watchpost/sdk-core';
import type { Camera, ViewerClient, ClockPort, Footage, Unsubscribe } from '@watchpost/sdk-core';
import { createLazyTransport } from './engine/lazy-transport.ts';
import { createLiveTransport } from './engine/live-transport.ts';
import { mediaSourceClass } from './engine/media-buffer.ts';
import type { QualityEvent } from './engine/player-events.ts';
import { modeOf, reducePlayer } from './engine/player-state.ts';
import type { PlayerErrorCode, PlayerEvent, PlayerMode, PlayerState } from './engine/player-state.ts';
import { reconnectDelay } from './engine/reconnect-delay.ts';
import type { Transport, TransportListener } from './engine/transport.ts';
import { createPoster } from './player-poster.ts';

export interface PlayerControllerOptions {
  readonly client: ViewerClient;
  readonly cameraId: string;
  readonly video: HTMLVideoElement;
  /** Lies over the video and shows the last picture whenever the video has none. */
  readonly canvas: HTMLCanvasElement;
  /** What goes to full screen. */
  readonly stage: HTMLElement;
  /** Unix milliseconds, or live. */
  readonly time?: number | 'live';
  readonly muted?: boolean;
  readonly autoplay?: boolean;
  readonly clock?: ClockPort;
  readonly random?: () => number;
  readonly onQuality?: (event: QualityEvent) => void;
}

/** The player without a face: states as signals, and what a person can do. */
export interface PlayerController {
  readonly state: ReadonlySignal<PlayerState>;
  /** Wall clock of the picture, Unix milliseconds; null before the first. */
  readonly position: ReadonlySignal<number | null>;
  /** How late the live picture is, milliseconds. */
  readonly latency: ReadonlySignal<number | null>;
  readonly muted: ReadonlySignal<boolean>;
  readonly hasAudio: ReadonlySignal<boolean>;
  readonly fullscreen: ReadonlySignal<boolean>;
  readonly camera: ReadonlySignal<Camera | null>;
  readonly footage: ReadonlySignal<Footage | null>;
  readonly hasArchive: ReadonlySignal<boolean>;
  play(): void;
  pause(): void;
  toggle(): void;
  /** @param time Unix milliseconds; from now on: live */
  seek(time: number): void;
  goLive(): void;
  setMuted(muted: boolean): void;
  toggleFullscreen(): void;
  loadFootage(from: number, to: number): void;
  /** The server's clock, Unix milliseconds. */
  now(): number;
  dispose(): void;
}

const archiveCode = (): Promise<typeof import('./engine/archive-transport.ts')> => import('./engine/archive-transport.ts');
const meterEvery = 250;
const releaseHiddenAfter = 800;
/** Nearer to now than this a moment is not on disk yet. */
const liveWithin = 2_000;

export function createPlayerController(options: PlayerControllerOptions): PlayerController {
  const { client, cameraId, video, canvas, stage } = options;
  const clock = options.clock ?? systemClock;
  const random = options.random ?? Math.random;
  const startTime = options.time ?? 'live';
  const state = signal<PlayerState>({ kind: 'connecting', mode: startTime === 'live' ? 'live' : 'archive' });
  const position = signal<number | null>(startTime === 'live' ? null : startTime);
  const latency = signal<number | null>(null);
  const muted = signal(options.muted ?? true);
  const hasAudio = signal(false);
  const fullscreen = signal(false);
  const camera = signal<Camera | null>(null);
  const footage = signal<Footage | null>(null);
  const hasArchive = signal(true);
  const life = new AbortController();
  const poster = createPoster(video, canvas);
  let transport: Transport | null = null;
  let useHls = mediaSourceClass() === null;
  let attempt = 0;
  let loadedAt = 0;
  let waitingForFrame = false;
  let stopRetry: Unsubscribe | null = null;
  let stopHidden: Unsubscribe | null = null;
  let stopMeter: Unsubscribe | null = null;
  let released: number | 'live' | null = null;
  let footageRange: { from: number; to: number } | null = null;

  const now = (): number => client.player.live().serverNow();
  const report = (event: QualityEvent): void => options.onQuality?.(event);
  const dispatch = (event: PlayerEvent): void => void (state.value = reducePlayer(state.value, event));

  function load(mode: PlayerMode, time: number): void {
    if (life.signal.aborted) return;
    stopRetry?.();
    if (mode === 'archive' && transport?.mode === 'archive') {
      position.value = time;
      dispatch({ type: 'load', mode });
      expectFrame();
      return transport.seek?.(time);
    }
    close();
    batch(() => {
      latency.value = null;
      if (mode === 'archive') position.value = time;
      // An offline camera stays known as such while another try is made.
      if (state.value.kind !== 'offline' || mode === 'archive') dispatch({ type: 'load', mode });
    });
    transport = open(mode, time);
    video.playbackRate = 1;
    report({ type: 'transport-change', transport: transport.name });
    expectFrame();
    transport.start();
  }
  function open(mode: PlayerMode, time: number): Transport {
    // Late calls of a transport that was left change nothing.
    const own = <A extends unknown[]>(call: (...values: A) => void) => (...values: A): void => {
      if (transport === opened) call(...values);
    };
    const listener: TransportListener = {
      onOnline: own(() => dispatch({ type: 'online' })),
      onOffline: own((since) => {
        poster.hold();
        dispatch({ type: 'offline', since });
        expectFrame();
      }),
      onStall: own(() => {
        dispatch({ type: 'stall' });
        report({ type: 'stall', transport: opened.name });
        expectFrame();
      }),
      onFail: own(onFail),
      onAudio: own((has) => void (hasAudio.value = has)),
      onGap: own((from, to) => report({ type: 'gap', from, to })),
      onCaughtUp: own(() => goLive()),
    };
    const shared = { client, cameraId, video, clock, listener };
    const opened: Transport = mode === 'archive'
      ? createLazyTransport({ mode, name: 'archive', time, listener, load: async (from) => (await archiveCode()).createArchiveTransport({ ...shared, time: from }) })
      : useHls
        ? createLazyTransport({ mode, name: 'hls', time: null, listener, load: async () => (await import('./engine/hls-transport.ts')).createHlsTransport(shared) })
        : createLiveTransport({ ...shared, onUnreachable: own(() => { useHls = true; load('live', 0); }) });
    return opened;
  }
  function onFail(code: PlayerErrorCode, fatal: boolean): void {
    report({ type: 'error', code });
    const mode = modeOf(state.value);
    const at = position.value ?? now();
    // The network may have forbidden WebSocket, or have been away altogether: the next try begins with the usual way.
    if (transport?.name === 'hls' && code === 'network') useHls = mediaSourceClass() === null;
    close();
    if (fatal) {
      if (code === 'no-archive-access') hasArchive.value = false;
      return dispatch({ type: 'fail', code });
    }
    if (code === 'camera-offline') {
      if (state.value.kind !== 'offline') dispatch({ type: 'offline', since: camera.value?.state === 'offline' ? camera.value.stateSince : now() });
    } else dispatch({ type: 'load', mode });
    stopRetry = clock.after(reconnectDelay(attempt++, random()), () => load(mode, at));
  }
  function close(): void {
    stopRetry?.();
    stopRetry = null;
    if (!transport) return;
    poster.hold();
    const left = transport;
    transport = null;
    left.stop();
  }
  function expectFrame(): void {
    loadedAt = clock.monotonic();
    if (waitingForFrame) return;
    waitingForFrame = true;
    video.requestVideoFrameCallback(onFrame);
  }
  function onFrame(): void {
    waitingForFrame = false;
    if (life.signal.aborted || !transport) return;
    // Called for a frame of before the jump: wait for the one that was asked for.
    const stale = state.value.kind === 'offline' && (transport.position() ?? 0) <= state.value.since;
    if (video.seeking || stale) return expectFrame();
    poster.release();
    attempt = 0;
    report({ type: 'first-frame', transport: transport.name, after: clock.monotonic() - loadedAt });
    dispatch({ type: 'frame' });
    measure();
  }
  function measure(): void {
    const at = transport?.position() ?? null;
    if (at === null || state.value.kind === 'connecting') return;
    batch(() => {
      position.value = at;
      if (transport?.mode !== 'live') return;
      const late = Math.max(0, now() - at);
      // Shown with one decimal: a smoothed figure does not flicker.
      latency.value = latency.value === null ? late : latency.value * 0.8 + late * 0.2;
    });
  }
  let beats = 0;
  function meter(): void {
    stopMeter = clock.after(meterEvery, meter);
    measure();
    beats += 1;
    if (beats % 20 === 0 && latency.value !== null) report({ type: 'latency', latency: latency.value });
    if (beats % 40 === 0 && footageRange && document.visibilityState === 'visible') void readFootage(footageRange);
  }
  function seek(time: number): void {
    if (time >= now() - liveWithin) return goLive();
    load('archive', time);
  }
  function goLive(): void {
    if (transport?.mode === 'live' && state.value.kind === 'live') return;
    load('live', 0);
  }
  function pause(): void {
    if (state.value.kind === 'paused') return;
    dispatch({ type: 'pause' });
    close();
  }
  function play(): void {
    released = null;
    if (modeOf(state.value) === 'live' || position.value === null) load('live', 0);
    else load('archive', position.value);
  }
  function setMuted(next: boolean): void {
    muted.value = next;
    video.muted = next;
  }
  async function readFootage(range: { from: number; to: number }): Promise<void> {
    try {
      const read = await client.archive.footage(cameraId, range, { signal: life.signal });
      if (footageRange === range) footage.value = read;
    } catch (error) {
      if (error instanceof WatchpostError && (error.code === 'no-archive-access' || error.code === 'forbidden')) hasArchive.value = false;
    }
  }
  function onVisibility(): void {
    stopHidden?.();
    stopHidden = null;
    if (document.visibilityState === 'hidden') {
      if (document.pictureInPictureElement === video) return;
      stopHidden = clock.after(releaseHiddenAfter, () => {
        if (!transport && !stopRetry) return;
        released = modeOf(state.value) === 'live' ? 'live' : (position.value ?? 'live');
        close();
      });
    } else if (released !== null) {
      const back = released;
      released = null;
      if (back === 'live') load('live', 0);
      else load('archive', back);
    }
  }
  const onFullscreen = (): void => void (fullscreen.value = isFullscreen(stage));

  video.muted = muted.value;
  video.playsInline = true;
  document.addEventListener('visibilitychange', onVisibility, { signal: life.signal });
  document.addEventListener('fullscreenchange', onFullscreen, { signal: life.signal });
  void client.cameras.get(cameraId, { signal: life.signal }).then((found) => {
    camera.value = found;
    if (!found.withArchive) hasArchive.value = false;
  }, () => {});
  void client.cameras.preview(cameraId, { signal: life.signal }).then((blob) => poster.show(blob), () => {});
  meter();
  if (options.autoplay === false) dispatch({ type: 'pause' });
  else if (startTime === 'live') load('live', 0);
  else seek(startTime);

  return {
    state, position, latency, muted, hasAudio, fullscreen, camera, footage, hasArchive,
    play, pause, seek, goLive, setMuted, now,
    toggle: () => (state.value.kind === 'paused' || state.value.kind === 'error' ? play() : pause()),
    toggleFullscreen() {
      if (isFullscreen(stage)) void document.exitFullscreen();
      else void stage.requestFullscreen().catch(() => {});
    },
    loadFootage(from, to) {
      if (!hasArchive.value) return;
      // Who sees the line of time will soon go back on it.
      void archiveCode().catch(() => {});
      footageRange = { from: Math.round(from), to: Math.round(to) };
      void readFootage(footageRange);
    },
    dispose() {
      if (life.signal.aborted) return;
      life.abort();
      close();
      stopMeter?.();
      stopHidden?.();
      poster.dispose();
    },
  };
}

/** In a shadow root the document names the host, the root names the element itself. */
function isFullscreen(stage: HTMLElement): boolean {
  const root = stage.getRootNode();
  return (root instanceof ShadowRoot ? root.fullscreenElement : document.fullscreenElement) === stage;
}

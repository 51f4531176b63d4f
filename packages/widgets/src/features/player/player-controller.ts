import { batch } from '@preact/signals-core';
import { backOffDelay, systemClock } from '@watchpost/sdk-core';
import type { Unsubscribe } from '@watchpost/sdk-core';
import { createLiveTransport } from './engine/live/live-transport.ts';
import { mediaSourceClass } from './engine/media/media-buffer.ts';
import { startVideo } from './engine/media/start-video.ts';
import type { TimedQualityEvent, PlayerCore, PlayerExtensions, TransportOptions } from './engine/player-core.ts';
import type { QualityEvent } from './engine/player-events.ts';
import { createPlayerSignals } from './engine/player-signals.ts';
import { isHeld, modeOf, reducePlayer } from './engine/player-state.ts';
import type { PlayerErrorCode, PlayerEvent, PlayerMode } from './engine/player-state.ts';
import type { Transport, TransportListener } from './engine/transport.ts';
import type { PlayerController, PlayerControllerOptions } from './player-controller-types.ts';
import { createPoster } from './player-poster.ts';
import { unknownStats } from './player-unknown-stats.ts';

export type {
  FramesChoice,
  PlayerAccess,
  PlayerController,
  PlayerControllerOptions,
  PlayerGap,
  PlayerStats,
  QualityChoice,
} from './player-controller-types.ts';

/** A moment closer to now than this is not on disk yet. */
const liveWithinMs = 2_000;
/** The extensions are loaded this long after the start, unless they were needed earlier. */
const loadExtensionsAfterMs = 1_000;
/** Without a picture for this long, the player tries to recover. */
const pictureTimeoutMs = 4_000;
/** A stalled picture was already sought once; this much later the stream is reopened. */
const stallTimeoutMs = 2_500;
/** Retries of an offline camera stop backing off after this many attempts, at 4 s. */
const maxOfflineAttempts = 3;
const retryLimits = { minMs: 500, maxMs: 15_000 };
/** `auto` starts with the substream if the picture is at most this wide, in device pixels. */
const maxLowWidth = 640;

/** What the extensions do, by name. */
type LaterValues = {
  readonly [Name in Exclude<keyof PlayerExtensions & keyof PlayerController, 'stats' | 'dispose'>]: Parameters<PlayerExtensions[Name]>;
};
type LaterMethods = { readonly [Name in keyof LaterValues]: (...values: LaterValues[Name]) => void };

/**
 * A headless player. It contains what the first live picture needs; archive, other transports, quality and statistics are loaded after it.
 * @example const player = createPlayerController({ client, cameraId, video, canvas, stage }); player.seek(Date.now() - 60_000);
 */
export function createPlayerController(options: PlayerControllerOptions): PlayerController {
  const { client, cameraId, video, canvas, stage } = options;
  const clock = options.clock ?? systemClock;
  const random = options.random ?? Math.random;
  const startTime = options.time ?? 'live';
  const signals = createPlayerSignals(options);
  const { state, position, latency, muted, camera, gap } = signals;
  const life = new AbortController();
  const poster = createPoster(video, canvas);
  let transport: Transport | null = null;
  /** A transport that still tries to connect beside the current one. */
  let candidate: Transport | null = null;
  let extensions: PlayerExtensions | null = null;
  let extensionsLoading: Promise<void> | null = null;
  /** Increases with everything that makes earlier requests obsolete. */
  let request = 0;
  let attempt = 0;
  /** How many pictures in a row were overdue. */
  let overdue = 0;
  let loadedAt: number | null = null;
  let stalledAt: number | null = null;
  let waitingForFrame = false;
  let stopRetry: Unsubscribe | null = null;
  let stopRecovery: Unsubscribe | null = null;

  const now = (): number => client.player.live().serverNow();
  const earlyEvents: TimedQualityEvent[] = [];
  const report = (event: QualityEvent): void => {
    options.onQuality?.(event);
    core.onQualityEvent({ event, at: clock.monotonic() });
  };
  const dispatch = (event: PlayerEvent): void => void (state.value = reducePlayer(state.value, event));
  const choice = options.transport ?? 'auto';
  const core: PlayerCore = {
    options,
    clock,
    signals,
    report,
    dispatch,
    adopt,
    load,
    close,
    goLive,
    now,
    choice,
    life: life.signal,
    startedAt: clock.monotonic(),
    earlyEvents,
    // Bounded: where the rest of the code never loads, nothing takes them.
    onQualityEvent: (event) => void (earlyEvents.length < 100 && earlyEvents.push(event)),
    liveTransport: choice === 'websocket' || (choice === 'auto' && mediaSourceClass()) ? 'websocket' : null,
    wants: { quality: startQuality(), frames: options.frames ?? 'all', audio: !muted.peek() },
    isOnline: true,
    current: () => transport,
    fail: onFail,
  };

  function startQuality(): 'low' | 'high' {
    const quality = options.quality ?? 'auto';
    return quality === 'auto' ? (stage.clientWidth * devicePixelRatio <= maxLowWidth ? 'low' : 'high') : quality;
  }
  function withExtensions(call: (parts: PlayerExtensions) => void, missing?: () => void): void {
    if (life.signal.aborted) return;
    if (extensions) return call(extensions);
    extensionsLoading ??= import('./engine/control/player-extensions.ts').then(({ createPlayerExtensions }) => {
      // Disposed meanwhile: nothing would ever stop what starts now.
      if (!life.signal.aborted) extensions = createPlayerExtensions(core);
    });
    extensionsLoading.then(
      () => extensions && withExtensions(call),
      () => {
        extensionsLoading = null;
        missing?.();
      },
    );
  }
  /** A method that waits for the extensions. */
  const later =
    <Name extends keyof LaterValues>(name: Name) =>
    (...values: LaterValues[Name]): void =>
      withExtensions((parts: LaterMethods) => parts[name](...values));

  function load(mode: PlayerMode, time: number): void {
    if (life.signal.aborted) return;
    stopRetry?.();
    request += 1;
    gap.value = null;
    if (mode === 'archive' && transport?.seek) {
      position.value = time;
      dispatch({ type: 'load', mode });
      expectFrame(true);
      return transport.seek(time);
    }
    close();
    // In the press itself: it counts for what plays later.
    if (isHeld(state.value)) startVideo(video);
    batch(() => {
      latency.value = null;
      if (mode === 'archive') position.value = time;
      // An offline camera keeps its state during a retry.
      if (state.value.kind !== 'offline' || mode === 'archive') dispatch({ type: 'load', mode });
    });
    expectFrame(true);
    const mine = request;
    if (mode === 'live' && core.liveTransport === 'websocket') adopt(createLiveTransport);
    else
      withExtensions(
        (parts) => request === mine && parts.open(mode, time, () => request === mine),
        () => request === mine && onFail('network', false),
      );
  }
  function adopt(make: (parts: TransportOptions) => Transport, keepsTrying = false, waits = false): void {
    if (keepsTrying) candidate = transport;
    // Ignores late callbacks of a transport that was replaced.
    const own =
      <A extends unknown[]>(call: (...values: A) => void) =>
      (...values: A): void => {
        if (transport === opened) call(...values);
      };
    const listener: TransportListener = {
      onTake() {
        if (candidate !== opened) return;
        poster.hold();
        transport?.stop();
        candidate = null;
        show(opened);
        // Beside a picture that moves, nothing waits for the first one of this transport yet.
        expectFrame();
      },
      onRebuild: own(() => {
        poster.hold();
        expectFrame();
      }),
      onPicture: own(onFrame),
      onOnline: own(() => {
        core.isOnline = true;
        dispatch({ type: 'online' });
      }),
      onOffline: own((since) => {
        core.isOnline = false;
        poster.hold();
        dispatch({ type: 'offline', since });
        expectFrame();
      }),
      onStall: own(() => {
        dispatch({ type: 'stall' });
        report({ type: 'stall', transport: opened.name });
        stalledAt = clock.monotonic();
        expectFrame();
        scheduleRecovery(stallTimeoutMs);
      }),
      onBlocked: own(() => dispatch({ type: 'blocked' })),
      onFail: own(onFail),
      onAudio: own((has) => void (signals.hasAudio.value = has)),
      onQuality: own((quality) => {
        if (signals.shownQuality.value !== quality) report({ type: 'quality-change', quality });
        signals.shownQuality.value = quality;
      }),
      onEvent: own((event) =>
        withExtensions(
          (parts) => transport === opened && parts.onEvent(event),
          () => onFail('network', false),
        ),
      ),
    };
    const opened: Transport = make({ client, cameraId, video, canvas, clock, listener, wants: core.wants });
    if (waits) candidate = opened;
    else {
      show(opened);
      // The other transports need more requests before the first picture.
      if (loadedAt !== null && opened.name !== 'websocket') scheduleRecovery(2 * pictureTimeoutMs);
    }
    opened.start();
  }
  function show(next: Transport): void {
    transport = next;
    signals.transport.value = next.name;
    if (next.mode === 'live') signals.speed.value = 1;
    video.playbackRate = 1;
    report({ type: 'transport-change', transport: next.name });
  }
  function onFail(code: PlayerErrorCode, fatal: boolean): void {
    report({ type: 'error', code });
    const mode = modeOf(state.value);
    const at = position.value ?? now();
    // The network may forbid WebSocket, or may have been down: the next attempt starts with the default transport.
    if (code === 'network' && core.choice === 'auto') core.liveTransport = mediaSourceClass() ? 'websocket' : null;
    close();
    if (fatal) {
      if (code === 'no-archive-access') signals.hasArchive.value = false;
      return dispatch({ type: 'fail', code });
    }
    if (code === 'camera-offline') {
      core.isOnline = false;
      // The server itself waits for the camera before it answers this.
      attempt = Math.min(attempt, maxOfflineAttempts);
      if (state.value.kind !== 'offline')
        dispatch({ type: 'offline', since: camera.value?.state === 'offline' ? camera.value.stateSince : now() });
    } else dispatch({ type: 'load', mode });
    stopRetry = clock.after(backOffDelay(attempt++, random(), retryLimits), () => load(mode, at));
  }
  function close(): void {
    request += 1;
    stopRetry?.();
    stopRecovery?.();
    stopRetry = stopRecovery = stalledAt = null;
    if (!transport) return;
    poster.hold();
    const left = [transport, candidate];
    transport = candidate = null;
    signals.transport.value = null;
    for (const each of left) each?.stop();
  }
  function expectFrame(isNew = false): void {
    if (isNew) {
      loadedAt = clock.monotonic();
      scheduleRecovery(pictureTimeoutMs);
    }
    if (waitingForFrame) return;
    waitingForFrame = true;
    // Without it the extensions say so.
    video.requestVideoFrameCallback?.(() => {
      waitingForFrame = false;
      // Without a transport nothing is asked again: the next one does.
      if (!transport?.drawsItself) onFrame();
      else if (loadedAt !== null) expectFrame();
    });
  }
  function scheduleRecovery(after: number): void {
    stopRecovery?.();
    // A slow machine gets longer each time, because reopening starts from zero.
    stopRecovery = clock.after(after * 2 ** overdue, () => {
      overdue = Math.min(2, overdue + 1);
      scheduleRecovery(pictureTimeoutMs);
      withExtensions((parts) => void parts.recover());
    });
  }
  function onFrame(): void {
    if (life.signal.aborted || !transport) return;
    if (video.seeking || (state.value.kind === 'offline' && (transport.position() ?? 0) <= state.value.since)) {
      // From before the jump; or, in WebKit, already the requested one. The end of the seek decides: a picture that stands is the last.
      video.addEventListener('seeked', onFrame, { once: true });
      return expectFrame();
    }
    if (transport.drawsItself) canvas.hidden = false;
    else poster.release();
    if (state.value.kind === 'blocked') return;
    attempt = overdue = 0;
    core.isOnline = true;
    stopRecovery?.();
    const at = clock.monotonic();
    if (loadedAt !== null) report({ type: 'first-frame', transport: transport.name, after: at - loadedAt });
    else if (stalledAt !== null) report({ type: 'stall-end', transport: transport.name, duration: at - stalledAt });
    loadedAt = stalledAt = null;
    dispatch({ type: 'frame' });
    withExtensions((parts) => parts.settle());
  }
  function seek(time: number): void {
    if (time >= now() - liveWithinMs) return goLive();
    load('archive', time);
  }
  function goLive(): void {
    if (transport?.mode === 'live' && state.value.kind === 'live') return;
    load('live', 0);
  }
  function pause(): void {
    if (state.value.kind === 'paused') return;
    dispatch({ type: 'paused' });
    // A recording stays in place, ready for single frames; live video would be outdated on resume.
    if (transport?.pause && loadedAt === null) transport.pause();
    else close();
  }
  function play(): void {
    if (gap.value) return load('archive', gap.value.to);
    if (modeOf(state.value) === 'live' || position.value === null) return load('live', 0);
    if (!transport?.resume || !isHeld(state.value)) return load('archive', position.value);
    dispatch({ type: 'load', mode: 'archive' });
    expectFrame();
    transport.resume();
  }

  video.muted = muted.value;
  video.playsInline = true;
  void client.cameras.get(cameraId, { signal: life.signal }).then(
    (found) => {
      camera.value = found;
      signals.canTalk.value = found.canTalk;
      if (!found.withArchive) signals.hasArchive.value = false;
    },
    () => {},
  );
  void client.cameras.preview(cameraId, { signal: life.signal }).then(
    (blob) => poster.show(blob),
    () => {},
  );
  const stopExtensionsTimer = clock.after(loadExtensionsAfterMs, () => withExtensions(() => {}));
  if (options.autoplay === false) dispatch({ type: 'paused' });
  else if (startTime === 'live') load('live', 0);
  else seek(startTime);

  return {
    ...signals,
    play,
    pause,
    seek,
    goLive,
    now,
    toggle: () => (isHeld(state.value) || state.value.kind === 'error' ? play() : pause()),
    setMuted(next) {
      video.muted = muted.value = next;
      if (core.wants.audio === !next) return;
      core.wants.audio = !next;
      // Muted, the sound that is already there does no harm; the next change or connection leaves it out.
      if (!next) transport?.port?.refresh();
    },
    setVolume: later('setVolume'),
    setSpeed: later('setSpeed'),
    step: later('step'),
    setQuality: later('setQuality'),
    setTransport: later('setTransport'),
    setFrames: later('setFrames'),
    setActive: later('setActive'),
    setReport: later('setReport'),
    toggleFullscreen: later('toggleFullscreen'),
    loadFootage: later('loadFootage'),
    stats: () => extensions?.stats() ?? unknownStats,
    picture: () => (transport?.drawsItself ? canvas : video),
    pictureForWindow: async () => extensions?.pictureForWindow() ?? video,
    dispose() {
      if (life.signal.aborted) return;
      life.abort();
      close();
      stopExtensionsTimer();
      extensions?.dispose();
      poster.dispose();
    },
  };
}

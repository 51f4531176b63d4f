import { batch } from '@preact/signals-core';
import { systemClock } from '@watchpost/sdk-core';
import type { Unsubscribe } from '@watchpost/sdk-core';
import { reconnectDelay } from './engine/control/reconnect-delay.ts';
import { createLiveTransport } from './engine/live/live-transport.ts';
import { mediaSourceClass } from './engine/media/media-buffer.ts';
import type { PlayerCore, PlayerMore, TransportOptions } from './engine/player-core.ts';
import type { QualityEvent } from './engine/player-events.ts';
import { createPlayerSignals } from './engine/player-signals.ts';
import { modeOf, reducePlayer } from './engine/player-state.ts';
import type { PlayerErrorCode, PlayerEvent, PlayerMode } from './engine/player-state.ts';
import type { Transport, TransportListener } from './engine/transport.ts';
import type { PlayerController, PlayerControllerOptions, PlayerStats } from './player-controller-types.ts';
import { createPoster } from './player-poster.ts';

export type { FramesChoice, PlayerController, PlayerControllerOptions, PlayerGap, PlayerStats, QualityChoice } from './player-controller-types.ts';

/** Nearer to now than this a moment is not on disk yet. */
const liveWithin = 2_000;
/** The rest of the player is fetched this long after the beginning, if nobody wanted it before. */
const moreAfter = 1_000;
/** Without a picture for so long something else is tried. */
const patience = 4_000;
/** A picture that stands still was sought again at once; so long after that it is opened again. */
const stallPatience = 2_500;
/** The waits before a camera that is away is asked for again grow no longer than after so many tries: to 4 s. */
const patientAttempts = 3;
/** A stream is taken small when the picture is at most so wide, in pixels of the screen. */
const lowUpTo = 640;
const unknownStats: PlayerStats = {
  transport: null, codec: null, width: 0, height: 0, frameRate: null, bitrate: null, latency: null, buffer: 0, droppedFrames: 0, totalFrames: 0, quality: null, isTranscoded: false,
};

/**
 * The player without a face. It holds what the first live picture needs; the rest (archive, other transports, quality, statistics) is fetched after it.
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
  /** Tries on beside the one on the screen. */
  let rival: Transport | null = null;
  let more: PlayerMore | null = null;
  let moreCode: Promise<void> | null = null;
  /** Raised by whatever makes an earlier wish void. */
  let wish = 0;
  let attempt = 0;
  /** How often in a row a picture did not come in time. */
  let overdue = 0;
  let loadedAt: number | null = null;
  let stalledAt: number | null = null;
  let waitingForFrame = false;
  let stopRetry: Unsubscribe | null = null;
  let stopPatience: Unsubscribe | null = null;

  const now = (): number => client.player.live().serverNow();
  const report = (event: QualityEvent): void => options.onQuality?.(event);
  const dispatch = (event: PlayerEvent): void => void (state.value = reducePlayer(state.value, event));
  const choice = options.transport ?? 'auto';
  const core: PlayerCore = {
    options, clock, signals, report, dispatch, adopt, load, close, goLive, now, choice,
    life: life.signal,
    way: choice === 'websocket' || (choice === 'auto' && mediaSourceClass()) ? 'websocket' : null,
    wants: { quality: startQuality(), frames: options.frames ?? 'all' },
    isOnline: true,
    current: () => transport,
    fail: onFail,
  };

  function startQuality(): 'low' | 'high' {
    const quality = options.quality ?? 'auto';
    return quality === 'auto' ? (stage.clientWidth * devicePixelRatio <= lowUpTo ? 'low' : 'high') : quality;
  }
  function withMore(call: (parts: PlayerMore) => void, missing?: () => void): void {
    if (life.signal.aborted) return;
    if (more) return call(more);
    moreCode ??= import('./engine/control/player-more.ts').then(({ createPlayerMore }) => void (more = createPlayerMore(core)));
    moreCode.then(() => !life.signal.aborted && more && call(more), () => {
      moreCode = null;
      missing?.();
    });
  }
  /** A call that waits for the code that it needs. */
  const later = <A extends unknown[]>(call: (parts: PlayerMore, ...values: A) => void) => (...values: A): void => withMore((parts) => call(parts, ...values));

  function load(mode: PlayerMode, time: number): void {
    if (life.signal.aborted) return;
    stopRetry?.();
    wish += 1;
    gap.value = null;
    if (mode === 'archive' && transport?.seek) {
      position.value = time;
      dispatch({ type: 'load', mode });
      expectFrame(true);
      return transport.seek(time);
    }
    close();
    batch(() => {
      latency.value = null;
      if (mode === 'archive') position.value = time;
      // An offline camera stays known as such while another try is made.
      if (state.value.kind !== 'offline' || mode === 'archive') dispatch({ type: 'load', mode });
    });
    expectFrame(true);
    const mine = wish;
    if (mode === 'live' && core.way === 'websocket') adopt(createLiveTransport);
    else withMore((parts) => wish === mine && parts.open(mode, time, () => wish === mine), () => wish === mine && onFail('network', false));
  }
  function adopt(make: (parts: TransportOptions) => Transport, besides = false): void {
    if (besides) rival = transport;
    // Late calls of a transport that was left change nothing.
    const own = <A extends unknown[]>(call: (...values: A) => void) => (...values: A): void => {
      if (transport === opened) call(...values);
    };
    const listener: TransportListener = {
      onTake() {
        if (rival !== opened) return;
        poster.hold();
        transport?.stop();
        rival = null;
        show(opened);
      },
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
        beImpatient(stallPatience);
      }),
      onFail: own(onFail),
      onAudio: own((has) => void (signals.hasAudio.value = has)),
      onQuality: own((quality) => {
        if (signals.shownQuality.value !== quality) report({ type: 'quality-change', quality });
        signals.shownQuality.value = quality;
      }),
      onNews: own((news) => withMore((parts) => transport === opened && parts.onNews(news), () => onFail('network', false))),
    };
    const opened: Transport = make({ client, cameraId, video, canvas, clock, listener, wants: core.wants });
    show(opened);
    // The others need more requests until there is a picture.
    if (loadedAt !== null && opened.name !== 'websocket') beImpatient(2 * patience);
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
    // The network may have forbidden WebSocket, or have been away altogether: the next try begins with the usual way.
    if (code === 'network' && core.choice === 'auto') core.way = mediaSourceClass() ? 'websocket' : null;
    close();
    if (fatal) {
      if (code === 'no-archive-access') signals.hasArchive.value = false;
      return dispatch({ type: 'fail', code });
    }
    if (code === 'camera-offline') {
      core.isOnline = false;
      // The server itself waits for the camera before it answers so.
      attempt = Math.min(attempt, patientAttempts);
      if (state.value.kind !== 'offline') dispatch({ type: 'offline', since: camera.value?.state === 'offline' ? camera.value.stateSince : now() });
    } else dispatch({ type: 'load', mode });
    stopRetry = clock.after(reconnectDelay(attempt++, random()), () => load(mode, at));
  }
  function close(): void {
    wish += 1;
    stopRetry?.();
    stopPatience?.();
    stopRetry = stopPatience = null;
    stalledAt = null;
    if (!transport) return;
    poster.hold();
    const left = [transport, rival];
    transport = rival = null;
    signals.transport.value = null;
    for (const each of left) each?.stop();
  }
  function expectFrame(isNew = false): void {
    if (isNew) {
      loadedAt = clock.monotonic();
      beImpatient(patience);
    }
    if (waitingForFrame) return;
    waitingForFrame = true;
    video.requestVideoFrameCallback(() => {
      waitingForFrame = false;
      if (transport && !transport.drawsItself) onFrame();
      else if (loadedAt !== null) expectFrame();
    });
  }
  function beImpatient(after: number): void {
    stopPatience?.();
    // A slow machine needs longer each time: what is opened anew begins anew.
    stopPatience = clock.after(after * 2 ** overdue, () => {
      overdue = Math.min(2, overdue + 1);
      beImpatient(patience);
      withMore((parts) => void parts.recover());
    });
  }
  function onFrame(): void {
    if (life.signal.aborted || !transport) return;
    // Called for a frame of before the jump: wait for the one that was asked for.
    const stale = state.value.kind === 'offline' && (transport.position() ?? 0) <= state.value.since;
    if (video.seeking || stale) return expectFrame();
    if (transport.drawsItself) canvas.hidden = false;
    else poster.release();
    attempt = overdue = 0;
    core.isOnline = true;
    stopPatience?.();
    const { name } = transport;
    const at = clock.monotonic();
    if (loadedAt !== null) report({ type: 'first-frame', transport: name, after: at - loadedAt });
    else if (stalledAt !== null) report({ type: 'stall-end', transport: name, duration: at - stalledAt });
    loadedAt = stalledAt = null;
    dispatch({ type: 'frame' });
    withMore((parts) => parts.settle());
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
    // A recording stays where it is, ready for single frames; live video would be old when it goes on.
    if (transport?.pause && loadedAt === null) transport.pause();
    else close();
  }
  function play(): void {
    if (gap.value) return load('archive', gap.value.to);
    if (modeOf(state.value) === 'live' || position.value === null) return load('live', 0);
    if (!transport?.resume || state.value.kind !== 'paused') return load('archive', position.value);
    dispatch({ type: 'load', mode: 'archive' });
    expectFrame();
    transport.resume();
  }

  video.muted = muted.value;
  video.playsInline = true;
  void client.cameras.get(cameraId, { signal: life.signal }).then((found) => {
    camera.value = found;
    signals.canTalk.value = found.canTalk;
    if (!found.withArchive) signals.hasArchive.value = false;
  }, () => {});
  void client.cameras.preview(cameraId, { signal: life.signal }).then((blob) => poster.show(blob), () => {});
  const stopMore = clock.after(moreAfter, () => withMore(() => {}));
  if (options.autoplay === false) dispatch({ type: 'pause' });
  else if (startTime === 'live') load('live', 0);
  else seek(startTime);

  return {
    ...signals,
    play, pause, seek, goLive, now,
    toggle: () => (state.value.kind === 'paused' || state.value.kind === 'error' ? play() : pause()),
    setMuted: (next) => void (video.muted = muted.value = next),
    setVolume: later((parts, volume) => parts.setVolume(volume)),
    setSpeed: later((parts, speed) => parts.setSpeed(speed)),
    step: later((parts, direction) => parts.step(direction)),
    setQuality: later((parts, quality) => parts.setQuality(quality)),
    setTransport: later((parts, next) => parts.setTransport(next)),
    setFrames: later((parts, frames) => parts.setFrames(frames)),
    setActive: later((parts, active) => parts.setActive(active)),
    toggleFullscreen: later((parts) => parts.toggleFullscreen()),
    loadFootage: later((parts, from, to) => parts.loadFootage(from, to)),
    stats: () => more?.stats() ?? unknownStats,
    picture: () => (transport?.drawsItself ? canvas : video),
    dispose() {
      if (life.signal.aborted) return;
      life.abort();
      close();
      stopMore();
      more?.dispose();
      poster.dispose();
    },
  };
}

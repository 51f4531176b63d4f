import type { LiveConnectionState, LiveFlow, LiveMedia, LiveTracks, Unsubscribe } from '@watchpost/sdk-core';
import { createStallWatchdog } from '../control/stall-watchdog.ts';
import { createMediaBuffer, decodesHevc } from '../media/media-buffer.ts';
import type { MediaBuffer } from '../media/media-buffer.ts';
import type { TransportOptions } from '../player-core.ts';
import type { Transport } from '../transport.ts';
import { createLiveEdge } from './live-edge.ts';

const tickEvery = 100;
/** Without a single message for so long (ms) another way is tried beside this one; after so many failed connections instead of it. */
const silentAfter = 1_200;
const triesBeforeFallback = 3;
/** A hole in what arrives, ms: without a key frame behind it the running group of pictures is asked for again. */
const hole = 700;
/** Errors that another try may heal. */
const passing: readonly string[] = ['network', 'unavailable', 'internal-error', 'too-many-requests'];

/** Live video over the shared WebSocket into MediaSource: the usual way, about 0.15 s behind the camera's server. */
export function createLiveTransport({ client, cameraId, video, clock, listener, wants }: TransportOptions): Transport {
  const edge = createLiveEdge();
  const watchdog = createStallWatchdog();
  let buffer: MediaBuffer | null = null;
  let tracks: LiveTracks | null = null;
  let init: Uint8Array | null = null;
  let flow: LiveFlow | null = null;
  let stopTick: Unsubscribe | null = null;
  let stopPatience: Unsubscribe | null = null;
  let stopWatching: Unsubscribe | null = null;
  let failures = 0;
  let started = false;
  let trimAt = 0;
  let lastTime = 0;
  let interval = 0;
  let received = 0;
  let rateFrom = 0;
  let bitrate: number | null = null;

  function onMedia(media: LiveMedia): void {
    heard();
    received += media.payload.byteLength;
    if (media.kind === 'init') {
      init = media.payload;
      if (buffer && tracks && sameTracks(buffer.mimeType, tracks.mimeType)) {
        if (buffer.mimeType !== tracks.mimeType) buffer.changeType(tracks.mimeType);
        buffer.append(bytes(media.payload));
      } else closeBuffer();
      return;
    }
    if (media.discontinuity) listener.onCongestion();
    if (!buffer) {
      if (!media.keyFrame || !tracks || !init) return;
      listener.onTake();
      try {
        buffer = createMediaBuffer({ video, mimeType: tracks.mimeType, originMs: media.time - 1_000, duration: Number.POSITIVE_INFINITY, onError: onBroken, onAppended });
      } catch {
        return listener.onFail('codec-unsupported-here', true);
      }
      buffer.append(bytes(init));
    }
    measure(media);
    buffer.append(bytes(media.payload));
  }
  function measure({ time, keyFrame }: LiveMedia): void {
    const now = clock.monotonic();
    const distance = time - lastTime;
    const isHole = lastTime > 0 && distance > hole && !keyFrame && wants.frames === 'all';
    lastTime = Math.max(time, lastTime);
    edge.arrived(time, now);
    // What follows a hole can't be decoded before the next key frame, which may be seconds away.
    if (isHole) flow?.update({});
    // Sound comes between the pictures: its fragments are nearer together and only make the figure smaller.
    if (distance <= 0 || distance > 1_000) return;
    interval = interval === 0 ? distance : interval * 0.9 + distance * 0.1;
    edge.setFrameInterval(interval / 1000);
  }
  function onAppended(): void {
    const last = buffer?.ranges().at(-1);
    if (!last) return;
    if (wants.frames === 'key') {
      // Single pictures: each is shown as it comes, and nothing plays.
      video.pause();
      video.currentTime = Math.max(last.start, last.end - 0.01);
    } else if (!started || video.paused) {
      if (!started) video.currentTime = Math.max(last.start, last.end - edge.target);
      void video.play().catch(() => {});
    }
    started = true;
  }
  function onBroken(): void {
    closeBuffer();
    listener.onFail('media-error', false);
  }
  function closeBuffer(): void {
    buffer?.close();
    buffer = null;
    started = false;
    watchdog.reset();
  }
  function heard(): void {
    stopPatience?.();
    stopWatching?.();
    stopPatience = stopWatching = null;
  }
  function onConnection(state: LiveConnectionState): void {
    if (state !== 'waiting' || (failures += 1) < triesBeforeFallback) return;
    heard();
    listener.onUnreachable(false);
  }
  function tick(): void {
    stopTick = clock.after(tickEvery, tick);
    const now = clock.monotonic();
    if (now - rateFrom >= 1_000) {
      if (rateFrom > 0) bitrate = (received * 8_000) / (now - rateFrom);
      received = 0;
      rateFrom = now;
    }
    if (!buffer || !started) return;
    if (wants.frames === 'all') {
      const { playbackRate, jumpTo } = edge.decide(video.currentTime, buffer.ranges(), now);
      if (jumpTo !== null && !video.seeking) video.currentTime = jumpTo;
      if (video.playbackRate !== playbackRate) video.playbackRate = playbackRate;
      if (watchdog.check(video.currentTime, now)) {
        listener.onStall();
        if (video.paused) void video.play().catch(() => {});
      }
    }
    if (now > trimAt) {
      trimAt = now + 3_000;
      buffer.keep({ start: Math.max(0, video.currentTime - 8), end: Number.POSITIVE_INFINITY });
    }
  }
  const onWaiting = (): void => {
    if (started && !video.seeking) edge.onStall(clock.monotonic());
  };
  const position = (): number | null => (buffer && started ? buffer.originMs + video.currentTime * 1000 : null);
  return {
    mode: 'live',
    name: 'websocket',
    start() {
      video.addEventListener('waiting', onWaiting);
      stopPatience = clock.after(silentAfter, () => listener.onUnreachable(true));
      tick();
      const live = client.player.live();
      flow = live.subscribe({ cameraId, ...wants, audio: true, hevc: decodesHevc() }, {
        onTracks(next) {
          heard();
          tracks = next;
          listener.onAudio(next.hasAudio);
          listener.onQuality(next.quality);
        },
        onMedia,
        onState({ state, since }) {
          heard();
          if (state === 'offline') listener.onOffline(since);
          else if (state === 'online') listener.onOnline();
        },
        onError({ code }) {
          heard();
          listener.onFail(code, !passing.includes(code));
        },
      });
      stopWatching = live.state.subscribe(onConnection);
    },
    stop() {
      video.removeEventListener('waiting', onWaiting);
      flow?.();
      stopTick?.();
      heard();
      flow = stopTick = null;
      closeBuffer();
    },
    change: () => flow?.update({ ...wants }),
    position,
    stats: () => ({
      codec: tracks && (/"([\w.]+)/.exec(tracks.mimeType)?.[1] ?? null),
      bitrate,
      frameRate: interval > 0 ? 1_000 / interval : null,
      buffer: Math.max(0, ((buffer?.ranges().at(-1)?.end ?? 0) - video.currentTime) * 1000),
      isTranscoded: tracks?.isTranscoded ?? false,
    }),
  };
}

/** A source buffer can change codecs, but not gain or lose sound. */
function sameTracks(a: string, b: string): boolean {
  return a.split(',').length === b.split(',').length;
}

/** A copy, 10 KB or so: it lets go of the socket's message, and its buffer is surely not shared memory. */
function bytes(payload: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(payload);
}

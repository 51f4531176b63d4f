import type { LiveMedia, Unsubscribe } from '@watchpost/sdk-core';
import { createStallWatchdog } from '../control/stall-watchdog.ts';
import { createByteRate } from '../media/byte-rate.ts';
import type { MediaBuffer } from '../media/media-buffer.ts';
import type { LiveKeeper, LivePort } from '../transport.ts';
import { createLiveEdge } from './live-edge.ts';

const tickIntervalMs = 100;
const trimIntervalMs = 3_000;
/** Seconds to keep behind the picture. */
const keepBehindSeconds = 8;
/**
 * The smallest hole in arriving media, in frame intervals, at most in ms. After a hole MediaSource accepts nothing before the next key
 * frame, which may be seconds away, so the current group of pictures is requested again. The server declares each frame three intervals
 * long, and MediaSource tolerates twice that.
 */
const hole = 6;
const minHoleMs = 240;
const maxHoleMs = 800;
/** Media that is this much older than the newest (ms) is not late: the group of pictures is sent again, or the server's clock was set back. */
const maxReorderMs = 5_000;
/** No group of pictures that is sent again is longer than this, ms. */
const maxGroupMs = 60_000;
/** Frames that arrive for this long (ms) without making video lack their start, which was lost; it is requested again. */
const startTimeoutMs = 1_000;

/**
 * A seek to a single key frame that takes this long (ms) waits for the frame after it, as in WebKitGTK, whose decoder holds the newest one
 * back. The end of the stream brings it out; the next frame opens the stream again.
 */
const heldFrameMs = 500;

/**
 * Keeps live video in MediaSource at the live edge, and its memory small. Loaded after the first picture.
 * @param delay minimum distance from the newest data, milliseconds
 */
export function createLiveKeeper(port: LivePort, delay: () => number = () => 0): LiveKeeper {
  const { video, clock, listener, wants } = port.options;
  const edge = createLiveEdge(() => delay() / 1000);
  const watchdog = createStallWatchdog();
  const rate = createByteRate(clock);
  let lastTime = 0;
  let interval = 0;
  let trimAt = 0;
  /** When frames started to arrive that make no video, monotonic. */
  let uselessSince: number | null = null;
  /** A group of pictures was requested again, for the holes up to this time, Unix ms. What the camera left out is missing in it, too. */
  let isAsking = false;
  let askedUntil = 0;
  /** When the browser began to seek a single key frame, monotonic. */
  let seekingSince: number | null = null;
  let stopTick: Unsubscribe = clock.after(tickIntervalMs, tick);

  function tick(): void {
    stopTick = clock.after(tickIntervalMs, tick);
    const buffer = port.buffer();
    if (!buffer) return watchdog.reset();
    const now = clock.monotonic();
    if (wants.frames === 'all') {
      const newest = newestIn(buffer);
      const { playbackRate, jumpTo } = edge.decide(video.currentTime, buffer.ranges(), now, {
        isDry: video.readyState < 3 && !video.seeking,
        newest,
      });
      if (jumpTo !== null && !video.seeking) video.currentTime = jumpTo;
      if (video.playbackRate !== playbackRate) video.playbackRate = playbackRate;
      // The video's clock runs on for the declared duration of the last frame.
      if (watchdog.check(Math.min(video.currentTime, newest), now)) {
        listener.onStall();
        if (video.paused) port.play();
      }
    }
    if (wants.frames === 'key') bringOut(buffer.source, now);
    if (now < trimAt) return;
    trimAt = now + trimIntervalMs;
    buffer.keep({ start: Math.max(0, video.currentTime - keepBehindSeconds), end: Number.POSITIVE_INFINITY });
  }
  function bringOut(source: MediaSource, now: number): void {
    seekingSince = video.seeking ? (seekingSince ?? now) : null;
    const isHeld = seekingSince !== null && now - seekingSince >= heldFrameMs;
    if (isHeld && source.readyState === 'open' && source.sourceBuffers[0]?.updating === false) source.endOfStream();
  }
  /** The end of the newest frame, seconds: each is declared longer than it is. */
  function newestIn({ originMs }: MediaBuffer): number {
    return lastTime === 0 ? Number.POSITIVE_INFINITY : (lastTime + interval - originMs) / 1000;
  }
  function requestStart(now: number): void {
    if (port.buffer()) uselessSince = null;
    else if (now - (uselessSince ??= now) > startTimeoutMs) {
      uselessSince = now;
      port.refresh();
    }
  }
  const onWaiting = (): void => {
    const buffer = port.buffer();
    if (!buffer || video.seeking) return;
    const end = buffer.ranges().at(-1)?.end ?? 0;
    edge.onStall(clock.monotonic(), Math.min(end, newestIn(buffer)) - video.currentTime);
  };
  video.addEventListener('waiting', onWaiting);
  return {
    onFragment({ time, keyFrame, discontinuity, payload }: LiveMedia) {
      rate.add(payload.byteLength);
      if (discontinuity) listener.onEvent({ type: 'congestion' });
      edge.arrived(time, clock.monotonic());
      requestStart(clock.monotonic());
      const distance = time - lastTime;
      const isHole = interval > 0 && distance > Math.min(maxHoleMs, Math.max(minHoleMs, hole * interval));
      if (keyFrame) isAsking = false;
      if (time < askedUntil - maxGroupMs) askedUntil = 0;
      if (isHole && !keyFrame && wants.frames === 'all' && time > askedUntil) {
        askedUntil = time;
        if (!isAsking) port.refresh();
        isAsking = true;
      }
      lastTime = distance < -maxReorderMs ? time : Math.max(time, lastTime);
      // Audio fragments arrive between frames, closer together; they only lower the value.
      if (distance <= 0 || distance > 1_000) return;
      interval = interval === 0 ? distance : interval * 0.9 + distance * 0.1;
      edge.setFrameInterval(interval / 1000);
    },
    onAppended(last) {
      if (wants.frames === 'key') {
        // Key frames only: each is shown on arrival, and nothing plays.
        video.pause();
        video.currentTime = Math.max(last.start, last.end - 0.01);
        seekingSince = null;
        return;
      }
      // The end of the stream, at a single key frame, has shortened it.
      const source = port.buffer()?.source;
      if (source?.readyState === 'open' && Number.isFinite(source.duration)) source.duration = Number.POSITIVE_INFINITY;
      if (video.paused) port.play();
    },
    stop() {
      stopTick();
      video.removeEventListener('waiting', onWaiting);
    },
    stats: () => ({
      codec: /"([\w.]+)/.exec(port.tracks()?.mimeType ?? '')?.[1] ?? null,
      bitrate: rate.bitsPerSecond(),
      frameRate: interval > 0 ? 1_000 / interval : null,
      buffer: Math.max(0, lastTime + interval - (port.buffer()?.originMs ?? lastTime + interval) - video.currentTime * 1000),
      isTranscoded: port.tracks()?.isTranscoded ?? false,
    }),
  };
}

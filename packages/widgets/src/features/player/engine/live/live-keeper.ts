import type { LiveMedia, Unsubscribe } from '@watchpost/sdk-core';
import { createStallWatchdog } from '../control/stall-watchdog.ts';
import { createByteRate } from '../media/byte-rate.ts';
import type { LiveKeeper, LivePort } from '../transport.ts';
import { createLiveEdge } from './live-edge.ts';

const tickEvery = 100;
const trimEvery = 3_000;
/** Seconds kept behind the picture. */
const keepBehind = 8;
/**
 * A hole in what arrives, in distances of frames and at most in ms: behind it MediaSource takes nothing before the next key frame,
 * which may be seconds away, so the running group of pictures is asked for again. The server says each picture to last three distances,
 * and MediaSource bears twice as much.
 */
const hole = 6;
const shortestHole = 240;
const longestHole = 800;
/** Pictures that come for so long (ms) and still make no video lack their beginning: it was lost on the way, and is asked for again. */
const beginsWithin = 1_000;

/**
 * Keeps live video in MediaSource at the live edge, and its memory small. Its code comes after the first picture.
 * @param delay milliseconds behind what has arrived, at least
 */
export function createLiveKeeper(port: LivePort, delay: () => number = () => 0): LiveKeeper {
  const { video, clock, listener, wants } = port.options;
  const edge = createLiveEdge(() => delay() / 1000);
  const watchdog = createStallWatchdog();
  const rate = createByteRate(clock);
  let lastTime = 0;
  let interval = 0;
  let trimAt = 0;
  /** Since when pictures come that nothing can be made of, monotonic. */
  let uselessSince: number | null = null;
  let stopTick: Unsubscribe = clock.after(tickEvery, tick);

  function tick(): void {
    stopTick = clock.after(tickEvery, tick);
    const buffer = port.buffer();
    if (!buffer) return watchdog.reset();
    const now = clock.monotonic();
    if (wants.frames === 'all') {
      // Each picture is said to last longer than it does.
      const newest = lastTime === 0 ? Number.POSITIVE_INFINITY : (lastTime + interval - buffer.originMs) / 1000;
      const { playbackRate, jumpTo } = edge.decide(video.currentTime, buffer.ranges(), now, { isDry: video.readyState < 3 && !video.seeking, newest });
      if (jumpTo !== null && !video.seeking) video.currentTime = jumpTo;
      if (video.playbackRate !== playbackRate) video.playbackRate = playbackRate;
      // The clock of the video goes on for as long as the last picture is said to last.
      if (watchdog.check(Math.min(video.currentTime, newest), now)) {
        listener.onStall();
        if (video.paused) void video.play().catch(() => {});
      }
    }
    if (now < trimAt) return;
    trimAt = now + trimEvery;
    buffer.keep({ start: Math.max(0, video.currentTime - keepBehind), end: Number.POSITIVE_INFINITY });
  }
  function askForBeginning(now: number): void {
    if (port.buffer()) uselessSince = null;
    else if (now - (uselessSince ??= now) > beginsWithin) {
      uselessSince = now;
      port.refresh();
    }
  }
  const onWaiting = (): void => {
    if (port.buffer() && !video.seeking) edge.onStall(clock.monotonic());
  };
  video.addEventListener('waiting', onWaiting);
  return {
    onFragment({ time, keyFrame, discontinuity, payload }: LiveMedia) {
      rate.add(payload.byteLength);
      if (discontinuity) listener.onNews({ type: 'congestion' });
      edge.arrived(time, clock.monotonic());
      askForBeginning(clock.monotonic());
      const distance = time - lastTime;
      if (interval > 0 && distance > Math.min(longestHole, Math.max(shortestHole, hole * interval)) && !keyFrame && wants.frames === 'all') port.refresh();
      lastTime = Math.max(time, lastTime);
      // Sound comes between the pictures: its fragments are nearer together and only make the figure smaller.
      if (distance <= 0 || distance > 1_000) return;
      interval = interval === 0 ? distance : interval * 0.9 + distance * 0.1;
      edge.setFrameInterval(interval / 1000);
    },
    onAppended(last) {
      if (wants.frames === 'key') {
        // Single pictures: each is shown as it comes, and nothing plays.
        video.pause();
        video.currentTime = Math.max(last.start, last.end - 0.01);
      } else if (video.paused) void video.play().catch(() => {});
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

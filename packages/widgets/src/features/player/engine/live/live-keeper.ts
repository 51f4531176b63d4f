import type { LiveMedia, Unsubscribe } from '@watchpost/sdk-core';
import { createStallWatchdog } from '../control/stall-watchdog.ts';
import { createByteRate } from '../media/byte-rate.ts';
import type { LiveKeeper, LivePort } from '../transport.ts';
import { createLiveEdge } from './live-edge.ts';

const tickEvery = 100;
const trimEvery = 3_000;
/** Seconds kept behind the picture. */
const keepBehind = 8;
/** A hole in what arrives, ms: without a key frame behind it the running group of pictures is asked for again. */
const hole = 700;

/** Keeps live video in MediaSource at the live edge, and its memory small. Its code comes after the first picture. */
export function createLiveKeeper(port: LivePort): LiveKeeper {
  const { video, clock, listener, wants } = port.options;
  const edge = createLiveEdge();
  const watchdog = createStallWatchdog();
  const rate = createByteRate(clock);
  let lastTime = 0;
  let interval = 0;
  let trimAt = 0;
  let stopTick: Unsubscribe = clock.after(tickEvery, tick);

  function tick(): void {
    stopTick = clock.after(tickEvery, tick);
    const buffer = port.buffer();
    if (!buffer) return watchdog.reset();
    const now = clock.monotonic();
    if (wants.frames === 'all') {
      const { playbackRate, jumpTo } = edge.decide(video.currentTime, buffer.ranges(), now);
      if (jumpTo !== null && !video.seeking) video.currentTime = jumpTo;
      if (video.playbackRate !== playbackRate) video.playbackRate = playbackRate;
      if (watchdog.check(video.currentTime, now)) {
        listener.onStall();
        if (video.paused) void video.play().catch(() => {});
      }
    }
    if (now < trimAt) return;
    trimAt = now + trimEvery;
    buffer.keep({ start: Math.max(0, video.currentTime - keepBehind), end: Number.POSITIVE_INFINITY });
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
      const distance = time - lastTime;
      // What follows a hole can't be decoded before the next key frame, which may be seconds away.
      if (lastTime > 0 && distance > hole && !keyFrame && wants.frames === 'all') port.refresh();
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
      buffer: Math.max(0, ((port.buffer()?.ranges().at(-1)?.end ?? 0) - video.currentTime) * 1000),
      isTranscoded: port.tracks()?.isTranscoded ?? false,
    }),
  };
}

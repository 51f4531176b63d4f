import type { Unsubscribe } from '@watchpost/sdk-core';
import { createStallWatchdog } from '../control/stall-watchdog.ts';
import { startVideo } from '../media/start-video.ts';
import type { TransportOptions } from '../player-core.ts';
import type { Transport } from '../transport.ts';
import { nativeHlsUrl } from './native-hls-support.ts';

declare global {
  interface HTMLMediaElement {
    /** Safari: wall-clock time of second 0, from PROGRAM-DATE-TIME. */
    getStartDate?(): Date;
  }
}

const tickIntervalMs = 250;
/** The element itself retries for minutes; a picture stalled for this long is given up, ms. */
const giveUpAfterMs = 8_000;

/**
 * Low-latency HLS played by the video element, for browsers without MediaSource. The element cannot send headers: it works only on the
 * server's own origin, where each request carries the session's cookie.
 */
export function createNativeHlsTransport({ client, cameraId, video, clock, listener, wants }: TransportOptions): Transport {
  const watchdog = createStallWatchdog();
  const life = new AbortController();
  let stopTick: Unsubscribe | null = null;
  let progress = { time: -1, at: 0 };

  function tick(): void {
    stopTick = clock.after(tickIntervalMs, tick);
    const now = clock.monotonic();
    if (video.currentTime !== progress.time) progress = { time: video.currentTime, at: now };
    else if (now - progress.at > giveUpAfterMs) return listener.onFail('network', false);
    if (video.currentTime > 0 && watchdog.check(video.currentTime, now)) listener.onStall();
  }
  return {
    mode: 'live',
    name: 'hls',
    start() {
      const url = nativeHlsUrl({ client, cameraId, video });
      if (url === null) return listener.onFail('codec-unsupported-here', true);
      const { signal } = life;
      video.addEventListener('error', () => listener.onFail('network', false), { signal });
      video.addEventListener('loadedmetadata', () => startVideo(video, listener.onBlocked), { signal });
      listener.onTake();
      listener.onQuality(wants.quality);
      listener.onAudio(true);
      video.src = url;
      progress = { time: -1, at: clock.monotonic() };
      tick();
    },
    stop() {
      life.abort();
      stopTick?.();
      video.removeAttribute('src');
      video.load();
    },
    position: () => {
      const start = video.getStartDate?.().getTime() ?? Number.NaN;
      return Number.isFinite(start) && video.currentTime > 0 ? start + video.currentTime * 1000 : null;
    },
    stats: () => ({
      codec: null,
      bitrate: null,
      frameRate: null,
      buffer: video.buffered.length > 0 ? Math.max(0, (video.buffered.end(video.buffered.length - 1) - video.currentTime) * 1000) : 0,
      isTranscoded: false,
    }),
  };
}

// oxlint-disable-next-line typescript/triple-slash-reference -- types only: an import of this file would reach the browser
/// <reference path="./hls-light.d.ts" />
import type { Unsubscribe } from '@watchpost/sdk-core';
import { createStallWatchdog } from '../control/stall-watchdog.ts';
import type { TransportOptions } from '../player-core.ts';
import type { Transport } from '../transport.ts';

/** Milliseconds. hls.js itself tries for minutes; a picture that stands still for so long is given up. */
const giveUpAfter = 8_000;
const tickEvery = 250;
/** Seconds behind the picture. */
const keepBehind = 30;

/** Live video as low-latency HLS, for networks that forbid WebSocket: about a second behind. hls.js is fetched only here. */
export function createHlsTransport({ client, cameraId, video, clock, listener }: TransportOptions): Transport {
  const watchdog = createStallWatchdog();
  let destroy: Unsubscribe | null = null;
  let playingDate: () => Date | null = () => null;
  let read: Transport['stats'] = () => null;
  let stopTick: Unsubscribe | null = null;
  let progress = { time: -1, at: 0 };
  let stopped = false;
  let hasPlayed = false;

  async function open(): Promise<void> {
    const { default: Hls } = await import('hls.js/light');
    if (stopped) return;
    if (!Hls.isSupported()) return listener.onFail('codec-unsupported-here', true);
    const hls = new Hls({
      lowLatencyMode: true,
      // A worker would need a script URL, which strict pages forbid; at one stream it gains nothing.
      enableWorker: false,
      // Its own tries take many seconds; there are other ways. The server waits up to 6 s for a camera before it says that it is offline.
      manifestLoadPolicy: { default: { maxTimeToFirstByteMs: 7_000, maxLoadTimeMs: 8_000, timeoutRetry: null, errorRetry: { maxNumRetry: 1, retryDelayMs: 200, maxRetryDelayMs: 200 } } },
      // It is let go of below.
      backBufferLength: Infinity,
      maxBufferLength: 20,
      maxLiveSyncPlaybackRate: 1.1,
      // One stall costs 0.2 s of nearness, not a second.
      liveSyncOnStallIncrease: 0.2,
      xhrSetup: async (request, url) => {
        const authorization = await client.player.authorizationHeader();
        request.open('GET', url, true);
        if (authorization !== null) request.setRequestHeader('Authorization', authorization);
      },
    });
    // A jump to now when it is segments behind. Only here: given above it would have to come with a latency of our own.
    hls.config.liveMaxLatencyDurationCount = 4;
    destroy = () => hls.destroy();
    playingDate = () => hls.playingDate;
    read = () => {
      const level = hls.levels[Math.max(0, hls.currentLevel)];
      return {
        codec: level?.videoCodec ?? null,
        bitrate: hls.bandwidthEstimate > 0 && level?.bitrate ? level.bitrate : null,
        frameRate: level?.frameRate || null,
        buffer: video.buffered.length > 0 ? Math.max(0, (video.buffered.end(video.buffered.length - 1) - video.currentTime) * 1000) : 0,
        isTranscoded: false,
      };
    };
    hls.on(Hls.Events.ERROR, (_, data) => {
      if (!data.fatal) return;
      // A part that is gone says only that the page slept: what counts is the answer to the playlist.
      const status = data.frag ? 0 : data.response?.code;
      if (status === 404) listener.onFail('not-found', true);
      else if (status === 403) listener.onFail('forbidden', true);
      else if (status === 401) listener.onFail('unauthorized', true);
      else if (status === 409) listener.onFail('camera-offline', false);
      else if (data.type === Hls.ErrorTypes.NETWORK_ERROR) lose();
      else listener.onFail('media-error', false);
    });
    // Letting go in the middle of a segment, hls.js 1.7 forgets that it has the segment's parts, and the picture stands until the segment has left the list of parts.
    hls.on(Hls.Events.FRAG_BUFFERED, (_, { frag, part }) => {
      const details = hls.levels[frag.level]?.details;
      const until = video.currentTime - keepBehind;
      if (!details || until <= 0) return;
      const hasMore = Number(frag.sn) > details.endSN || details.partList?.some((other) => part && other.fragment.sn === frag.sn && other.index > part.index);
      if (!hasMore) hls.trigger(Hls.Events.BUFFER_FLUSHING, { startOffset: 0, endOffset: until, type: null });
    });
    hls.on(Hls.Events.MANIFEST_PARSED, () => void video.play().catch(() => {}));
    hls.on(Hls.Events.BUFFER_CODECS, (_, data) => listener.onAudio('audio' in data || data.tracks?.audiovideo !== undefined));
    listener.onTake();
    listener.onQuality('high');
    hls.loadSource(client.player.livePlaylistUrl(cameraId));
    hls.attachMedia(video);
    progress = { time: -1, at: clock.monotonic() };
    tick();
  }
  /** Before the first picture this way is none; later it was the network. */
  function lose(): void {
    if (hasPlayed) listener.onFail('network', false);
    else listener.onNews({ type: 'unreachable', isSilent: false });
  }
  function tick(): void {
    stopTick = clock.after(tickEvery, tick);
    const now = clock.monotonic();
    if (video.currentTime !== progress.time) progress = { time: video.currentTime, at: now };
    else if (now - progress.at > giveUpAfter) return lose();
    hasPlayed ||= video.currentTime > 0 && video.readyState > 2;
    if (video.currentTime > 0 && watchdog.check(video.currentTime, now)) listener.onStall();
  }
  return {
    mode: 'live',
    name: 'hls',
    start: () => void open().catch(() => !stopped && lose()),
    stop() {
      stopped = true;
      stopTick?.();
      destroy?.();
      destroy = stopTick = null;
      video.removeAttribute('src');
      video.load();
    },
    stats: () => read(),
    position: () => playingDate()?.getTime() ?? null,
  };
}

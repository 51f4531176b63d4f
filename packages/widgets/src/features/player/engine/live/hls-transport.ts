// oxlint-disable-next-line typescript/triple-slash-reference -- types only: an import of this file would reach the browser
/// <reference path="./hls-light.d.ts" />
import type { Unsubscribe } from '@watchpost/sdk-core';
import { createStallWatchdog } from '../control/stall-watchdog.ts';
import { startVideo } from '../media/start-video.ts';
import type { TransportOptions } from '../player-core.ts';
import type { Transport } from '../transport.ts';

const accessCodes = ['access-ended', 'access-outside-hours', 'viewer-limit-reached'] as const;

/** Milliseconds. hls.js itself retries for minutes; a picture stalled for this long is given up. */
const giveUpAfterMs = 8_000;
const tickIntervalMs = 250;
/** Seconds to keep behind the picture. */
const keepBehindSeconds = 30;

/** Live video as low-latency HLS, for networks that forbid WebSocket: about a second behind. Only this loads hls.js. */
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
      // A worker would need a script URL, which strict pages forbid; with a single stream it gains nothing.
      enableWorker: false,
      // Its own retries take many seconds, and other transports exist. The server waits up to 6 s for a camera before it reports it offline.
      manifestLoadPolicy: {
        default: {
          maxTimeToFirstByteMs: 7_000,
          maxLoadTimeMs: 8_000,
          timeoutRetry: null,
          errorRetry: { maxNumRetry: 1, retryDelayMs: 200, maxRetryDelayMs: 200 },
        },
      },
      // Removed below.
      backBufferLength: Infinity,
      maxBufferLength: 20,
      maxLiveSyncPlaybackRate: 1.1,
      // One stall costs 0.2 s of latency, not a second.
      liveSyncOnStallIncrease: 0.2,
      xhrSetup: async (request, url) => {
        const authorization = await client.player.authorizationHeader();
        request.open('GET', url, true);
        if (authorization !== null) request.setRequestHeader('Authorization', authorization);
      },
    });
    // Jumps to now when segments behind. Set only here: in the configuration it would require a latency target of our own.
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
      // A missing part only means that the page slept: the playlist's response decides.
      const status = data.frag ? 0 : data.response?.code;
      const refusal = status === 403 || status === 409 ? accessCodeIn(data.networkDetails) : null;
      if (refusal) listener.onFail(refusal, true);
      else if (status === 404) listener.onFail('not-found', true);
      else if (status === 403) listener.onFail('forbidden', true);
      else if (status === 401) listener.onFail('unauthorized', true);
      else if (status === 409) listener.onFail('camera-offline', false);
      else if (data.type === Hls.ErrorTypes.NETWORK_ERROR) onNetworkError();
      else listener.onFail('media-error', false);
    });
    // After a buffer removal in the middle of a segment, hls.js 1.7 forgets that it has the segment's parts, and playback stalls until the segment leaves the parts list.
    hls.on(Hls.Events.FRAG_BUFFERED, (_, { frag, part }) => {
      const details = hls.levels[frag.level]?.details;
      const until = video.currentTime - keepBehindSeconds;
      if (!details || until <= 0) return;
      const hasMore =
        Number(frag.sn) > details.endSN ||
        details.partList?.some((other) => part && other.fragment.sn === frag.sn && other.index > part.index);
      if (!hasMore) hls.trigger(Hls.Events.BUFFER_FLUSHING, { startOffset: 0, endOffset: until, type: null });
    });
    hls.on(Hls.Events.MANIFEST_PARSED, () => startVideo(video, listener.onBlocked));
    let wasMuxed: boolean | null = null;
    hls.on(Hls.Events.BUFFER_CODECS, (_, data) => {
      const isMuxed = 'audiovideo' in data;
      // Its buffers can't gain or lose sound: it would fail three times before it says so.
      if (wasMuxed !== null && isMuxed !== wasMuxed) return listener.onFail('media-error', false);
      wasMuxed = isMuxed;
      listener.onAudio('audio' in data || data.tracks?.audiovideo !== undefined);
    });
    listener.onTake();
    listener.onQuality('high');
    hls.loadSource(client.player.livePlaylistUrl(cameraId));
    hls.attachMedia(video);
    progress = { time: -1, at: clock.monotonic() };
    tick();
  }
  /** Before the first picture, the transport does not work here; later, the network failed. */
  function onNetworkError(): void {
    if (hasPlayed) listener.onFail('network', false);
    else listener.onEvent({ type: 'unreachable', mayStillConnect: false });
  }
  function tick(): void {
    stopTick = clock.after(tickIntervalMs, tick);
    const now = clock.monotonic();
    if (video.currentTime !== progress.time) progress = { time: video.currentTime, at: now };
    else if (now - progress.at > giveUpAfterMs) return onNetworkError();
    hasPlayed ||= video.currentTime > 0 && video.readyState > 2;
    if (video.currentTime > 0 && watchdog.check(video.currentTime, now)) listener.onStall();
  }
  return {
    mode: 'live',
    name: 'hls',
    start: () => void open().catch(() => !stopped && onNetworkError()),
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

/** Why the server refuses this viewer: its answer's code says more than its status. */
function accessCodeIn(request: unknown): 'access-ended' | 'access-outside-hours' | 'viewer-limit-reached' | null {
  if (!(request instanceof XMLHttpRequest)) return null;
  try {
    const { error }: { error?: { code?: unknown } } = JSON.parse(request.responseText);
    return accessCodes.find((code) => code === error?.code) ?? null;
  } catch {
    return null;
  }
}

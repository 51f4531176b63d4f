// oxlint-disable-next-line typescript/triple-slash-reference -- types only: an import of this file would reach the browser
/// <reference path="./hls-light.d.ts" />
import type { Unsubscribe } from '@watchpost/sdk-core';
import { createStallWatchdog } from '../control/stall-watchdog.ts';
import type { TransportOptions } from '../player-core.ts';
import type { Transport } from '../transport.ts';

/** Milliseconds. hls.js itself tries for minutes; a picture that stands still for so long is given up. */
const giveUpAfter = 8_000;
const tickEvery = 250;

/** Live video as low-latency HLS, for networks that forbid WebSocket: about a second behind. hls.js is fetched only here. */
export function createHlsTransport({ client, cameraId, video, clock, listener }: TransportOptions): Transport {
  const watchdog = createStallWatchdog();
  let destroy: Unsubscribe | null = null;
  let playingDate: () => Date | null = () => null;
  let stopTick: Unsubscribe | null = null;
  let progress = { time: -1, at: 0 };
  let stopped = false;

  async function open(): Promise<void> {
    const { default: Hls } = await import('hls.js/light');
    if (stopped) return;
    if (!Hls.isSupported()) return listener.onFail('codec-unsupported-here', true);
    const hls = new Hls({
      lowLatencyMode: true,
      // A worker would need a script URL, which strict pages forbid; at one stream it gains nothing.
      enableWorker: false,
      backBufferLength: 30,
      maxBufferLength: 20,
      maxLiveSyncPlaybackRate: 1.1,
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
    hls.on(Hls.Events.ERROR, (_, data) => {
      if (!data.fatal) return;
      // A part that is gone says only that the page slept: what counts is the answer to the playlist.
      const status = data.frag ? 0 : data.response?.code;
      if (status === 404) listener.onFail('not-found', true);
      else if (status === 403) listener.onFail('forbidden', true);
      else if (status === 401) listener.onFail('unauthorized', true);
      else if (status === 409) listener.onFail('camera-offline', false);
      else listener.onFail(data.type === Hls.ErrorTypes.NETWORK_ERROR ? 'network' : 'media-error', false);
    });
    hls.on(Hls.Events.MANIFEST_PARSED, () => void video.play().catch(() => {}));
    hls.on(Hls.Events.BUFFER_CODECS, (_, data) => listener.onAudio('audio' in data || data.tracks?.audiovideo !== undefined));
    hls.loadSource(client.player.livePlaylistUrl(cameraId));
    hls.attachMedia(video);
    progress = { time: -1, at: clock.monotonic() };
    tick();
  }
  function tick(): void {
    stopTick = clock.after(tickEvery, tick);
    const now = clock.monotonic();
    if (video.currentTime !== progress.time) progress = { time: video.currentTime, at: now };
    else if (now - progress.at > giveUpAfter) return listener.onFail('network', false);
    if (video.currentTime > 0 && watchdog.check(video.currentTime, now)) listener.onStall();
  }
  return {
    mode: 'live',
    name: 'hls',
    start: () => void open().catch(() => !stopped && listener.onFail('network', false)),
    stop() {
      stopped = true;
      stopTick?.();
      destroy?.();
      destroy = stopTick = null;
      video.removeAttribute('src');
      video.load();
    },
    stats: () => ({ codec: null, bitrate: null, frameRate: null, buffer: 0, isTranscoded: false }),
    position: () => playingDate()?.getTime() ?? null,
  };
}

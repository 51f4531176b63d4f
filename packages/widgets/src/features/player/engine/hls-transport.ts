// oxlint-disable-next-line typescript/triple-slash-reference -- types only: an import of this file would reach the browser
/// <reference path="./hls-light.d.ts" />
import type { ViewerClient, Unsubscribe } from '@watchpost/sdk-core';
import type { Transport, TransportListener } from './transport.ts';

export interface HlsTransportOptions {
  readonly client: ViewerClient;
  readonly cameraId: string;
  readonly video: HTMLVideoElement;
  readonly listener: TransportListener;
}

/** Live video as low-latency HLS, for networks that forbid WebSocket. hls.js is fetched only here. */
export function createHlsTransport({ client, cameraId, video, listener }: HlsTransportOptions): Transport {
  let destroy: Unsubscribe | null = null;
  let playingDate: () => Date | null = () => null;
  let stopped = false;

  async function open(): Promise<void> {
    const [{ default: Hls }, authorization] = await Promise.all([import('hls.js/light'), client.player.authorizationHeader()]);
    if (stopped) return;
    if (!Hls.isSupported()) return listener.onFail('codec-unsupported-here', true);
    let header = authorization;
    const hls = new Hls({
      lowLatencyMode: true,
      // A worker would need a script URL, which strict pages forbid; at one stream it gains nothing.
      enableWorker: false,
      backBufferLength: 30,
      maxBufferLength: 20,
      xhrSetup: (request) => {
        if (header !== null) request.setRequestHeader('Authorization', header);
        void client.player.authorizationHeader().then((next) => (header = next), () => {});
      },
    });
    destroy = () => hls.destroy();
    playingDate = () => hls.playingDate;
    hls.on(Hls.Events.ERROR, (_, data) => {
      if (!data.fatal) return;
      const code = data.response?.code;
      if (code === 404) listener.onFail('not-found', true);
      else if (code === 403) listener.onFail('forbidden', true);
      else if (code === 409) listener.onFail('camera-offline', false);
      else listener.onFail(data.type === Hls.ErrorTypes.NETWORK_ERROR ? 'network' : 'media-error', false);
    });
    hls.on(Hls.Events.MANIFEST_PARSED, () => void video.play().catch(() => {}));
    hls.on(Hls.Events.BUFFER_CODECS, (_, data) => listener.onAudio('audio' in data || (data.tracks?.audiovideo !== undefined)));
    hls.loadSource(client.player.livePlaylistUrl(cameraId));
    hls.attachMedia(video);
  }
  return {
    mode: 'live',
    name: 'hls',
    start: () => void open().catch(() => !stopped && listener.onFail('network', false)),
    stop() {
      stopped = true;
      destroy?.();
      destroy = null;
      video.removeAttribute('src');
      video.load();
    },
    position: () => playingDate()?.getTime() ?? null,
  };
}

/** Runs in the page: adds players to it. */

export interface CameraOptions {
  readonly server: string;
  readonly cameraId: string;
  readonly token: string;
  /** Unix ms; live if absent. */
  readonly time?: number;
  /** Transport of live video; the player's own choice if absent. */
  readonly transport?: 'websocket' | 'webrtc' | 'hls' | 'webcodecs';
}

/** Adds a `<watchpost-camera>`, as a partner's page would. */
export function mountCamera({ server, cameraId, token, time, transport }: CameraOptions): HTMLElement {
  const element = document.createElement('watchpost-camera');
  element.setAttribute('camera-id', cameraId);
  element.setAttribute('server', server);
  element.setAttribute('token', token);
  element.setAttribute('muted', '');
  element.setAttribute('controls', '');
  if (time !== undefined) element.setAttribute('time', String(time));
  if (transport !== undefined) element.setAttribute('transport', transport);
  document.body.append(element);
  return element;
}

export interface HlsPlayer {
  readonly video: HTMLVideoElement;
  remove(): void;
}

/** Plays with hls.js and its defaults on a plain video; its script must be in the page already (see `scripts` of pages.ts). */
export function mountHls(url: string, headers: Readonly<Record<string, string>> = {}): HlsPlayer {
  const hls = new globalThis.Hls({
    xhrSetup: (request: XMLHttpRequest) => {
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    },
  });
  const video = document.createElement('video');
  video.muted = true;
  video.autoplay = true;
  document.body.append(video);
  hls.loadSource(url);
  hls.attachMedia(video);
  return {
    video,
    remove: () => {
      hls.destroy();
      video.remove();
    },
  };
}

declare global {
  var Hls: typeof import('hls.js').default;
}

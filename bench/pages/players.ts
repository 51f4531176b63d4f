/** Runs in the page: adds players to it. */

export interface CameraOptions {
  readonly server: string;
  readonly cameraId: string;
  readonly token: string;
  /** Unix ms; live if absent. */
  readonly time?: number;
  /** Transport of live video; the player's own choice if absent. */
  readonly transport?: 'websocket' | 'webrtc' | 'hls' | 'webcodecs';
  /** WebCodecs takes MediaSource's place after the first picture (ADR 114). */
  readonly drawn?: boolean;
  /** Not muted. */
  readonly withSound?: boolean;
}

/** Adds a `<watchpost-camera>`, as a partner's page would. */
export function mountCamera({ server, cameraId, token, time, transport, drawn = false, withSound = false }: CameraOptions): HTMLElement {
  // Whatever the default is: every figure is of what its name says.
  localStorage.setItem('watchpost.webcodecs', drawn ? 'on' : 'off');
  const element = document.createElement('watchpost-camera');
  element.setAttribute('camera-id', cameraId);
  element.setAttribute('server', server);
  element.setAttribute('token', token);
  element.setAttribute('muted', String(!withSound));
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

export interface ClipOptions {
  readonly url: string;
  readonly token: string;
  /** Not muted. */
  readonly withSound: boolean;
}

/** Loads a clip and plays it on a plain video. */
export function mountClip({ url, token, withSound }: ClipOptions): { remove(): void } {
  const video = document.createElement('video');
  video.muted = !withSound;
  video.autoplay = true;
  document.body.append(video);
  void fetch(url, { headers: { authorization: `Bearer ${token}` } }).then(async (answer) => {
    video.src = URL.createObjectURL(await answer.blob());
  });
  return {
    remove: () => {
      URL.revokeObjectURL(video.src);
      video.remove();
    },
  };
}

declare global {
  var Hls: typeof import('hls.js').default;
}

/** What people would put on their page, in its default form with controls. */
export interface Candidate {
  readonly name: string;
  /** npm packages of its page, pinned; none for the script tag. */
  readonly packages: Readonly<Record<string, string>>;
  /** Its module: exports `mount(stream)`, which adds a player of the live stream to the page and returns a function that removes it. */
  readonly module: string;
  /** Whether it can play what this bench has; one that can't is only weighed. */
  readonly canPlay: boolean;
}

/** Plain HLS of the camera, and what our element needs instead. */
export interface Stream {
  readonly playlistUrl: string;
  readonly server: string;
  readonly cameraId: string;
  readonly token: string;
}

const hlsJs = '1.7.4';

export const watchpost: Candidate = {
  name: 'Watchpost',
  packages: {},
  canPlay: true,
  module: `
export function mount({ server, cameraId, token }) {
  const camera = Object.assign(document.createElement('watchpost-camera'), { server, cameraId, token, muted: true, controls: true });
  document.body.append(camera);
  return () => camera.remove();
}`,
};

export const peers: readonly Candidate[] = [
  {
    name: 'mux-player',
    packages: { '@mux/mux-player': '3.14.0' },
    canPlay: true,
    module: `
import '@mux/mux-player';
export function mount({ playlistUrl }) {
  const player = document.createElement('mux-player');
  for (const name of ['muted', 'autoplay', 'disable-tracking', 'disable-cookies']) player.setAttribute(name, '');
  player.setAttribute('stream-type', 'live');
  player.setAttribute('src', playlistUrl);
  document.body.append(player);
  return () => player.remove();
}`,
  },
  {
    name: 'vidstack',
    packages: { vidstack: '1.15.6', 'hls.js': hlsJs },
    canPlay: true,
    module: `
import 'vidstack/player/styles/default/theme.css';
import 'vidstack/player/styles/default/layouts/video.css';
import 'vidstack/player';
import 'vidstack/player/layouts/default';
import 'vidstack/player/ui';
export function mount({ playlistUrl }) {
  const player = document.createElement('media-player');
  // By default it loads hls.js from another company's server.
  player.addEventListener('provider-change', ({ detail }) => { if (detail?.type === 'hls') detail.library = () => import('hls.js'); });
  for (const name of ['muted', 'autoplay', 'playsinline']) player.setAttribute(name, '');
  player.append(document.createElement('media-provider'), document.createElement('media-video-layout'));
  player.setAttribute('stream-type', 'live');
  player.setAttribute('src', playlistUrl);
  document.body.append(player);
  return () => { player.destroy?.(); player.remove(); };
}`,
  },
  {
    name: 'Video.js 8',
    packages: { 'video.js': '8.24.1' },
    canPlay: true,
    module: `
import videojs from 'video.js';
import 'video.js/dist/video-js.css';
export function mount({ playlistUrl }) {
  const video = document.createElement('video');
  video.className = 'video-js';
  document.body.append(video);
  const player = videojs(video, { controls: true, muted: true, autoplay: true, liveui: true, fluid: true, sources: [{ src: playlistUrl, type: 'application/vnd.apple.mpegurl' }] });
  return () => player.dispose();
}`,
  },
  {
    name: 'Video.js 10',
    packages: { '@videojs/html': '10.0.0-beta.23' },
    canPlay: true,
    module: `
import '@videojs/html/video/player';
import '@videojs/html/live-video/skin';
import '@videojs/html/media/hls-video';
export function mount({ playlistUrl }) {
  const player = document.createElement('video-player');
  const skin = document.createElement('live-video-skin');
  const video = document.createElement('hls-video');
  for (const name of ['muted', 'autoplay', 'playsinline']) video.setAttribute(name, '');
  video.slot = 'media';
  video.setAttribute('src', playlistUrl);
  skin.append(video);
  player.append(skin);
  document.body.append(player);
  return () => player.remove();
}`,
  },
  {
    name: 'Plyr and hls.js',
    packages: { plyr: '3.8.4', 'hls.js': hlsJs },
    canPlay: true,
    module: `
import Plyr from 'plyr';
import 'plyr/dist/plyr.css';
import Hls from 'hls.js';
export function mount({ playlistUrl }) {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, autoplay: true });
  document.body.append(video);
  const hls = new Hls();
  hls.loadSource(playlistUrl);
  hls.attachMedia(video);
  // Its icons come from another company's server unless they are switched off.
  const player = new Plyr(video, { loadSprite: false, muted: true, autoplay: true });
  return () => { hls.destroy(); player.destroy(); document.querySelector('.plyr')?.remove(); video.remove(); };
}`,
  },
  {
    // It plays cameras of its maker's cloud only.
    name: 'EZUIKit',
    packages: { 'ezuikit-js': '9.0.22' },
    canPlay: false,
    module: `
import { EZUIKitPlayer } from 'ezuikit-js';
export function mount() {
  globalThis.EZUIKitPlayer = EZUIKitPlayer;
  return () => {};
}`,
  },
];

/** What the product does in each engine, and how that is known. The page `docs/guide/browsers.md` is made from it. */
export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];

export interface Text {
  readonly en: string;
  readonly ru: string;
}

export type Proof =
  /** By a spec that has a test of this name, or of a name that begins so. */
  | { readonly kind: 'tested'; readonly spec: string; readonly test: string }
  /** Nobody has tried it here: the engine's makers say so. */
  | { readonly kind: 'documented'; readonly since?: Text }
  | { readonly kind: 'impossible'; readonly because: Text };

export interface Capability {
  readonly name: Text;
  readonly proofs: Readonly<Record<Engine, Proof>>;
}

const tested = (spec: string, test: string): Proof => ({ kind: 'tested', spec: `e2e/${spec}.spec.ts`, test });
const documented = (en?: string, ru?: string): Proof => ({
  kind: 'documented',
  ...(en !== undefined && ru !== undefined && { since: { en, ru } }),
});
const impossible = (en: string, ru: string): Proof => ({ kind: 'impossible', because: { en, ru } });
const inFirefox = (test: string): Proof => tested('browsers/firefox', test);
const inWebKit = (test: string): Proof => tested('browsers/webkit', test);

export const capabilities = {
  session: {
    name: { en: 'Sign-in', ru: 'Вход' },
    proofs: { chromium: tested('session/session', 'a newcomer signs in'), firefox: inFirefox('session'), webkit: inWebKit('session') },
  },
  websocket: {
    name: { en: 'Live by WebSocket and MediaSource', ru: 'Эфир по WebSocket и MediaSource' },
    proofs: {
      chromium: tested('player/transports', 'WebSocket and MediaSource'),
      firefox: inFirefox('websocket'),
      webkit: inWebKit('websocket'),
    },
  },
  hls: {
    name: { en: 'Live by low-latency HLS', ru: 'Эфир по HLS с малой задержкой' },
    proofs: {
      chromium: tested('player/transports', 'low-latency HLS where WebSocket is forbidden'),
      firefox: inFirefox('hls'),
      webkit: inWebKit('hls'),
    },
  },
  webcodecs: {
    name: { en: 'Live by WebCodecs', ru: 'Эфир через WebCodecs' },
    proofs: {
      chromium: tested('player/transports', 'WebCodecs where there is no MediaSource'),
      firefox: inFirefox('webcodecs'),
      webkit: inWebKit('webcodecs'),
    },
  },
  webrtc: {
    name: { en: 'Live by WebRTC', ru: 'Эфир по WebRTC' },
    proofs: {
      chromium: tested('player/transports', 'WebRTC where there is neither'),
      firefox: documented(),
      webkit: documented(),
    },
  },
  hevc: {
    name: { en: 'H.265 as the camera sends it', ru: 'H.265 без перекодирования' },
    proofs: {
      chromium: documented('where the device decodes it', 'если устройство умеет его декодировать'),
      firefox: documented(
        'from 134 on Windows, 136 on macOS, where the device decodes it',
        'с 134 в Windows и 136 в macOS, если устройство умеет его декодировать',
      ),
      webkit: documented('from Safari 13', 'с Safari 13'),
    },
  },
  sound: {
    name: { en: 'Sound', ru: 'Звук' },
    proofs: { chromium: tested('player/sound', 'a camera with %s is heard'), firefox: documented(), webkit: documented() },
  },
  talk: {
    name: { en: 'Talking through the camera', ru: 'Разговор через камеру' },
    proofs: { chromium: tested('player/talk', 'the owner is heard from the camera'), firefox: documented(), webkit: documented() },
  },
  archive: {
    name: { en: 'Archive', ru: 'Архив' },
    proofs: {
      chromium: tested('archive/timeline', 'a date in the address opens'),
      firefox: inFirefox('archive'),
      webkit: inWebKit('archive'),
    },
  },
  wall: {
    name: { en: 'Video wall', ru: 'Видеостена' },
    proofs: {
      chromium: tested('video-wall/wall', 'all cameras are live over one connection'),
      firefox: inFirefox('wall'),
      webkit: inWebKit('wall'),
    },
  },
  phoneCamera: {
    name: { en: 'Phone as a camera', ru: 'Телефон как камера' },
    proofs: {
      chromium: tested('phone-camera/filming', 'a phone becomes a camera'),
      firefox: tested('browsers/phone-camera', 'phone-camera'),
      webkit: documented(
        'from iOS 16.4; with a second or two more latency from 14.5',
        'с iOS 16.4; с задержкой на секунду-две больше — с 14.5',
      ),
    },
  },
  push: {
    name: { en: 'Push messages', ru: 'Push-уведомления' },
    proofs: {
      chromium: tested('notifications/setting', 'on, tested, kept across a reload'),
      firefox: documented(),
      webkit: documented(
        'from Safari 16; on an iPhone from 16.4, once the app is on the Home Screen',
        'с Safari 16; на iPhone — с 16.4, если приложение добавлено на экран «Домой»',
      ),
    },
  },
  fullscreen: {
    name: { en: 'Full screen', ru: 'Полный экран' },
    proofs: {
      chromium: tested('player/controls', 'full screen holds the controls'),
      firefox: inFirefox('full screen'),
      webkit: documented(
        'on an iPhone in the system’s own player, or over the whole page',
        'на iPhone — в системном плеере или на всю страницу',
      ),
    },
  },
  smallWindow: {
    name: { en: 'Picture in picture', ru: 'Картинка в картинке' },
    proofs: {
      chromium: tested('player/controls', 'picture in picture, of a video and of a canvas'),
      firefox: impossible(
        'pages have no API for it; Firefox’s own button over a video works',
        'у страниц нет такого API; собственная кнопка Firefox над видео работает',
      ),
      webkit: documented(),
    },
  },
  offline: {
    name: { en: 'Installed app, and a page without network', ru: 'Установка приложения и страница без сети' },
    proofs: {
      chromium: tested('shell/pwa', 'the server is down'),
      firefox: documented('installed on Android only', 'установка — только на Android'),
      webkit: documented('by “Add to Home Screen” and “Add to Dock”', 'через «На экран „Домой“» и «Добавить в Dock»'),
    },
  },
} satisfies Readonly<Record<string, Capability>>;

/** What the tests can't do in an engine: specs about it run in Chromium alone. */
export const testLimits: readonly { readonly engine: Engine; readonly lacks: Text }[] = [
  { engine: 'firefox', lacks: { en: 'no emulation of touch and of phones', ru: 'нет эмуляции касаний и телефонов' } },
  { engine: 'firefox', lacks: { en: 'no sessions of developer tools', ru: 'нет сеансов инструментов разработчика' } },
  { engine: 'firefox', lacks: { en: 'no handles of service workers', ru: 'нет доступа к service worker' } },
  {
    engine: 'firefox',
    lacks: {
      en: 'no colour scheme and no reduced motion for each page, but for each browser',
      ru: 'тема оформления и уменьшение движения — на весь браузер, а не на страницу',
    },
  },
  {
    engine: 'firefox',
    lacks: { en: 'no record of what has moved on a page', ru: 'нет записи о том, что сдвинулось на странице' },
  },
  {
    engine: 'firefox',
    lacks: {
      en: 'no H.264 over WebRTC: the decoder for it is a download from Cisco',
      ru: 'нет H.264 по WebRTC: декодер для него загружается с сайта Cisco',
    },
  },
  {
    engine: 'webkit',
    lacks: {
      en: 'no Playwright: what the other specs use of it is not there',
      ru: 'нет Playwright, на котором написаны остальные проверки',
    },
  },
  {
    engine: 'webkit',
    lacks: {
      en: 'no iPhone: WebKitGTK has Safari’s engine, and GStreamer for its media',
      ru: 'нет iPhone: у WebKitGTK движок Safari, но медиа — GStreamer',
    },
  },
  {
    engine: 'webkit',
    lacks: {
      en: 'no WebRTC, push messages and picture in picture: Debian’s WebKitGTK has none of them',
      ru: 'нет WebRTC, push-уведомлений и картинки в картинке: в WebKitGTK из Debian их нет',
    },
  },
];

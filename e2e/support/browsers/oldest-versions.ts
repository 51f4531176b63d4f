import { engines, type Engine, type Text } from './capabilities.ts';
import { firstVersionsOf } from './compat-data.ts';

interface Need {
  readonly name: string;
  /** Its path in MDN's compatibility data, which has the versions. */
  readonly feature: string;
  readonly use: Text;
}

/** What the product can't do without, as far as it decides how old a browser may be: `oldest-versions.integration.test.ts` looks for more. */
export const needs: readonly Need[] = [
  { name: 'light-dark()', feature: 'css.types.color.light-dark', use: { en: 'the colours of both themes', ru: 'цвета обеих тем' } },
  {
    name: 'requestVideoFrameCallback',
    feature: 'api.HTMLVideoElement.requestVideoFrameCallback',
    use: { en: 'when a frame is on the screen', ru: 'момент, когда кадр на экране' },
  },
  {
    name: 'AbortSignal.any',
    feature: 'api.AbortSignal.any_static',
    use: { en: 'requests with more than one end', ru: 'запросы, которые можно прервать по нескольким причинам' },
  },
  {
    name: 'URL.canParse',
    feature: 'api.URL.canParse_static',
    use: { en: 'addresses that a person types', ru: 'адреса, которые вводят вручную' },
  },
  {
    name: 'popover',
    feature: 'api.HTMLElement.showPopover',
    use: { en: 'menus, and the video wall over a whole page', ru: 'меню и видеостена на всю страницу' },
  },
  {
    name: 'ManagedMediaSource',
    feature: 'api.ManagedMediaSource',
    use: { en: 'live video and the archive on iPhones', ru: 'эфир и архив на iPhone' },
  },
];

/** What is used although one of those versions lacks it: by the beginning of its path, what happens there. */
export const optional: Readonly<Record<string, string>> = {
  'api.AudioData': 'a phone’s sound is G.711 then',
  'api.AudioEncoder': 'a phone’s sound is G.711 then',
  'api.EncodedAudioChunk': 'a phone’s sound is G.711 then',
  'api.VideoEncoder': 'a phone films through MediaRecorder then',
  'api.VideoDecoder': 'the other transports',
  'api.EncodedVideoChunk': 'as VideoDecoder and VideoEncoder, which it belongs to',
  'api.Document.exitPictureInPicture': 'no button for it',
  'api.Document.pictureInPicture': 'no button for it',
  'api.HTMLVideoElement.requestPictureInPicture': 'no button for it',
  'api.HTMLMediaElement.disableRemotePlayback': 'only ManagedMediaSource asks for it',
  'api.HTMLVideoElement.playsInline': 'only iPhones ask for it',
  'api.Navigator.share': 'no button for it: the link is copied',
  'api.Navigator.canShare': 'a picture is saved as a file',
  'api.RTCRtpReceiver.jitterBufferTarget': 'WebRTC is a little later',
  'api.RTCStatsReport.type_inbound-rtp.framesPerSecond': 'the statistics count frames themselves',
  'api.Notification.title': 'on iPhones, a notification that an older message came after is shown without the newer title',
  'api.Notification.tag': 'two notifications of one event stay beside each other',
  'api.NotificationEvent.action': 'no button in notifications: the app pauses alerts',
  'api.NotificationEvent.notification': 'Safari has it, since Web Push came: MDN’s data is behind',
  'api.PushSubscriptionChangeEvent.oldSubscription': 'the next visit of the app renews the subscription',
  'css.properties.backdrop-filter': 'no blur behind the statistics',
  'css.properties.field-sizing': 'a text area has two rows and a scrollbar',
  'css.properties.overflow-clip-margin': 'icons at the ends of the timeline are cut off',
  'css.properties.resize': 'a text area stays as it is',
  'css.properties.scrollbar-color': 'the system’s scrollbars',
  'css.properties.scrollbar-width': 'tabs have a scrollbar where a mouse needs it',
  'css.properties.user-select': '-webkit-user-select stands beside it',
};

/** The oldest version of an engine in which the product works. */
export function oldestVersion(engine: Engine): number {
  return Math.max(...needs.map(({ feature }) => firstVersionsOf(feature)[engine] ?? 0));
}

const columns: Readonly<Record<Engine, string>> = { chromium: 'Chrome, Edge', firefox: 'Firefox', webkit: 'Safari, iOS' };

/** The table of the page `docs/guide/browsers.md`. */
export function oldestVersionsTable(locale: keyof Text): string {
  const all = { en: '**All of it**', ru: '**Всё вместе**' }[locale];
  return [
    `| | ${engines.map((engine) => columns[engine]).join(' | ')} |`,
    `|${'---|'.repeat(engines.length + 1)}`,
    ...needs.map(
      ({ name, feature, use }) =>
        `| \`${name}\`: ${use[locale]} | ${engines.map((engine) => firstVersionsOf(feature)[engine] ?? '—').join(' | ')} |`,
    ),
    `| ${all} | ${engines.map((engine) => `**${oldestVersion(engine)}**`).join(' | ')} |`,
  ].join('\n');
}

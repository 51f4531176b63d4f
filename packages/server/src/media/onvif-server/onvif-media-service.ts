import { childrenOf, namespaces, type XmlElement } from '@watchpost/onvif/messages';
import type { StreamQuality } from '../media-types.ts';
import { onvifFaults, type OnvifFault } from './onvif-envelopes.ts';
import { profileTokens as tokens, type OnvifMedia } from './onvif-link.ts';
import { element, markup, type Markup } from './onvif-markup.ts';
import type { OnvifLinkQuestion, OnvifOperation, OnvifService } from './onvif-operations.ts';
import { onvifSnapshotPath } from './onvif-paths.ts';
import { ptzConfiguration } from './onvif-ptz-service.ts';

const qualities = ['high', 'low'] as const satisfies readonly StreamQuality[];
const videoToken = 'video';
const audioToken = 'audio';
const sessionTimeout = markup`<tt:SessionTimeout>PT60S</tt:SessionTimeout>`;
/** Required by the schema; there is none. */
const noMulticast = markup`<tt:Multicast><tt:Address><tt:Type>IPv4</tt:Type><tt:IPv4Address>0.0.0.0</tt:IPv4Address></tt:Address><tt:Port>0</tt:Port><tt:TTL>0</tt:TTL><tt:AutoStart>false</tt:AutoStart></tt:Multicast>`;

export const mediaCapabilities: Markup = markup`<trt:Capabilities SnapshotUri="true" Rotation="false" VideoSourceMode="false" OSD="false"><trt:ProfileCapabilities MaximumNumberOfProfiles="2"/><trt:StreamingCapabilities RTPMulticast="false" RTP_TCP="true" RTP_RTSP_TCP="true" NonAggregateControl="false"/></trt:Capabilities>`;

/** The media service, version 1, as far as recorders need it: two fixed profiles of one video source. */
export const mediaService: OnvifService = {
  namespace: namespaces.media,
  prefix: 'trt',
  open: new Map([['GetServiceCapabilities', () => mediaCapabilities]]),
  closed: new Map<string, OnvifOperation<OnvifLinkQuestion>>([
    ['GetProfiles', (question) => markup`${qualities.map((quality) => profile('Profiles', quality, question))}`],
    ['GetProfile', (question) => ofProfile(question, (quality) => profile('Profile', quality, question))],
    [
      'GetVideoSources',
      ({ media }) =>
        markup`<trt:VideoSources token="${videoToken}"><tt:Framerate>${media.pictures.high.frameRate}</tt:Framerate>${resolution(media, 'high')}</trt:VideoSources>`,
    ],
    ['GetVideoSourceConfigurations', ({ media }) => videoSource('trt:Configurations', media)],
    ['GetVideoSourceConfiguration', (question) => ofToken(question, videoToken, () => videoSource('trt:Configuration', question.media))],
    ['GetCompatibleVideoSourceConfigurations', (question) => ofProfile(question, () => videoSource('trt:Configurations', question.media))],
    ['GetVideoSourceConfigurationOptions', ({ media }) => videoSourceOptions(media)],
    [
      'GetVideoEncoderConfigurations',
      ({ media }) => markup`${qualities.map((quality) => videoEncoder('trt:Configurations', quality, media))}`,
    ],
    [
      'GetVideoEncoderConfiguration',
      (question) => {
        const quality = qualityOf(textOf(question.request, 'ConfigurationToken'));
        return quality ? videoEncoder('trt:Configuration', quality, question.media) : onvifFaults.noConfiguration;
      },
    ],
    [
      'GetCompatibleVideoEncoderConfigurations',
      (question) => ofProfile(question, (quality) => videoEncoder('trt:Configurations', quality, question.media)),
    ],
    ['GetVideoEncoderConfigurationOptions', videoEncoderOptions],
    ['GetGuaranteedNumberOfVideoEncoderInstances', () => markup`<trt:TotalNumber>2</trt:TotalNumber><trt:H264>2</trt:H264>`],
    [
      'GetAudioSources',
      withSound(
        ({ channels }) => markup`<trt:AudioSources token="${audioToken}"><tt:Channels>${channels}</tt:Channels></trt:AudioSources>`,
      ),
    ],
    ['GetAudioSourceConfigurations', withSound(() => audioSource('trt:Configurations'))],
    ['GetAudioEncoderConfigurations', withSound((sound) => audioEncoder('trt:Configurations', sound))],
    ['GetStreamUri', streamUri],
    ['GetSnapshotUri', snapshotUri],
  ]),
};

function streamUri(question: OnvifLinkQuestion): Markup | OnvifFault {
  const { request, place, link } = question;
  const [setup] = childrenOf(request, 'StreamSetup', namespaces.media);
  const stream = textOf(setup, 'Stream');
  const protocol = textOf(childrenOf(setup, 'Transport', namespaces.schema)[0], 'Protocol');
  // RTSP refuses UDP itself, and recorders then play inside the connection.
  if ((stream !== '' && stream !== 'RTP-Unicast') || protocol === 'HTTP') return onvifFaults.streamSetup;
  return ofProfile(question, (quality) => mediaUri(`${place.rtspOrigin}/${link.cameraId}${quality === 'low' ? '/low' : ''}`));
}

function snapshotUri(question: OnvifLinkQuestion): Markup | OnvifFault {
  const { place, link } = question;
  const { snapshotToken } = link;
  if (snapshotToken === null) return onvifFaults.noSnapshot;
  return ofProfile(question, () => mediaUri(place.origin + onvifSnapshotPath(snapshotToken)));
}

function mediaUri(uri: string): Markup {
  return markup`<trt:MediaUri><tt:Uri>${uri}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri>`;
}

function profile(name: 'Profile' | 'Profiles', quality: StreamQuality, { link, media }: OnvifLinkQuestion): Markup {
  const sound = media.sound;
  return element(
    `trt:${name}`,
    { token: tokens[quality], fixed: 'true' },
    markup`<tt:Name>${quality === 'low' ? `${link.title} (low)` : link.title}</tt:Name>${videoSource('tt:VideoSourceConfiguration', media)}${sound ? audioSource('tt:AudioSourceConfiguration') : ''}${videoEncoder('tt:VideoEncoderConfiguration', quality, media)}${sound ? audioEncoder('tt:AudioEncoderConfiguration', sound) : ''}${link.withPtz ? ptzConfiguration('tt:PTZConfiguration') : ''}`,
  );
}

function videoSource(name: string, media: OnvifMedia): Markup {
  const { width, height } = media.pictures.high;
  return element(
    name,
    { token: videoToken },
    markup`<tt:Name>${videoToken}</tt:Name><tt:UseCount>2</tt:UseCount><tt:SourceToken>${videoToken}</tt:SourceToken><tt:Bounds x="0" y="0" width="${width}" height="${height}"/>`,
  );
}

function videoSourceOptions({ pictures: { high } }: OnvifMedia): Markup {
  const range = (name: string, min: number, max: number): Markup =>
    element(name, {}, markup`<tt:Min>${min}</tt:Min><tt:Max>${max}</tt:Max>`);
  const { width, height } = high;
  return markup`<trt:Options><tt:BoundsRange>${range('tt:XRange', 0, 0)}${range('tt:YRange', 0, 0)}${range('tt:WidthRange', width, width)}${range('tt:HeightRange', height, height)}</tt:BoundsRange><tt:VideoSourceTokensAvailable>${videoToken}</tt:VideoSourceTokensAvailable></trt:Options>`;
}

function videoEncoder(name: string, quality: StreamQuality, media: OnvifMedia): Markup {
  const { encoding, frameRate, kilobitsPerSecond, h264Profile } = media.pictures[quality];
  const h264 = markup`<tt:H264><tt:GovLength>${frameRate * 2}</tt:GovLength><tt:H264Profile>${h264Profile}</tt:H264Profile></tt:H264>`;
  return element(
    name,
    { token: tokens[quality] },
    markup`<tt:Name>${tokens[quality]}</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>${encoding}</tt:Encoding>${resolution(media, quality)}<tt:Quality>1</tt:Quality><tt:RateControl><tt:FrameRateLimit>${frameRate}</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval><tt:BitrateLimit>${kilobitsPerSecond}</tt:BitrateLimit></tt:RateControl>${encoding === 'H264' ? h264 : ''}${noMulticast}${sessionTimeout}`,
  );
}

/** The only value of everything: a recorder can't change what other viewers see. */
function videoEncoderOptions({ request, media }: OnvifLinkQuestion): Markup | OnvifFault {
  const named = [textOf(request, 'ConfigurationToken'), textOf(request, 'ProfileToken')].filter((token) => token !== '');
  if (named.some((token) => qualityOf(token) === null)) return onvifFaults.noConfiguration;
  const asked = named.length === 0 ? qualities : qualities.filter((quality) => named.includes(tokens[quality]));
  const all = asked.map((quality) => media.pictures[quality]).filter(({ encoding }) => encoding === 'H264');
  const range = (name: string, values: readonly number[]): Markup =>
    element(name, {}, markup`<tt:Min>${Math.min(...values)}</tt:Min><tt:Max>${Math.max(...values)}</tt:Max>`);
  const rates = all.map(({ frameRate }) => frameRate);
  const sizes = all.map(
    ({ width, height }) =>
      markup`<tt:ResolutionsAvailable><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:ResolutionsAvailable>`,
  );
  const profiles = [...new Set(all.map(({ h264Profile }) => h264Profile))].map(
    (name) => markup`<tt:H264ProfilesSupported>${name}</tt:H264ProfilesSupported>`,
  );
  const h264 = markup`<tt:H264>${sizes}${range(
    'tt:GovLengthRange',
    rates.map((rate) => rate * 2),
  )}${range('tt:FrameRateRange', rates)}${range('tt:EncodingIntervalRange', [1])}${profiles}</tt:H264>`;
  return markup`<trt:Options>${range('tt:QualityRange', [1])}${all.length > 0 ? h264 : ''}</trt:Options>`;
}

function audioSource(name: string): Markup {
  return element(
    name,
    { token: audioToken },
    markup`<tt:Name>${audioToken}</tt:Name><tt:UseCount>2</tt:UseCount><tt:SourceToken>${audioToken}</tt:SourceToken>`,
  );
}

function audioEncoder(name: string, { sampleRate }: { readonly sampleRate: number }): Markup {
  return element(
    name,
    { token: audioToken },
    markup`<tt:Name>${audioToken}</tt:Name><tt:UseCount>2</tt:UseCount><tt:Encoding>AAC</tt:Encoding><tt:Bitrate>64</tt:Bitrate><tt:SampleRate>${Math.round(sampleRate / 1000)}</tt:SampleRate>${noMulticast}${sessionTimeout}`,
  );
}

function resolution({ pictures }: OnvifMedia, quality: StreamQuality): Markup {
  const { width, height } = pictures[quality];
  return markup`<tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution>`;
}

function ofProfile({ request }: OnvifLinkQuestion, build: (quality: StreamQuality) => Markup): Markup | OnvifFault {
  const quality = qualityOf(textOf(request, 'ProfileToken'));
  return quality ? build(quality) : onvifFaults.noProfile;
}

function ofToken({ request }: OnvifLinkQuestion, token: string, build: () => Markup): Markup | OnvifFault {
  return textOf(request, 'ConfigurationToken') === token ? build() : onvifFaults.noConfiguration;
}

function withSound(build: (sound: NonNullable<OnvifMedia['sound']>) => Markup): OnvifOperation<OnvifLinkQuestion> {
  return ({ media: { sound } }) => (sound ? build(sound) : onvifFaults.noAudio);
}

function qualityOf(token: string): StreamQuality | null {
  return qualities.find((quality) => tokens[quality] === token) ?? null;
}

function textOf(parent: XmlElement | undefined, name: string): string {
  return childrenOf(parent, name, 'http://www.onvif.org/')[0]?.text ?? '';
}

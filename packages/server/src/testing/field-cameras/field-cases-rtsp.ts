import type { FieldBehaviour, FieldCase } from './field-case.ts';
import { withAdtsHeader } from './field-media.ts';
import * as odd from './field-oddities.ts';

const audio = 'mp4a';
const aacMap = ['m=audio 0 RTP/AVP 97', 'a=rtpmap:97 MPEG4-GENERIC/16000/1'];
const aacSizes = 'sizelength=13;indexlength=3;indexdeltalength=3';
/** Removes the header of RFC 3640. */
const frameOf = (payload: Buffer): Buffer => payload.subarray(4);
const withoutGetParameter = odd.publicMethods('OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN');
/** Timeout of sessions that need keep-alive requests. */
const timeoutSeconds = 4;
const signs =
  (sign: string, count: number): NonNullable<FieldCase['seen']['counted']> =>
  ({ signsOfLife, timeouts }) =>
    (signsOfLife[sign] ?? 0) >= count && timeouts <= 3;
const strict = { isStrict: true, sound: 'aac' } as const satisfies FieldBehaviour;

/** Descriptions, requests, packets and sound of RTSP cameras. */
export const rtspCases: readonly FieldCase[] = [
  { name: 'plain', source: 'conformant', does: 'sends H.264', sends: {}, seen: {} },
  { name: 'plain-aac', source: 'conformant', does: 'sends H.264 and AAC', sends: { sound: 'aac' }, seen: { audio } },
  { name: 'plain-pcma', source: 'conformant', does: 'sends H.264 and G.711', sends: { sound: 'pcma' }, seen: { audio } },
  { name: 'plain-opus', source: 'conformant', does: 'sends H.264 and Opus', sends: { sound: 'opus' }, seen: { audio: 'Opus' } },
  { name: 'plain-h265', source: 'conformant', does: 'sends H.265 and AAC', sends: { video: 'h265', sound: 'aac' }, seen: { audio } },
  { name: 'plain-udp', source: 'conformant', does: 'sends over UDP only', sends: { overUdp: true, sound: 'aac' }, seen: { audio } },
  {
    name: 'plain-tls',
    source: 'conformant',
    does: 'speaks TLS only, with a certificate of its own',
    sends: { overTls: 'rtsps', isStrict: true, sound: 'aac' },
    seen: { audio },
  },
  {
    name: 'tls-rtspx',
    source: 'AlexxIT/go2rtc #15',
    does: 'speaks TLS only, and gives its address as `rtspx://`',
    sends: { overTls: 'rtspx', isStrict: true, sound: 'aac' },
    seen: { audio },
  },

  // Descriptions
  {
    name: 'vendor-track',
    source: 'pixelbender/go-sdp #5',
    does: 'describes a third track, whose format is not a number',
    sends: {
      video: 'h265',
      sound: 'pcma',
      sdp: ({ session, video, pcma }) => [
        ...session,
        ...video,
        ...pcma,
        'm=application/tp-link 0 RTP/AVP smart/0/25000',
        'a=rtpmap:95 tp-link/25000',
        'a=control:track3',
      ],
    },
    seen: { audio },
  },
  {
    name: 'vendor-track-first',
    source: 'pixelbender/go-sdp #5',
    does: 'describes a track whose format is not a number before its picture',
    sends: { sdp: ({ session, video }) => [...session, 'm=vnd.onvif.metadata/x 0 RTP/AVP smart', 'a=control:track3', ...video] },
    seen: {},
  },
  {
    name: 'backchannel-first',
    source: 'bluenviron/mediamtx #5074',
    does: 'describes its loudspeaker before its picture and its sound',
    sends: {
      sound: 'pcma',
      answer: odd.refuseBack,
      sdp: ({ session, video, pcma }) => [...session, ...odd.back, 'a=sendonly', ...video, ...pcma, 'a=recvonly'],
    },
    seen: { audio, counted: ({ setups }) => !Object.keys(setups).some((setup) => setup.includes('/back ')) },
  },
  {
    name: 'backchannel-only',
    source: 'bluenviron/mediamtx #5074',
    does: 'describes a loudspeaker that was not asked for, and no microphone',
    sends: { answer: odd.refuseBack, sdp: ({ session, video }) => [...session, ...video, ...odd.back, 'a=sendonly'] },
    seen: { counted: ({ setups }) => !Object.keys(setups).some((setup) => setup.includes('/back ')) },
  },
  {
    name: 'backchannel-mirrored',
    source: 'bluenviron/mediamtx #5074',
    does: 'names directions from its own point of view',
    sends: {
      sound: 'pcma',
      answer: odd.refuseBack,
      sdp: ({ session, video, pcma }) => [...session, ...odd.back, 'a=recvonly', ...video, 'a=sendonly', ...pcma, 'a=sendonly'],
    },
    seen: { audio },
  },
  {
    name: 'sprop-start-codes',
    source: 'scottlamb/moonfire-nvr #331',
    does: 'describes parameter sets with start codes, and sends none',
    sends: { sdp: odd.withSprop((sets) => sets.map((unit) => Buffer.concat([odd.startCode, unit]))), units: odd.withoutSets },
    seen: {},
  },
  {
    name: 'sprop-joined',
    source: 'scottlamb/moonfire-nvr #331',
    does: 'describes all parameter sets in one text with start codes, and sends none',
    sends: { sdp: odd.withSprop((sets) => [Buffer.concat(sets.flatMap((unit) => [odd.startCode, unit]))]), units: odd.withoutSets },
    seen: {},
  },
  {
    name: 'sdp-torn-lines',
    source: 'bluenviron/gortsplib #618, bluenviron/gortsplib #201, bluenviron/mediamtx #5033, bluenviron/mediamtx #227',
    does: 'describes itself in torn lines',
    sends: {
      sdp: ({ video }) => [
        'v=0',
        'o=my odd camera 1001 1 IN ',
        's=',
        'c=IN ',
        'c=IN c=IN IP4 0.0.0.0',
        'c=IN 127.0.0.1',
        't=0 0',
        ...video,
      ],
    },
    seen: {},
  },

  // Addresses
  {
    name: 'base-scheme-twice',
    source: 'AlexxIT/go2rtc #208',
    does: 'names a base address with the scheme twice',
    sends: { ...strict, base: (url) => `rtsp://${url}/` },
    seen: { audio },
  },
  {
    name: 'base-no-scheme',
    source: 'bluenviron/mediamtx #825',
    does: 'names a base address without a scheme',
    sends: { ...strict, base: (url) => `${url.replace('rtsp://', '')}/` },
    seen: { audio },
  },
  {
    name: 'base-other-host',
    source: 'bluenviron/mediamtx #825',
    does: 'names a base address of another machine',
    sends: { ...strict, base: (url) => `${url.replace(/^rtsp:\/\/[^/]+/, 'rtsp://192.0.2.7:554')}/` },
    seen: { audio },
  },
  {
    name: 'base-other-path',
    source: 'bluenviron/mediamtx #825',
    does: 'names a base address at which it has nothing',
    sends: { ...strict, base: (url) => url.replace(/[^/]+$/, 'nothing/') },
    seen: { audio },
  },
  {
    name: 'control-other-host',
    source: 'AlexxIT/go2rtc #208',
    does: 'names its tracks at the address of another machine',
    sends: { ...strict, sdp: odd.withControls((track) => `rtsp://192.0.2.7/control-other-host/${track}`) },
    seen: { audio },
  },

  // Messages
  {
    name: 'cseq-zero',
    source: 'luisiam/homebridge-foscamcamera #6',
    does: 'numbers all its answers 0',
    sends: { answer: odd.withHeader('CSeq', () => '0') },
    seen: {},
  },
  {
    name: 'cseq-behind',
    source: 'luisiam/homebridge-foscamcamera #6',
    does: 'numbers its answers one too low',
    sends: { sound: 'aac', answer: odd.withHeader('CSeq', ({ headers }) => String(Number(headers.get('cseq')) - 1)) },
    seen: { audio },
  },
  {
    name: 'header-dialect',
    source: 'koush/scrypted PR #2137, bluenviron/gortsplib #807, bluenviron/gortsplib #437, mbullington/yellowstone PR #17',
    does: 'writes headers in a dialect of its own',
    sends: {
      wire: (head) =>
        head
          .replace(' OK\r\n', '\r\n')
          .replace(/CSeq: (\d+)\r\n/, 'CSeq: $1 \r\n \r\n')
          .replace('Content-Length', 'Content-length'),
    },
    seen: {},
  },
  {
    name: 'other-channels',
    source: 'bluenviron/gortsplib #72, scottlamb/retina #64',
    does: 'uses other channels than it was asked for',
    sends: { sound: 'aac', channelShift: 6 },
    seen: { audio },
  },
  {
    name: 'stray-bytes',
    source: 'bluenviron/gortsplib PR #653',
    does: 'writes stray bytes between its packets',
    sends: { sound: 'aac', afterPicture: odd.strayBytes(Buffer.from('8060123499', 'hex')) },
    seen: { audio },
  },
  {
    name: 'stray-packets',
    source: 'bluenviron/gortsplib PR #653',
    does: 'writes stray bytes that look like the beginning of a packet',
    sends: { sound: 'aac', afterPicture: odd.strayBytes(Buffer.from('24242400004142240041', 'hex')) },
    seen: { audio },
  },

  // Packets
  {
    name: 'annexb-in-fu',
    source: 'scottlamb/retina #68, scottlamb/retina #108',
    does: 'sends a whole key frame with start codes as one fragmented unit',
    sends: { sdp: odd.withSprop(() => []), units: odd.joinUnits },
    seen: {},
  },
  {
    name: 'annexb-in-fu-h265',
    source: 'scottlamb/retina #68, scottlamb/retina #108',
    does: 'sends a whole H.265 key frame with start codes as one fragmented unit',
    sends: { video: 'h265', units: odd.joinUnits },
    seen: {},
  },
  {
    name: 'annexb-units',
    source: 'scottlamb/retina #68',
    does: 'sends every unit with its start code',
    sends: { units: odd.prefixUnits },
    seen: {},
  },
  {
    name: 'annexb-in-aggregate',
    source: 'scottlamb/retina #108',
    does: 'sends start codes within an aggregate',
    sends: { sdp: odd.withSprop(() => []), payloads: odd.aggregateSets },
    seen: {},
  },
  {
    name: 'sps-changes',
    source: 'bluenviron/mediamtx #4262',
    does: 'changes the size of its picture',
    sends: { video: (picture) => (Math.floor(picture / 20) % 2 === 0 ? 'h264' : 'small') },
    seen: { sizes: ['160x90', '320x180'] },
  },
  {
    name: 'two-sps-ids',
    source: 'potmat/homebridge-google-nest-sdm PR #238',
    does: 'sends two pictures in turn, each with parameter sets of its own',
    sends: { video: (picture) => (Math.floor(picture / 10) % 2 === 0 ? 'h264' : 'second') },
    // The decoder must not know either from before.
    seen: { sizes: ['160x90', '320x180'], clipFromMs: 4000 },
  },

  // Sound
  {
    name: 'aac-other-type',
    source: 'bluenviron/gortsplib #658',
    does: 'describes its AAC under another payload type',
    sends: {
      sound: 'aac',
      soundType: 104,
      sdp: odd.withAac(['m=audio 0 RTP/AVP 104', 'a=rtpmap:104 MPEG4-GENERIC/16000', `a=fmtp:97 mode=AAC-hbr;${aacSizes};config=1408`]),
    },
    seen: { audio },
  },
  {
    name: 'aac-blank-fmtp',
    source: 'bluenviron/gortsplib PR #114',
    does: 'writes a blank in the description of its AAC, whose headers have 13 bits',
    sends: {
      sound: 'aac',
      sdp: odd.withAac([...aacMap, 'a=fmtp: 97 streamtype=5;profile-level-id=15;mode=AAC-hbr;config=1408;sizeLength=13']),
      payload: (payload) => Buffer.concat([Buffer.of(0, 13), payload.subarray(2)]),
    },
    seen: { audio },
  },
  {
    name: 'aac-generic',
    source: 'bluenviron/gortsplib PR #114',
    does: 'calls the mode of its AAC generic',
    sends: { sound: 'aac', sdp: odd.withAac([...aacMap, `a=fmtp:97 streamtype=5; mode=generic; ${aacSizes}; config=1408;`]) },
    seen: { audio },
  },
  {
    name: 'aac-bare',
    source: 'bluenviron/gortsplib PR #114',
    does: 'describes its AAC by name and rate only',
    sends: { sound: 'aac', sdp: odd.withAac(aacMap) },
    seen: { audio },
  },
  {
    name: 'aac-rate-of-video',
    source: 'bluenviron/gortsplib PR #114',
    does: 'describes its AAC at a rate that AAC does not have, and nothing else of it',
    sends: { sound: 'aac', sdp: odd.withAac(['m=audio 0 RTP/AVP 97', 'a=rtpmap:97 MPEG4-GENERIC/90000/1']) },
    seen: { unplayedSound: 'AAC' },
  },
  {
    name: 'aac-adts',
    source: 'mpv-player/mpv #5669',
    does: 'sends AAC with the headers of a file',
    sends: { sound: 'aac', payload: (payload) => withAdtsHeader(frameOf(payload)) },
    seen: { audio },
  },
  {
    name: 'aac-adts-in-au',
    source: 'mpv-player/mpv #5669',
    does: 'sends AAC with the headers of a file behind those of RTP',
    sends: {
      sound: 'aac',
      payload: (payload) => {
        const frame = withAdtsHeader(frameOf(payload));
        return Buffer.concat([Buffer.of(0, 16, frame.length >> 5, (frame.length << 3) & 0xff), frame]);
      },
    },
    seen: { audio },
  },

  // Passwords
  {
    name: 'digest-md5-only',
    source: 'bluenviron/gortsplib PR #863',
    does: 'offers MD5 and SHA-256, and accepts only MD5',
    sends: { auth: odd.digests('MD5', '"MD5"', '"SHA-256"') },
    seen: {},
  },
  {
    name: 'digest-sha-256',
    source: 'AlexxIT/go2rtc PR #2344',
    does: 'asks for SHA-256',
    sends: { auth: odd.digests('SHA-256', '"SHA-256"') },
    seen: {},
  },
  {
    name: 'digest-sha-512-256',
    source: 'AlexxIT/go2rtc PR #2344',
    does: 'asks for SHA-512/256',
    sends: { auth: odd.digests('SHA-512-256', 'SHA-512-256') },
    seen: {},
  },
  {
    name: 'digest-unknown',
    source: 'AlexxIT/go2rtc PR #2344',
    does: 'asks for an algorithm that nobody knows',
    sends: { auth: odd.digests('SHA-3000', 'SHA-3000') },
    seen: { state: 'offline', reason: 'camera-login-unsupported', connections: 1 },
  },

  // Signs of life
  {
    name: 'alive-by-get-parameter',
    source: 'Streamedian/html5_rtsp_player #73',
    does: 'ends without GET_PARAMETER, which it does not announce',
    sends: { timeoutSeconds, answer: withoutGetParameter, isAlive: (sign) => sign === 'GET_PARAMETER' },
    seen: { connections: 5, counted: signs('GET_PARAMETER', 2) },
  },
  {
    name: 'alive-by-options',
    source: 'ngraziano/SharpRTSP #63',
    does: 'ends without OPTIONS, and leaves GET_PARAMETER unanswered',
    sends: {
      timeoutSeconds,
      answer: (answer, { method }) => (method === 'GET_PARAMETER' ? null : answer),
      isAlive: (sign) => sign === 'OPTIONS',
    },
    seen: { connections: 5, counted: signs('OPTIONS', 2) },
  },
  {
    name: 'alive-by-set-parameter',
    source: 'ngraziano/SharpRTSP #63',
    does: 'ends without SET_PARAMETER',
    sends: { timeoutSeconds, isAlive: (sign) => sign === 'SET_PARAMETER' },
    seen: { connections: 6, counted: signs('SET_PARAMETER', 2) },
  },
  {
    name: 'alive-by-reports',
    source: 'Streamedian/html5_rtsp_player #73',
    does: 'ends without receiver reports',
    sends: { timeoutSeconds, isAlive: (sign) => sign === 'RTCP' },
    seen: { counted: signs('RTCP', 3) },
  },
  {
    name: 'alive-by-reports-udp',
    source: 'Streamedian/html5_rtsp_player #73',
    does: 'ends without receiver reports, over UDP',
    sends: { overUdp: true, timeoutSeconds, isAlive: (sign) => sign === 'RTCP' },
    seen: { counted: signs('RTCP', 3) },
  },
];

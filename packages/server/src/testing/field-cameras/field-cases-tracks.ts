import type { FieldBehaviour, FieldCase } from './field-case.ts';
import { digests } from './field-oddities.ts';

const aacCodec = 'mp4a';
const withoutSoundFrom =
  (from: number, to = Number.POSITIVE_INFINITY): NonNullable<FieldBehaviour['isMuted']> =>
  (kind, seconds) =>
    kind === 'audio' && seconds >= from && seconds < to;
const refuseSound =
  (status: number): NonNullable<FieldBehaviour['answer']> =>
  (answer, { method, url }) =>
    method === 'SETUP' && url.endsWith('track2') ? Object.assign(answer, { status, reason: 'Refused', body: '' }) : answer;

/** Refuses everybody from a picture on, as a camera does that has too many sessions. */
function refuseFrom(picture: number): Pick<FieldBehaviour, 'auth' | 'afterPicture'> {
  let isBusy = false;
  return {
    auth: { ...digests('MD5', 'MD5'), isRefused: () => isBusy },
    afterPicture: ({ end }, index) => {
      isBusy ||= index >= picture;
      if (isBusy) end();
    },
  };
}

/** Tracks that never come, stop, or come back: the picture depends on nothing but the picture. */
export const trackCases: readonly FieldCase[] = [
  {
    name: 'aac-silent',
    source: 'bluenviron/mediamtx #1553',
    does: 'announces sound and never sends it',
    sends: { sound: 'aac', isMuted: withoutSoundFrom(0) },
    seen: {},
  },
  {
    name: 'pcma-silent',
    source: 'bluenviron/mediamtx #1553',
    does: 'announces sound that needs transcoding, and never sends it',
    sends: { sound: 'pcma', isMuted: withoutSoundFrom(0) },
    seen: {},
  },
  {
    name: 'aac-stops',
    source: 'bluenviron/mediamtx #1553',
    does: 'stops sending its sound after a while',
    sends: { sound: 'aac', isMuted: withoutSoundFrom(3) },
    seen: { audio: aacCodec },
  },
  {
    name: 'aac-late',
    source: 'bluenviron/mediamtx #1553',
    does: 'sends its sound only later',
    sends: { sound: 'aac', isMuted: withoutSoundFrom(0, 6) },
    seen: { audio: aacCodec, clipFromMs: 8000 },
  },
  {
    name: 'opus-late',
    source: 'bluenviron/mediamtx #1553',
    does: 'sends its Opus only later',
    sends: { sound: 'opus', isMuted: withoutSoundFrom(0, 6) },
    seen: { audio: 'Opus', clipFromMs: 8000 },
  },
  {
    name: 'aac-falters',
    source: 'bluenviron/mediamtx #1553',
    does: 'pauses its sound for a second again and again',
    sends: { sound: 'aac', isMuted: (kind, seconds) => kind === 'audio' && seconds % 3 > 2 },
    seen: { audio: aacCodec },
  },
  {
    name: 'aac-refused',
    source: 'bluenviron/mediamtx #1553',
    does: 'refuses to set up the sound that it announces',
    sends: { sound: 'aac', answer: refuseSound(404) },
    seen: {},
  },
  {
    name: 'aac-refused-by-transport',
    source: 'bluenviron/mediamtx #1553',
    does: 'does not know the transport for its sound',
    sends: { sound: 'aac', answer: refuseSound(461) },
    seen: {},
  },
  {
    name: 'aac-not-authorised',
    source: 'bluenviron/mediamtx #1553',
    does: 'asks for a password for its sound only',
    sends: { sound: 'aac', answer: refuseSound(401) },
    seen: {},
  },
  {
    name: 'video-dies',
    source: 'AlexxIT/go2rtc PR #2351',
    does: 'stops sending pictures while its sound goes on',
    sends: { sound: 'aac', isMuted: (kind, seconds, play) => kind === 'video' && seconds > 6 && play < 3 },
    // The first look, the source, and the source again after 10 s without a picture.
    seen: { audio: aacCodec, connections: 3, counted: ({ plays }) => plays >= 3 },
  },
  {
    name: 'picture-loses-packets',
    source: 'scottlamb/moonfire-nvr #198, Motion-Project/motion #15',
    does: 'loses a picture on the way each second',
    sends: { isLost: (picture) => picture % 10 === 4 },
    seen: { isDamaged: true, picturesPerSecond: 9 },
  },
  {
    name: 'picture-without-its-sets',
    source: 'mpromonet/webrtc-streamer #61',
    does: 'sends pictures now and then whose parameter sets never come',
    sends: {
      video: (picture) => (picture % 30 >= 20 ? 'second' : 'h264'),
      units: (units, { index, isKeyFrame }) => (isKeyFrame && index % 30 >= 20 ? units.slice(2) : units),
    },
    seen: { isDamaged: true, picturesPerSecond: 6, longestHoleMs: 1000 },
  },
  {
    name: 'one-picture',
    source: 'bluecherrydvr/bluecherry-apps #727',
    does: 'sends one picture and hangs up',
    sends: { afterPicture: ({ end }, picture) => void (picture === 0 && end()) },
    // Without a back-off, there are hundreds; the gaps are those that a user would see.
    seen: { state: 'offline', reason: 'camera-offline', connections: 12, gap: 'offline', counted: ({ plays }) => plays >= 5 },
  },
  {
    name: 'password-denied-for-now',
    source: 'rroller/dahua #603',
    does: 'refuses a password that has worked, because it is busy',
    sends: refuseFrom(80),
    // It is not asked again at once: cameras lock accounts.
    seen: { state: 'offline', reason: 'camera-denies-access', connections: 3, counted: ({ refused }) => refused === 1 },
  },
  {
    name: 'times-jump',
    source: 'bluenviron/mediamtx PR #6255',
    does: 'gives a picture every other second a time of hours ago',
    sends: {
      sound: 'aac',
      rtp: (packet) =>
        packet.kind === 'video' && packet.index % 20 === 19 ? { ...packet, timestamp: packet.timestamp + 3_384_000_000 } : packet,
    },
    // Such a picture gets the time of its arrival, which is not evenly spaced.
    seen: { audio: aacCodec, picturesPerSecond: 9 },
  },
];

import type { FieldBehaviour, FieldCase } from './field-case.ts';

const aacCodec = 'mp4a';
const withoutSoundFrom =
  (from: number, to = Number.POSITIVE_INFINITY): NonNullable<FieldBehaviour['isMuted']> =>
  (kind, seconds) =>
    kind === 'audio' && seconds >= from && seconds < to;
const refuseSound =
  (status: number): NonNullable<FieldBehaviour['answer']> =>
  (answer, { method, url }) =>
    method === 'SETUP' && url.endsWith('track2') ? Object.assign(answer, { status, reason: 'Refused', body: '' }) : answer;

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
    seen: { isDamaged: true, picturesPerSecond: 6 },
  },
];

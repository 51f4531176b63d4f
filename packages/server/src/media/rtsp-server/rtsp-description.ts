import { isHevc, type AudioTrack, type Tracks, type VideoTrack } from '../media-types.ts';
import { parameterSetsOf as h264ParameterSetsOf } from '../webrtc/h264-packetiser.ts';
import { parameterSetsOf as hevcParameterSetsOf } from './hevc-packetiser.ts';
import { payloadTypes } from './rtp-stream.ts';

/** Describes a camera's tracks as SDP (RFC 8866). The first media section is video; the second, if there is one, audio. */
export function describeTracks({ video, audio }: Tracks): string {
  const lines = [
    'v=0',
    'o=- 0 0 IN IP4 127.0.0.1',
    's=Watchpost',
    'c=IN IP4 0.0.0.0',
    't=0 0',
    'a=control:*',
    'a=range:npt=now-',
    ...mediaLines('video', 0, videoLines(video)),
    ...(audio ? mediaLines('audio', 1, audioLines(audio)) : []),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function mediaLines(kind: 'video' | 'audio', index: number, [encoding, parameters]: readonly [string, string]): string[] {
  const type = payloadTypes[kind];
  return [`m=${kind} 0 RTP/AVP ${type}`, `a=rtpmap:${type} ${encoding}`, `a=fmtp:${type} ${parameters}`, `a=control:trackID=${index}`];
}

/** Returns rtpmap and fmtp of a picture (RFC 6184, RFC 7798). */
function videoLines(track: VideoTrack): readonly [string, string] {
  if (isHevc(track)) {
    const names = new Map([
      [32, 'sprop-vps'],
      [33, 'sprop-sps'],
      [34, 'sprop-pps'],
    ]);
    const sets = hevcParameterSetsOf(track.configuration).flatMap((unit) => {
      const name = names.get(((unit[0] ?? 0) >> 1) & 0x3f);
      return name === undefined ? [] : [`${name}=${base64(unit)}`];
    });
    return ['H265/90000', sets.join(';')];
  }
  const profile = Buffer.from(track.configuration.subarray(1, 4)).toString('hex');
  const sets = h264ParameterSetsOf(track.configuration).map(base64).join(',');
  return ['H264/90000', `packetization-mode=1;profile-level-id=${profile};sprop-parameter-sets=${sets}`];
}

/** Returns rtpmap and fmtp of sound (RFC 7587, RFC 3640). */
function audioLines({ codec, sampleRate, channels, configuration }: AudioTrack): readonly [string, string] {
  // The name always says two channels at 48 kHz; the packets say what they have.
  if (codec === 'opus') return ['opus/48000/2', `sprop-stereo=${channels > 1 ? 1 : 0}`];
  const config = Buffer.from(configuration).toString('hex');
  return [
    `MPEG4-GENERIC/${sampleRate}/${channels}`,
    `streamtype=5;profile-level-id=1;mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3;config=${config}`,
  ];
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

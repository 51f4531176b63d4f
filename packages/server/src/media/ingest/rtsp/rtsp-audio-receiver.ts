import type { Clock } from '../../../kernel/clock.ts';
import type { AudioTrack, Sample } from '../../media-types.ts';
import type { SoundTranscoder } from '../../transcode/sound-transcoder.ts';
import { aacTrack, audioTrackOf, readAacFrames } from '../codecs/aac-depacketiser.ts';
import { createAacOrder, samplesAFrame } from '../aac-order.ts';
import { createWallClock } from '../wall-clock.ts';
import { createUnwrapper, type RtpPacket } from './rtp.ts';
import type { SdpMedia } from './sdp.ts';

/** The sound of a camera: AAC as it is, G.711 as AAC. */
export interface AudioReceiver {
  readonly track: AudioTrack;
  receive(packet: RtpPacket): void;
  stop(): void;
}

/** Null for sound that can't be played: then the picture goes without. */
export function createAudioReceiver(media: SdpMedia, clock: Clock, sound: SoundTranscoder | undefined, onSample: (sample: Sample) => void): AudioReceiver | null {
  const aac = audioTrackOf(media);
  if (aac) return receiveAac(aac, media.clockRate, clock, onSample);
  return sound && /^PCM[AU]$/.test(media.encoding) ? receiveG711(media, clock, sound, onSample) : null;
}

function receiveAac(track: AudioTrack, clockRate: number, clock: Clock, onSample: (sample: Sample) => void): AudioReceiver {
  const place = createPlacement(clockRate, clock);
  const give = createAacOrder(onSample);
  return {
    track,
    receive: (packet) => {
      const { media, base } = place(packet);
      let time = Math.round((media + base) * track.sampleRate);
      for (const data of readAacFrames(packet)) time = give(time, data) + samplesAFrame;
    },
    stop: () => undefined,
  };
}

function receiveG711(media: SdpMedia, clock: Clock, sound: SoundTranscoder, onSample: (sample: Sample) => void): AudioReceiver | null {
  const { clockRate, channels, encoding } = media;
  const track = aacTrack(clockRate, channels);
  const place = createPlacement(clockRate, clock);
  // Of the newest packet: what is encoded comes later than what it was made of was heard.
  let base = 0;
  const give = track && createAacOrder(onSample);
  const encoder = give && sound.open({ law: encoding === 'PCMA' ? 'a' : 'u', sampleRate: clockRate, channels }, (time, data) => void give(Math.round(time + base * clockRate), data));
  if (!track || !encoder) return null;
  return {
    track,
    receive: (packet) => {
      const placed = place(packet);
      base = placed.base;
      encoder.push(Math.round(placed.media * clockRate), packet.payload);
    },
    stop: () => encoder.close(),
  };
}

/** Where a packet lies on its own timeline, and what lies between that and the wall clock, s. */
function createPlacement(clockRate: number, clock: Clock): (packet: RtpPacket) => { readonly media: number; readonly base: number } {
  const unwrap = createUnwrapper();
  const wallClock = createWallClock(clock);
  let turnedAt = 0;
  return ({ timestamp }) => {
    const media = unwrap(timestamp) / clockRate;
    const isTurn = Math.abs(media - turnedAt) >= 2;
    if (isTurn) turnedAt = media;
    return { media, base: wallClock.stamp(media, isTurn) - media };
  };
}


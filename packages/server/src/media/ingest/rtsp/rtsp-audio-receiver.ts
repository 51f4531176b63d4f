import type { AudioTrack, Sample } from '../../media-types.ts';
import type { SoundFormat, SoundTranscoder } from '../../transcode/sound-transcoder.ts';
import { aacTrack } from '../codecs/aac-depacketiser.ts';
import { encodedAudioOf, passedAudioOf, type PassedAudio } from '../codecs/audio-codec.ts';
import { createAacOrder } from '../aac-order.ts';
import type { RtpPacket } from './rtp.ts';
import { placeSound, type RtpClock } from './rtp-clock.ts';
import type { SdpMedia } from './sdp.ts';

/** Receives the audio of a camera: passes AAC and Opus through, transcodes G.711, G.726 and PCM to AAC. */
export interface AudioReceiver {
  readonly track: AudioTrack;
  receive(packet: RtpPacket): void;
  stop(): void;
}

export interface AudioReceiverOptions {
  readonly media: SdpMedia;
  readonly clock: RtpClock;
  /** Clock of the picture to which the audio belongs. */
  readonly picture: RtpClock;
  readonly sound: SoundTranscoder | undefined;
  readonly onSample: (sample: Sample) => void;
}

/** Creates a receiver; null for audio that can't be played, which leaves the stream with video only. */
export function createAudioReceiver(options: AudioReceiverOptions): AudioReceiver | null {
  const passed = passedAudioOf(options.media);
  if (passed) return receivePassed(passed, options);
  const format = encodedAudioOf(options.media);
  return options.sound && format ? receiveEncoded(format, options.sound, options) : null;
}

function receivePassed({ track, readFrames }: PassedAudio, { clock, picture, onSample }: AudioReceiverOptions): AudioReceiver {
  const give = createAacOrder(onSample);
  return {
    track,
    receive: (packet) => {
      const heard = clock.timeOf(packet.timestamp);
      clock.wall.stamp(heard);
      let time = Math.round(placeSound(heard, clock, picture) * track.sampleRate);
      for (const { data, duration } of readFrames(packet)) time = give(time, data, duration) + duration;
    },
    stop: () => undefined,
  };
}

function receiveEncoded(
  format: SoundFormat,
  sound: SoundTranscoder,
  { clock, picture, onSample }: AudioReceiverOptions,
): AudioReceiver | null {
  const { sampleRate: clockRate, channels } = format;
  const track = aacTrack(clockRate, channels);
  const give = track && createAacOrder(onSample);
  // The encoder's output lies later than the audio it was made from.
  const onEncoded = (time: number, data: Uint8Array): void =>
    void give?.(Math.round(placeSound(time / clockRate, clock, picture) * clockRate), data);
  const encoder = give && sound.open(format, onEncoded);
  if (!track || !encoder) return null;
  return {
    track,
    receive: (packet) => {
      const heard = clock.timeOf(packet.timestamp);
      clock.wall.stamp(heard);
      encoder.push(Math.round(heard * clockRate), packet.payload);
    },
    stop: () => encoder.close(),
  };
}

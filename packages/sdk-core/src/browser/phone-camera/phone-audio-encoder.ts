import type { AgentAudioTrack } from '@watchpost/contract/protocols/agent';
import { createPhoneTimeline, createResampler, encodeMuLaw, plainSoundRate } from '../../features/phone-camera/index.ts';
import type { PhoneSample } from '../../features/phone-camera/index.ts';
import { toBase64 } from './phone-bytes.ts';

export interface PhoneAudioEncoder {
  readonly track: AgentAudioTrack;
  push(samples: Float32Array<ArrayBuffer>): void;
  close(): void;
}

const bitrate = 48_000;
/** Samples per AAC frame. */
const aacFrame = 1024;
/** Sample rates by their index in an AudioSpecificConfig. */
const aacRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000];
/** Duration of one audio message, s: a message costs as much as a hundred samples. */
const pieceSeconds = 0.06;

/** Encodes AAC where the browser can and G.711 otherwise, which the server transcodes to AAC. */
export async function createAudioEncoder(sampleRate: number, onSample: (sample: PhoneSample) => void): Promise<PhoneAudioEncoder> {
  return (await createAac(sampleRate, onSample)) ?? createPlain(sampleRate, onSample);
}

async function createAac(sampleRate: number, onSample: (sample: PhoneSample) => void): Promise<PhoneAudioEncoder | null> {
  const index = aacRates.indexOf(sampleRate);
  if (typeof AudioEncoder === 'undefined' || index < 0) return null;
  const config: AudioEncoderConfig = { codec: 'mp4a.40.2', sampleRate, numberOfChannels: 1, bitrate };
  const { supported } = await AudioEncoder.isConfigSupported(config).catch(() => ({ supported: false }));
  if (!supported) return null;
  const place = createPhoneTimeline();
  let receivedSamples = 0;
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      onSample({
        kind: 'audio',
        keyFrame: true,
        decodeTime: chunk.timestamp / 1e6,
        compositionOffset: 0,
        duration: aacFrame / sampleRate,
        data,
      });
    },
    // The picture continues without audio.
    error: () => undefined,
  });
  encoder.configure(config);
  const bits = (2 << 11) | (index << 7) | (1 << 3);
  return {
    track: { kind: 'audio', codec: 'mp4a.40.2', sampleRate, channels: 1, configuration: toBase64(Uint8Array.of(bits >> 8, bits & 255)) },
    push: (samples) => {
      if (encoder.state !== 'configured') return;
      const at = place(receivedSamples / sampleRate, performance.now() / 1000 - samples.length / sampleRate);
      receivedSamples += samples.length;
      const sound = new AudioData({
        format: 'f32-planar',
        sampleRate,
        numberOfFrames: samples.length,
        numberOfChannels: 1,
        timestamp: Math.round(at * 1e6),
        data: samples,
      });
      encoder.encode(sound);
      sound.close();
    },
    close: () => {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}

function createPlain(sampleRate: number, onSample: (sample: PhoneSample) => void): PhoneAudioEncoder {
  const rate = Math.min(plainSoundRate, sampleRate);
  const resample = createResampler(sampleRate, rate);
  const place = createPhoneTimeline();
  let heard = 0;
  let waiting: Float32Array[] = [];
  let length = 0;
  let isClosed = false;
  return {
    track: { kind: 'audio', codec: 'pcmu', sampleRate: rate, channels: 1, configuration: '' },
    push: (samples) => {
      if (isClosed) return;
      const slower = resample(samples);
      waiting.push(slower);
      length += slower.length;
      if (length < rate * pieceSeconds) return;
      const data = new Uint8Array(length);
      let at = 0;
      for (const part of waiting) {
        data.set(encodeMuLaw(part), at);
        at += part.length;
      }
      const decodeTime = place(heard / rate, performance.now() / 1000 - length / rate);
      onSample({ kind: 'audio', keyFrame: true, decodeTime, compositionOffset: 0, duration: length / rate, data });
      heard += length;
      waiting = [];
      length = 0;
    },
    close: () => {
      isClosed = true;
    },
  };
}

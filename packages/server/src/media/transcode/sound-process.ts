import type { CodecContext } from 'node-av';
import { decodeG711 } from './g711.ts';
import { exitWithoutCodecs, type SoundAnswer, type SoundRequest } from './transcode-messages.ts';

/** Makes AAC of the G.711 of all cameras, in one process beside the server. It ends by itself when the server is gone, however that ended. */
const av = await import('node-av').catch(() => process.exit(exitWithoutCodecs));
const frameSize = 1024;
const packet = new av.Packet();
packet.alloc();

interface Encoding {
  readonly encoder: CodecContext;
  readonly channels: number;
  /** Interleaved samples that do not fill a frame yet, and when the first of them is heard. */
  rest: Float32Array;
  time: number;
}
const encodings = new Map<number, Encoding>();

function openEncoding({ sampleRate, channels, time }: SoundRequest): Encoding {
  const codec = av.Codec.findEncoder(av.AV_CODEC_ID_AAC);
  const encoder = new av.CodecContext();
  encoder.allocContext3(codec);
  Object.assign(encoder, { sampleRate, sampleFormat: av.AV_SAMPLE_FMT_FLTP, channelLayout: layoutOf(channels), timeBase: { num: 1, den: sampleRate } });
  encoder.bitRate = BigInt(24_000 * channels);
  encoder.open2Sync(codec, null);
  return { encoder, channels, rest: new Float32Array(0), time };
}

function layoutOf(channels: number): typeof av.AV_CHANNEL_LAYOUT_MONO {
  return channels === 2 ? av.AV_CHANNEL_LAYOUT_STEREO : av.AV_CHANNEL_LAYOUT_MONO;
}

function encode(encoding: Encoding, request: SoundRequest): SoundAnswer['frames'] {
  const { encoder, channels } = encoding;
  const heard = decodeG711(request.law, request.data);
  // A hole in the sound: what follows is heard at its own time.
  if (Math.abs(request.time - (encoding.time + encoding.rest.length / channels)) > request.sampleRate / 4) Object.assign(encoding, { rest: new Float32Array(0), time: request.time });
  const samples = new Float32Array(encoding.rest.length + heard.length);
  samples.set(encoding.rest);
  samples.set(heard, encoding.rest.length);
  const frames: { time: number; data: Uint8Array }[] = [];
  let at = 0;
  for (; at + frameSize * channels <= samples.length; at += frameSize * channels) {
    const planes = new Float32Array(frameSize * channels);
    for (let index = 0; index < planes.length; index += 1) planes[(index % channels) * frameSize + Math.floor(index / channels)] = samples[at + index] ?? 0;
    const frame = av.Frame.fromAudioBuffer(Buffer.from(planes.buffer), { nbSamples: frameSize, format: av.AV_SAMPLE_FMT_FLTP, sampleRate: request.sampleRate, channelLayout: layoutOf(channels), pts: BigInt(encoding.time) });
    encoding.time += frameSize;
    encoder.sendFrameSync(frame);
    frame.free();
    while (encoder.receivePacketSync(packet) >= 0) {
      if (packet.data) frames.push({ time: Number(packet.pts), data: Uint8Array.from(packet.data) });
      packet.unref();
    }
  }
  encoding.rest = samples.slice(at);
  return frames;
}

process.on('message', (request: SoundRequest) => {
  if (request.data.length === 0) {
    encodings.get(request.id)?.encoder.freeContext();
    encodings.delete(request.id);
    return;
  }
  const encoding = encodings.get(request.id) ?? openEncoding(request);
  encodings.set(request.id, encoding);
  const answer: SoundAnswer = { id: request.id, frames: encode(encoding, request) };
  if (answer.frames.length > 0) process.send?.(answer);
});
process.once('disconnect', () => process.exit(0));

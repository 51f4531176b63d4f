import { flushCompileCache } from 'node:module';
import type { CodecContext } from 'node-av';
import { decodeG711 } from './g711.ts';
import { decodeL16 } from './l16.ts';
import { exitWithoutCodecs, type SoundAnswer, type SoundCodec, type SoundRequest } from './transcode-messages.ts';

/**
 * Transcodes the G.711, G.726 and PCM of all cameras to AAC in one separate process, which ends by itself when the server is gone,
 * even after a kill.
 */
const av = await import('node-av').catch(() => process.exit(exitWithoutCodecs));
const frameSize = 1024;
const packet = new av.Packet();
packet.alloc();
const coded = new av.Packet();
coded.alloc();
const decoded = new av.Frame();
decoded.alloc();

interface Encoding {
  readonly decode: (data: Uint8Array) => Float32Array;
  /** Frees the decoder and the encoder. */
  readonly free: () => void;
  readonly encoder: CodecContext;
  readonly channels: number;
  /** Interleaved samples that do not fill a frame yet; `time` is that of the first. */
  rest: Float32Array;
  time: number;
}
const encodings = new Map<number, Encoding>();

function openEncoding({ codec: from, sampleRate, channels, time }: SoundRequest): Encoding {
  const codec = av.Codec.findEncoder(av.AV_CODEC_ID_AAC);
  const encoder = new av.CodecContext();
  encoder.allocContext3(codec);
  Object.assign(encoder, {
    sampleRate,
    sampleFormat: av.AV_SAMPLE_FMT_FLTP,
    channelLayout: layoutOf(channels),
    timeBase: { num: 1, den: sampleRate },
  });
  // More than speech needs more.
  encoder.bitRate = BigInt((sampleRate > 16_000 ? 48_000 : 24_000) * channels);
  encoder.open2Sync(codec, null);
  const decoder = from.name === 'g726' || from.name === 'g726-aal2' ? openG726(from, sampleRate) : null;
  const free = (): void => {
    encoder.freeContext();
    decoder?.freeContext();
  };
  const decode = (data: Uint8Array): Float32Array => {
    if (decoder) return decodeWith(decoder, data);
    return from.name === 'l16' ? decodeL16(data) : decodeG711(from.name === 'pcma' ? 'a' : 'u', data);
  };
  return { encoder, decode, free, channels, rest: new Float32Array(0), time };
}

function openG726({ name, bits }: Extract<SoundCodec, { bits: number }>, sampleRate: number): CodecContext {
  const codec = av.Codec.findDecoderByName(name === 'g726' ? av.FF_DECODER_ADPCM_G726LE : av.FF_DECODER_ADPCM_G726);
  const decoder = new av.CodecContext();
  decoder.allocContext3(codec);
  Object.assign(decoder, { sampleRate, channelLayout: av.AV_CHANNEL_LAYOUT_MONO, bitsPerCodedSample: bits });
  decoder.open2Sync(codec, null);
  return decoder;
}

/** Decodes into samples of -1 to 1; empty when the data can't be read. */
function decodeWith(decoder: CodecContext, data: Uint8Array): Float32Array {
  coded.data = Buffer.from(data);
  decoder.sendPacketSync(coded);
  coded.unref();
  const pieces: Float32Array[] = [];
  while (decoder.receiveFrameSync(decoded) >= 0) {
    const bytes = decoded.data?.[0] ?? Buffer.alloc(0);
    pieces.push(
      Float32Array.from({ length: Math.min(decoded.nbSamples, bytes.length >> 1) }, (_, index) => bytes.readInt16LE(index * 2) / 32_768),
    );
    decoded.unref();
  }
  return Float32Array.from(pieces.flatMap((piece) => [...piece]));
}

function layoutOf(channels: number): typeof av.AV_CHANNEL_LAYOUT_MONO {
  return channels === 2 ? av.AV_CHANNEL_LAYOUT_STEREO : av.AV_CHANNEL_LAYOUT_MONO;
}

function encode(encoding: Encoding, request: SoundRequest): SoundAnswer['frames'] {
  const { encoder, channels } = encoding;
  const heard = encoding.decode(request.data);
  // After a gap in the audio, the following samples keep their own time.
  if (Math.abs(request.time - (encoding.time + encoding.rest.length / channels)) > request.sampleRate / 4)
    Object.assign(encoding, { rest: new Float32Array(0), time: request.time });
  const samples = new Float32Array(encoding.rest.length + heard.length);
  samples.set(encoding.rest);
  samples.set(heard, encoding.rest.length);
  const frames: { time: number; data: Uint8Array }[] = [];
  let at = 0;
  for (; at + frameSize * channels <= samples.length; at += frameSize * channels) {
    const planes = new Float32Array(frameSize * channels);
    for (let index = 0; index < planes.length; index += 1)
      planes[(index % channels) * frameSize + Math.floor(index / channels)] = samples[at + index] ?? 0;
    const frame = av.Frame.fromAudioBuffer(Buffer.from(planes.buffer), {
      nbSamples: frameSize,
      format: av.AV_SAMPLE_FMT_FLTP,
      sampleRate: request.sampleRate,
      channelLayout: layoutOf(channels),
      pts: BigInt(encoding.time),
    });
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
    encodings.get(request.id)?.free();
    encodings.delete(request.id);
    return;
  }
  const encoding = encodings.get(request.id) ?? openEncoding(request);
  encodings.set(request.id, encoding);
  const answer: SoundAnswer = { id: request.id, frames: encode(encoding, request) };
  if (answer.frames.length > 0) process.send?.(answer);
});
process.once('disconnect', () => process.exit(0));
// Now, not at the exit: the server kills its processes.
flushCompileCache();

import { flushCompileCache } from 'node:module';
import type { CodecContext, Frame as AvFrame } from 'node-av';
import { createSoundAnalyser, type SoundAnalyser } from './analysis/sound-analysis.ts';
import { createSoundWindow, type SoundWindow } from './sound-window.ts';
import { exitWithoutDecoder, type Hearing, type SoundAnswer, type SoundRequest } from './sound-messages.ts';

/**
 * Decodes and analyses the sound of all cameras in a separate process, because a broken frame may crash a decoder, and neither must block
 * the server. The process ends by itself when the server is gone, even after a kill.
 */
const av = await import('node-av').catch(() => process.exit(exitWithoutDecoder));
const frame = new av.Frame();
frame.alloc();
const packet = new av.Packet();
packet.alloc();

interface Listening {
  readonly key: string;
  readonly decoder: CodecContext;
  /** Null until the first frame has shown the sample rate, which may be another one than the track's: HE-AAC doubles it. */
  analyser: SoundAnalyser | null;
  /** Null while no detector outside listens. */
  window: SoundWindow | null;
  sampleRate: number;
}
/** The longest unused one is given up. */
const cameras = new Map<string, Listening>();
const maxCameras = 500;

function listeningTo({ cameraId, codec: name, configuration, sampleRate, channels }: SoundRequest): Listening {
  const key = `${name} ${sampleRate} ${channels} ${Buffer.from(configuration).toString('base64')}`;
  const known = cameras.get(cameraId);
  cameras.delete(cameraId);
  if (known?.key === key) {
    cameras.set(cameraId, known);
    return known;
  }
  known?.decoder.freeContext();
  const [oldest] = cameras;
  if (oldest && cameras.size >= maxCameras) {
    oldest[1].decoder.freeContext();
    cameras.delete(oldest[0]);
  }
  const codec = av.Codec.findDecoder(name === 'aac' ? av.AV_CODEC_ID_AAC : av.AV_CODEC_ID_OPUS);
  const decoder = new av.CodecContext();
  decoder.allocContext3(codec);
  // Opus describes itself in each packet; its box in MP4 is not what FFmpeg expects.
  if (name === 'aac') decoder.extraData = Buffer.from(configuration);
  Object.assign(decoder, { sampleRate, channelLayout: channels === 2 ? av.AV_CHANNEL_LAYOUT_STEREO : av.AV_CHANNEL_LAYOUT_MONO });
  decoder.threadCount = 1;
  decoder.open2Sync(codec, null);
  const listening: Listening = { key, decoder, analyser: null, window: null, sampleRate: 0 };
  cameras.set(cameraId, listening);
  return listening;
}

/** Returns what a frame contains as one channel; null for a format that no decoder of these codecs has. */
function toMono({ nbSamples, format, data, channels }: AvFrame): Float32Array | null {
  const planes = data ?? [];
  const isPlanar = format === av.AV_SAMPLE_FMT_FLTP || format === av.AV_SAMPLE_FMT_S16P;
  const isFloat = format === av.AV_SAMPLE_FMT_FLTP || format === av.AV_SAMPLE_FMT_FLT;
  if (!isPlanar && !isFloat && format !== av.AV_SAMPLE_FMT_S16) return null;
  const count = Math.max(1, Math.min(2, channels));
  const bytes = isFloat ? 4 : 2;
  const mono = new Float32Array(nbSamples);
  for (let channel = 0; channel < count; channel++) {
    const plane = planes[isPlanar ? channel : 0];
    const step = bytes * (isPlanar ? 1 : channels);
    const first = isPlanar ? 0 : channel * bytes;
    if (!plane || plane.length < first + (nbSamples - 1) * step + bytes) return null;
    for (let index = 0; index < nbSamples; index++) {
      const at = first + index * step;
      mono[index] = (mono[index] ?? 0) + (isFloat ? plane.readFloatLE(at) : plane.readInt16LE(at) / 32_768) / count;
    }
  }
  return mono;
}

function listen(request: SoundRequest): Hearing | null {
  const before = process.cpuUsage();
  const listening = listeningTo(request);
  const { decoder } = listening;
  let isHeard = false;
  for (const { at, data } of request.frames) {
    packet.data = Buffer.from(data);
    packet.pts = BigInt(Math.round(at));
    const result = decoder.sendPacketSync(packet);
    packet.unref();
    if (result < 0) continue;
    while (decoder.receiveFrameSync(frame) >= 0) {
      const mono = toMono(frame);
      if (mono) {
        isHeard = true;
        if (listening.sampleRate !== frame.sampleRate) {
          listening.analyser = createSoundAnalyser(frame.sampleRate);
          listening.window = null;
          listening.sampleRate = frame.sampleRate;
        }
        listening.window = request.isForwarded ? (listening.window ?? createSoundWindow(frame.sampleRate)) : null;
        listening.window?.add(mono);
        listening.analyser?.configure(request.sensitivities);
        listening.analyser?.add(mono, at);
      }
      frame.unref();
    }
  }
  const { user, system } = process.cpuUsage(before);
  if (!isHeard) return null;
  return { heard: listening.analyser?.heard() ?? [], window: listening.window?.take() ?? null, cpuMs: (user + system) / 1000 };
}

process.on('message', (request: SoundRequest) => {
  let hearing: Hearing | null = null;
  try {
    hearing = listen(request);
  } catch {
    // A configuration that the decoder refuses: nothing is heard.
  }
  const answer: SoundAnswer = { id: request.id, hearing };
  process.send?.(answer);
});
process.once('disconnect', () => process.exit(0));
// Now, not at the exit: the server kills its processes.
flushCompileCache();

import { spawnSync } from 'node:child_process';
import type { Sample, SourceListener, Tracks } from '../media/media-types.ts';
import { walkBoxes, type BoxSpan } from '../media/packaging/walk.ts';

/** Real video for tests: a test picture encoded by FFmpeg, taken apart into samples. Null where FFmpeg is absent. */
export interface Scene {
  readonly tracks: Tracks;
  /** Video and audio in decode order; decode times start at 0. */
  readonly samples: readonly Sample[];
  /** Ms until it may be repeated. */
  readonly durationMs: number;
}

/** 10 frames a second. */
const frameTicks = 9000;

/** Two seconds a key frame, 10 frames a second, by default with AAC sound. */
export function encodeScene(options: { seconds?: number; gop?: number; audio?: boolean; size?: string; hevc?: boolean } = {}): Scene | null {
  const { seconds = 12, gop = 20, audio = true, size = '320x180', hevc = false } = options;
  const encoder = hevc ? ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', `log-level=none:bframes=0:scenecut=0:keyint=${gop}`, '-tag:v', 'hvc1'] : ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', String(gop), '-sc_threshold', '0'];
  const sound = audio ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}:sample_rate=16000`] : [];
  const { stdout, status } = spawnSync(
    'ffmpeg',
    // One key frame a fragment keeps the file a plain list of samples: written as fragments, so that it can go through a pipe.
    ['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=10:duration=${seconds}`, ...sound, ...encoder, '-pix_fmt', 'yuv420p', ...(audio ? ['-c:a', 'aac', '-b:a', '32k'] : []), '-movflags', '+empty_moov+default_base_moof+frag_keyframe', '-f', 'mp4', '-'],
    { maxBuffer: 64e6 },
  );
  return status === 0 ? readScene(stdout, seconds * 1000) : null;
}

function readScene(bytes: Uint8Array, durationMs: number): Scene {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const child = (parent: BoxSpan, ...path: string[]): BoxSpan => {
    const [type, ...rest] = path;
    const found = [...walkBoxes(bytes, parent.content, parent.end)].find((span) => span.type === type);
    if (!found) throw new Error(`The scene has no box ${type}.`);
    return rest.length > 0 ? child(found, ...rest) : found;
  };
  const top = [...walkBoxes(bytes)];
  const moov = top.find(({ type }) => type === 'moov');
  if (!moov) throw new Error('The scene has no moov.');
  const traks = [...walkBoxes(bytes, moov.content, moov.end)].filter(({ type }) => type === 'trak');
  const timescales = traks.map((trak) => view.getUint32(child(trak, 'mdia', 'mdhd').content + 12));
  const entries = traks.map((trak) => {
    const table = child(trak, 'mdia', 'minf', 'stbl', 'stsd');
    const [entry] = walkBoxes(bytes, table.content + 8, table.end);
    if (!entry) throw new Error('The scene has no sample entry.');
    return entry;
  });
  const video = entries[0];
  if (!video) throw new Error('The scene has no video.');
  const isHevc = video.type === 'hvc1';
  const decoding = child({ ...video, content: video.content + 78 }, isHevc ? 'hvcC' : 'avcC');
  const configuration = bytes.slice(decoding.content, decoding.end);
  const codec = isHevc ? 'hvc1.1.6.L60.90' : `avc1.${Buffer.from(configuration.subarray(1, 4)).toString('hex')}`;
  const sound = entries[1];
  const sampleRate = timescales[1] ?? 0;
  const tracks: Tracks = {
    video: { kind: 'video', codec, width: view.getUint16(video.content + 24), height: view.getUint16(video.content + 26), configuration },
    audio: sound ? { kind: 'audio', codec: 'mp4a.40.2', sampleRate, channels: view.getUint16(sound.content + 16), configuration: readAudioConfiguration(bytes.subarray(sound.content + 28, sound.end)) } : null,
  };

  const samples: (Sample & { seconds: number })[] = [];
  for (const moof of top.filter(({ type }) => type === 'moof')) {
    for (const traf of [...walkBoxes(bytes, moof.content, moof.end)].filter(({ type }) => type === 'traf')) {
      const header = child(traf, 'tfhd');
      const track = view.getUint32(header.content + 4) - 1;
      const flags = view.getUint32(header.content) & 0xffffff;
      let at = header.content + 8;
      const next = (present: number): number => (flags & present ? view.getUint32((at += 4) - 4) : 0);
      const defaults = { duration: next(0x8), size: next(0x10), flags: next(0x20) };
      const scale = track === 0 ? 90_000 / (timescales[0] ?? 1) : 1;
      const time = child(traf, 'tfdt');
      let decodeTime = Number(view.getBigUint64(time.content + 4)) * scale;
      const run = child(traf, 'trun');
      const runFlags = view.getUint32(run.content) & 0xffffff;
      const count = view.getUint32(run.content + 4);
      let data = moof.start + view.getInt32(run.content + 8);
      let row = run.content + 12;
      const read = (present: number, fallback: number): number => (runFlags & present ? view.getUint32((row += 4) - 4) : fallback);
      const firstFlags = read(0x4, defaults.flags);
      for (let index = 0; index < count; index++) {
        const duration = read(0x100, defaults.duration) * scale;
        const size = read(0x200, defaults.size);
        const sampleFlags = read(0x400, index === 0 ? firstFlags : defaults.flags);
        const compositionOffset = read(0x800, 0) * scale;
        const kind = track === 0 ? 'video' : 'audio';
        samples.push({ kind, decodeTime, compositionOffset, duration, keyFrame: (sampleFlags & 0x10000) === 0, data: bytes.slice(data, data + size), seconds: decodeTime / (track === 0 ? 90_000 : sampleRate) });
        decodeTime += duration;
        data += size;
      }
    }
  }
  samples.sort((a, b) => a.seconds - b.seconds || (a.kind === 'video' ? -1 : 1));
  // FFmpeg shifts the video against the sound by the encoder's delay: here the frames come evenly from 0.
  let frame = 0;
  const even = samples.map((sample) => (sample.kind === 'video' ? { ...sample, decodeTime: frame++ * frameTicks, duration: frameTicks } : sample));
  return { tracks, samples: even, durationMs };
}

/** The content of the DecoderSpecificInfo (tag 5) in an esds box. */
function readAudioConfiguration(boxes: Uint8Array): Uint8Array {
  const tag = boxes.findIndex((byte, index) => byte === 5 && boxes[index + 1] === 0x80);
  return boxes.slice(tag + 5, tag + 5 + (boxes[tag + 4] ?? 0));
}

/** Plays a scene in a loop into a stream, `ms` of it at a time, as if it were live at `originMs` and after. */
export function createScenePlayer(scene: Scene, originMs: number, listener: SourceListener): { play(ms: number): void } {
  let position = 0;
  let index = 0;
  let started = false;
  return {
    play: (ms) => {
      if (!started) listener.onTracks(scene.tracks);
      started = true;
      position += ms;
      for (;;) {
        const sample = scene.samples[index % scene.samples.length];
        if (!sample) return;
        const rounds = Math.floor(index / scene.samples.length);
        const timescale = sample.kind === 'video' ? 90_000 : (scene.tracks.audio?.sampleRate ?? 1);
        const base = rounds * scene.durationMs;
        if (base + (sample.decodeTime / timescale) * 1000 >= position) return;
        listener.onSample({ ...sample, decodeTime: Math.round(sample.decodeTime + ((originMs + base) / 1000) * timescale) });
        index += 1;
      }
    },
  };
}

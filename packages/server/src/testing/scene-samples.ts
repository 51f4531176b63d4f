import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createFragmentStreamReader, h264Codec, readSampleEntry, type Mp4Track, type StreamSample } from '@watchpost/mp4';
import type { AudioTrack, Sample, SourceListener, Tracks, VideoTrack } from '../media/media-types.ts';

/** Real video for tests: a test picture encoded by FFmpeg, split into samples. Null where FFmpeg is missing. */
export interface Scene {
  readonly tracks: Tracks;
  /** Video and audio in decode order; decode times start at 0. */
  readonly samples: readonly Sample[];
  /** Duration after which it may be repeated, ms. */
  readonly durationMs: number;
}

const assets = join(import.meta.dirname, '../../../camera-agent/assets');
/** 10 frames a second. */
const frameTicks = 9000;

export interface SceneOptions {
  readonly seconds?: number;
  /** Frames from one key frame to the next. */
  readonly gop?: number;
  readonly audio?: boolean;
  readonly size?: string;
  readonly hevc?: boolean;
  /** Width to height of a pixel, `16/11`; missing leaves it out of the stream. */
  readonly pixelAspect?: string;
  /** Other H.264 metadata, in the syntax of FFmpeg's `h264_metadata`. */
  readonly metadata?: string;
  /** Options of x265, `bframes=3`. */
  readonly hevcOptions?: string;
  /** Id of the H.264 parameter sets. */
  readonly parameterSetId?: number;
}

/** Encodes a scene with a key frame every two seconds, 10 frames a second, by default with AAC sound; each one only once, for all tests. */
export function encodeScene(options: SceneOptions = {}): Scene | null {
  const {
    seconds = 12,
    gop = 20,
    audio = true,
    size = '320x180',
    hevc = false,
    pixelAspect,
    metadata,
    hevcOptions = 'bframes=0',
    parameterSetId,
  } = options;
  const encoder = hevc
    ? [
        '-c:v',
        'libx265',
        '-preset',
        'ultrafast',
        '-x265-params',
        `log-level=none:scenecut=0:keyint=${gop}:${hevcOptions}`,
        '-tag:v',
        'hvc1',
      ]
    : [
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-bf',
        '0',
        '-g',
        String(gop),
        '-sc_threshold',
        '0',
        ...(metadata === undefined ? [] : ['-bsf:v', `h264_metadata=${metadata}`]),
        ...(parameterSetId === undefined ? [] : ['-x264-params', `sps-id=${parameterSetId}`]),
      ];
  const sound = audio ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}:sample_rate=16000`] : [];
  // One key frame per fragment keeps the file a plain list of samples; written as fragments, so that it can be piped.
  const bytes = encodeOnce([
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=${size}:rate=10:duration=${seconds}`,
    ...sound,
    ...(pixelAspect === undefined ? [] : ['-vf', `setsar=${pixelAspect}`]),
    ...encoder,
    '-pix_fmt',
    'yuv420p',
    ...(audio ? ['-c:a', 'aac', '-b:a', '32k'] : []),
    '-movflags',
    '+empty_moov+default_base_moof+frag_keyframe',
    '-f',
    'mp4',
    '-',
  ]);
  return bytes && readScene(bytes, seconds * 1000);
}

/** Reads a scene of the demo cameras: twelve seconds of real movement, 10 frames a second. Null where FFmpeg is missing. */
export function readDemoScene(name: 'porch' | 'street' | 'warehouse', { isSmall }: { readonly isSmall: boolean }): Scene | null {
  const file = join(assets, `${name}${isSmall ? '-low' : ''}.mp4`);
  const bytes = encodeOnce([
    '-v',
    'error',
    '-i',
    file,
    '-c',
    'copy',
    '-an',
    '-movflags',
    '+empty_moov+default_base_moof+frag_keyframe',
    '-f',
    'mp4',
    '-',
  ]);
  return bytes && readScene(bytes, 12_000);
}

/** Encodes the street of the demo while nobody is there: parked vehicles behind foliage that sways in the wind, and noise. Null as above. */
export function encodeWindyStreet({ seconds }: { readonly seconds: number }): Scene | null {
  const street = join(assets, 'street-low.mp4');
  const sway =
    "[0]trim=end_frame=1,loop=-1:1:0,setpts=N/10/TB,noise=alls=8:allf=t[empty];[1]noise=alls=60:allf=t[leaves];[empty][leaves]overlay=x='430+18*sin(2*PI*t/1.7)':y='150+6*sin(2*PI*t/1.1)'";
  const leaves = ['-f', 'lavfi', '-i', `color=c=0x2f4f2f:s=90x120:r=10:d=${seconds}`];
  const encoder = ['-an', '-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '20', '-sc_threshold', '0', '-pix_fmt', 'yuv420p'];
  const file = ['-movflags', '+empty_moov+default_base_moof+frag_keyframe', '-f', 'mp4', '-'];
  const bytes = encodeOnce([
    '-v',
    'error',
    '-i',
    street,
    ...leaves,
    '-filter_complex',
    sway,
    '-r',
    '10',
    '-t',
    String(seconds),
    ...encoder,
    ...file,
  ]);
  return bytes && readScene(bytes, seconds * 1000);
}

/** How much of a visit's recording is empty before and after it, seconds. */
export const emptySeconds = { before: 8, after: 10 } as const;
/** Grey, with a third of the light and noise, as a camera without infrared sees it at night. */
const darkness = 'hue=s=0,lutyuv=y=16+(val-16)*0.35,vignette=PI/5,noise=alls=14:allf=t,gblur=sigma=0.8';

/** Encodes a scene of the demo with its empty place before and after it. @param isDark by night Null where FFmpeg is missing. */
export function encodeVisit(name: 'porch' | 'street' | 'warehouse', { isDark }: { readonly isDark: boolean }): Scene | null {
  const { before, after } = emptySeconds;
  const empty = (from: string, seconds: number, to: string): string =>
    `[${from}]trim=start_frame=119:end_frame=120,loop=${seconds * 10 - 1}:1:0,setpts=N/10/TB[${to}]`;
  const graph = ['[0]split=3[a][b][c]', empty('a', before, 'first'), empty('c', after, 'last'), '[first][b][last]concat=n=3:v=1'].join(';');
  return encodeFootage(join(assets, `${name}-low.mp4`), {
    filter: isDark ? `${graph},${darkness}` : graph,
    seconds: before + 12 + after,
  });
}

/** Encodes the beginning of a file, 10 frames a second. @param isDark by night Null where FFmpeg is missing. */
export function encodeFile(file: string, { seconds, isDark }: { readonly seconds: number; readonly isDark: boolean }): Scene | null {
  return encodeFootage(file, { filter: isDark ? darkness : 'null', seconds });
}

/** Encodes a photo as a second of footage, 10 frames a second. @param isDark by night Null where FFmpeg is missing. */
export function encodePhoto(photo: string, { isDark }: { readonly isDark: boolean }): Scene | null {
  const still = 'scale=trunc(iw/2)*2:trunc(ih/2)*2,loop=9:1:0,setpts=N/10/TB';
  return encodeFootage(photo, { filter: isDark ? `${still},${darkness}` : still, seconds: 1 });
}

/** Length of the footage below, seconds. */
const comingSeconds = 14;
/**
 * An even wall: for 5 s nobody is there. Then people of the photo, 480 × 716 of its pixels, come in from the right, stand in the middle from
 * 7 to 10 s, and are gone at 12 s.
 */
const coming = [
  'color=c=0x8a8f94:s=1280x720:r=10[wall]',
  '[0]crop=480:716:90:442,scale=out_range=tv,format=yuv420p[people]',
  "[wall][people]overlay=x='W-(W+w)/2*clip(min(t-5,12-t)/2,0,1)':y=2",
].join(';');

/** Encodes people of a photo who come to a camera that stands still, as samples and as a file. Null where FFmpeg is missing. */
export function encodeComing(photo: string): { readonly scene: Scene; readonly mp4: Uint8Array } | null {
  const mp4 = footageOf(photo, { filter: coming, seconds: comingSeconds });
  return mp4 && { scene: readScene(mp4, comingSeconds * 1000), mp4 };
}

function encodeFootage(file: string, options: { readonly filter: string; readonly seconds: number }): Scene | null {
  const bytes = footageOf(file, options);
  return bytes && readScene(bytes, options.seconds * 1000);
}

function footageOf(file: string, { filter, seconds }: { readonly filter: string; readonly seconds: number }): Uint8Array | null {
  const encoder = ['-an', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-bf', '0', '-g', '20', '-sc_threshold', '0'];
  const fragments = ['-pix_fmt', 'yuv420p', '-movflags', '+empty_moov+default_base_moof+frag_keyframe', '-f', 'mp4', '-'];
  return encodeOnce(['-v', 'error', '-i', file, '-filter_complex', filter, '-r', '10', '-t', String(seconds), ...encoder, ...fragments]);
}

/** Bytes of each packet, at 32 kbit/s. */
const opusPacketBytes = 80;

/** Encodes a tone of 500 Hz as Opus. @returns packets of 20 ms; null where FFmpeg is missing */
export function encodeOpus(seconds: number): readonly Uint8Array[] | null {
  const tone = `sine=frequency=500:sample_rate=48000:duration=${seconds}`;
  const encoder = ['-ac', '1', '-c:a', 'libopus', '-vbr', 'off', '-b:a', '32k', '-frame_duration', '20'];
  const bytes = encodeOnce(['-v', 'error', '-f', 'lavfi', '-i', tone, ...encoder, '-f', 'data', '-map', '0:a', '-']);
  if (!bytes) return null;
  return Array.from({ length: bytes.length / opusPacketBytes }, (_, index) =>
    bytes.subarray(index * opusPacketBytes, (index + 1) * opusPacketBytes),
  );
}

const cacheFolder = join(import.meta.dirname, '../../../../node_modules/.cache/watchpost/scenes');

/** Runs FFmpeg, or reads what the same FFmpeg has made of the same arguments and input. Null where it is missing, or fails. */
export function encodeOnce(args: readonly string[], input?: Uint8Array): Uint8Array | null {
  const program = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'ffmpeg'))
    .find((path) => existsSync(path));
  if (program === undefined) return null;
  const { size, mtimeMs } = statSync(program);
  const key = createHash('sha256')
    .update(JSON.stringify([program, size, mtimeMs, args]))
    .update(input ?? '')
    .digest('hex');
  const file = join(cacheFolder, `${key.slice(0, 24)}.mp4`);
  if (existsSync(file)) return readFileSync(file);
  const { stdout, status } = spawnSync(program, args, { maxBuffer: 64e6, ...(input && { input }) });
  if (status !== 0) return null;
  mkdirSync(cacheFolder, { recursive: true });
  // Renamed at the end: another process must not read half of it.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, stdout);
  renameSync(unfinished, file);
  return stdout;
}

function readScene(bytes: Uint8Array, durationMs: number): Scene {
  const { tracks: found, samples: read } = createFragmentStreamReader()(bytes);
  const video = found?.find(({ kind }) => kind === 'video');
  const audio = found?.find(({ kind }) => kind === 'audio');
  if (!video) throw new Error('The scene has no video.');
  const tracks: Tracks = { video: readVideoTrack(video), audio: audio ? readAudioTrack(audio) : null };
  const rank = ({ track }: StreamSample): number => (track.kind === 'video' ? 0 : 1);
  const ordered = read.toSorted((a, b) => a.decodeTime - b.decodeTime || rank(a) - rank(b));
  let frame = 0;
  const samples = ordered.map(({ track, keyFrame, decodeTime, compositionOffset, duration, data }): Sample => {
    const timescale = track.kind === 'video' ? 90_000 : track.timescale;
    const ticks = (seconds: number): number => Math.round(seconds * timescale);
    const timing =
      track.kind === 'video'
        ? // FFmpeg shifts the video against the sound by the encoder's delay: here the frames are evenly spaced from 0.
          { decodeTime: frame++ * frameTicks, duration: frameTicks }
        : { decodeTime: ticks(decodeTime), duration: ticks(duration) };
    return { kind: track.kind, keyFrame, compositionOffset: ticks(compositionOffset), data: data.slice(), ...timing };
  });
  return { tracks, samples, durationMs };
}

function readVideoTrack(track: Mp4Track): VideoTrack {
  const entry = readSampleEntry(track);
  if (entry.kind !== 'video' || !entry.configuration) throw new Error('The scene has no video configuration.');
  const codec = entry.type === 'hvc1' ? 'hvc1.1.6.L60.90' : h264Codec(entry.configuration);
  return { kind: 'video', codec, width: entry.width, height: entry.height, configuration: Uint8Array.from(entry.configuration) };
}

function readAudioTrack(track: Mp4Track): AudioTrack {
  const entry = readSampleEntry(track);
  if (entry.kind !== 'audio' || !entry.configuration) throw new Error('The scene has no audio configuration.');
  const { channels, configuration } = entry;
  return { kind: 'audio', codec: 'mp4a.40.2', sampleRate: track.timescale, channels, configuration: Uint8Array.from(configuration) };
}

/** Plays a scene in a loop into a stream, `ms` of it at a time, as if it were live from `originMs` on. */
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

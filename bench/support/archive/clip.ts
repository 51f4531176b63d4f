import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { burnClock } from '../../../e2e/rig/burnt-clock.ts';
import { run } from '../children.ts';

export const ffmpegPath: string = process.env['FFMPEG_PATH'] || 'ffmpeg';

export interface Clip {
  readonly file: string;
  readonly framesPerSecond: number;
  readonly seconds: number;
}

const encoder = (framesPerSecond: number, bitrate: string): string[] => [
  ...[
    '-c:v',
    'libx264',
    '-profile:v',
    'baseline',
    '-preset',
    'veryfast',
    '-tune',
    'zerolatency',
    '-g',
    String(framesPerSecond * 2),
    '-sc_threshold',
    '0',
  ],
  ...['-b:v', bitrate, '-maxrate', bitrate, '-bufsize', bitrate, '-pix_fmt', 'yuv420p', '-bsf:v', 'h264_metadata=aud=insert', '-f', 'h264'],
];

/** Encodes a typical camera's stream: 1280×720, 25 frames a second, 2 Mbit/s, a key frame every 2 s. Made once, then reused from artifacts. */
export async function streetClip(): Promise<Clip> {
  const clip = { framesPerSecond: 25, seconds: 12 };
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25', '-t', String(clip.seconds)];
  const file = await made('street.h264', (to) =>
    run(ffmpegPath, ['-hide_banner', '-loglevel', 'error', '-y', ...source, ...encoder(25, '2M'), to]),
  );
  return { ...clip, file };
}

/** Encodes a better camera's stream: 1920×1080, 25 frames a second, 4 Mbit/s, a key frame every 2 s. */
export async function fullHdClip(): Promise<Clip> {
  const clip = { framesPerSecond: 25, seconds: 12 };
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=25', '-t', String(clip.seconds)];
  const file = await made('full-hd.h264', (to) =>
    run(ffmpegPath, ['-hide_banner', '-loglevel', 'error', '-y', ...source, ...encoder(25, '4M'), to]),
  );
  return { ...clip, file };
}

/** Encodes the stream of a video-wall tile: 640×360, 15 frames a second, 500 kbit/s. */
export async function wallClip(): Promise<Clip> {
  const clip = { framesPerSecond: 15, seconds: 12 };
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=15', '-t', String(clip.seconds)];
  const file = await made('wall.h264', (to) =>
    run(ffmpegPath, ['-hide_banner', '-loglevel', 'error', '-y', ...source, ...encoder(15, '500k'), to]),
  );
  return { ...clip, file };
}

/** The same format, with the elapsed time burnt into every frame (see burnt-clock.ts), so that a page can identify the frame it shows. */
export async function clockClip(): Promise<Clip> {
  const clip = { framesPerSecond: 25, seconds: 12 };
  const [width, height] = [1280, 720];
  const file = await made('clock.h264', (to) =>
    run(
      ffmpegPath,
      [
        '-hide_banner',
        '-loglevel',
        'error',
        '-y',
        '-f',
        'rawvideo',
        '-pix_fmt',
        'gray',
        '-s',
        `${width}x${height}`,
        '-r',
        '25',
        '-i',
        '-',
        ...encoder(25, '2M'),
        to,
      ],
      async (write) => {
        for (let index = 0; index < clip.seconds * clip.framesPerSecond; index++) await write(picture(index, width, height));
      },
    ),
  );
  return { ...clip, file };
}

/** Draws a texture with a box that moves over it, and sensor noise so that it needs as many bits as a camera's picture; on top the clock's strip. */
function picture(index: number, width: number, height: number): Uint8Array {
  const frame = new Uint8Array(width * height);
  let noise = index + 1;
  for (let y = 0; y < height; y++) {
    const row = 96 + 40 * Math.cos(y / 23);
    for (let x = 0; x < width; x++) {
      noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
      frame[y * width + x] = row + (((x >> 4) + (y >> 4)) & 1) * 40 + (noise >>> 28);
    }
  }
  const left = (index * 6) % (width - 200);
  for (let y = height / 2; y < height / 2 + 180; y++) frame.fill(230, y * width + left, y * width + left + 200);
  burnClock(frame, width, height, index * 40);
  return frame;
}

/** Makes a file in artifacts/bench-clips unless an earlier run left it there. */
async function made(name: string, make: (to: string) => Promise<unknown>): Promise<string> {
  const folder = join('artifacts', 'bench-clips');
  const file = join(folder, name);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  await make(`${file}.part`);
  renameSync(`${file}.part`, file);
  return file;
}

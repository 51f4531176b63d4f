import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The decoded result of a third-party player. */
export interface Played {
  readonly pictures: number;
  /** Seconds of audible sound. */
  readonly soundSeconds: number;
  /** Width to height of a pixel, as the player shows it. */
  readonly pixelAspect: string;
}

export interface OutsidePlayer {
  readonly name: string;
  /** Returns a program and its arguments that decode an address into a Y4M file and a WAV file of 16-bit samples. */
  command(url: string, y4m: string, wav: string, seconds: number): readonly [program: string, ...args: string[]];
}

const ffmpeg: OutsidePlayer = {
  name: 'FFmpeg',
  command: (url, y4m, wav, seconds) => [
    'ffmpeg',
    '-y',
    '-loglevel',
    'error',
    ...(url.includes('.m3u8') ? ['-extension_picky', '0'] : []),
    '-i',
    url,
    '-map',
    '0:v',
    '-t',
    String(seconds),
    '-pix_fmt',
    'yuv420p',
    '-f',
    'yuv4mpegpipe',
    y4m,
    '-map',
    '0:a',
    '-t',
    String(seconds),
    wav,
  ],
};
const gstreamer: OutsidePlayer = {
  name: 'GStreamer',
  command: (url, y4m, wav) => [
    'gst-launch-1.0',
    '-e',
    '-q',
    'uridecodebin3',
    `uri=${url}`,
    'name=in',
    'in.',
    '!',
    'queue',
    '!',
    'videoconvert',
    '!',
    'video/x-raw,format=I420',
    '!',
    'y4menc',
    '!',
    'filesink',
    `location=${y4m}`,
    'in.',
    '!',
    'queue',
    '!',
    'audioconvert',
    '!',
    'audio/x-raw,format=S16LE',
    '!',
    'wavenc',
    '!',
    'filesink',
    `location=${wav}`,
  ],
};
const vlc: OutsidePlayer = {
  name: 'VLC',
  command: (url, y4m, wav, seconds) => {
    const play = [
      'cvlc',
      '--quiet',
      '--no-video-title-show',
      '--play-and-exit',
      `--run-time=${seconds}`,
      '--vout=yuv',
      `--yuv-file=${y4m}`,
      '--yuv-yuv4mpeg2',
      '--avcodec-hw=none',
      '--aout=afile',
      `--audiofile-file=${wav}`,
      url,
      'vlc://quit',
    ];
    // VLC refuses to run as root.
    return process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...play] : ['cvlc', ...play.slice(1)];
  },
};
/** On a busy machine a player starts slowly. */
const giveUpAfterMs = 45_000;

export const outsidePlayers: readonly OutsidePlayer[] = [ffmpeg, gstreamer, vlc];

/**
 * Decodes picture and sound of an address.
 * @param seconds of a live stream; a recording is played completely
 */
export function playOutside(player: OutsidePlayer, url: string, seconds: number): Promise<Played> {
  const isEnough = ({ pictures, soundSeconds }: Played): boolean => pictures >= seconds * 10 && soundSeconds >= seconds;
  return play(player, url, { seconds, isEnough, limitMs: giveUpAfterMs });
}

/**
 * Decodes a live address until there is this much picture and sound. A number of seconds would end too soon where pictures begin
 * after the sound, or come late.
 */
export function playUntil(
  player: OutsidePlayer,
  url: string,
  least: Pick<Played, 'pictures' | 'soundSeconds'>,
  limitMs: number,
): Promise<Played> {
  const isEnough = ({ pictures, soundSeconds }: Played): boolean => pictures >= least.pictures && soundSeconds >= least.soundSeconds;
  return play(player, url, { seconds: Math.ceil(limitMs / 1000), isEnough, limitMs });
}

interface PlayOptions {
  /** Of a live stream, for players that end by themselves. */
  readonly seconds: number;
  readonly isEnough: (played: Played) => boolean;
  readonly limitMs: number;
}

async function play(player: OutsidePlayer, url: string, { seconds, isEnough, limitMs }: PlayOptions): Promise<Played> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-player-'));
  // VLC writes there as user nobody.
  await chmod(folder, 0o777);
  const [y4m, wav] = [join(folder, 'picture.y4m'), join(folder, 'sound.wav')];
  try {
    const [program, ...args] = player.command(url, y4m, wav, seconds);
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder } });
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-2000)));
    const read = async (): Promise<Played> => ({ ...(await readPictures(y4m)), soundSeconds: await readSound(wav) });
    // GStreamer plays a live stream until it is interrupted, and then finishes its files.
    const watch = setInterval(() => void read().then((played) => isEnough(played) && child.kill('SIGINT')), 500);
    const giveUp = setTimeout(() => child.kill('SIGKILL'), limitMs);
    await once(child, 'close');
    clearInterval(watch);
    clearTimeout(giveUp);
    return await read();
  } catch (error) {
    throw new Error(`${player.name} did not play.`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readPictures(file: string): Promise<Omit<Played, 'soundSeconds'>> {
  const handle = await open(file).catch(() => null);
  if (!handle) return { pictures: 0, pixelAspect: '' };
  const { size } = await handle.stat();
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(300), 0, 300, 0);
  await handle.close();
  const header = buffer.toString('latin1', 0, bytesRead).split('\n')[0] ?? '';
  const [, width = 0, height = 0] = /W(\d+) H(\d+)/.exec(header)?.map(Number) ?? [];
  const frameBytes = 'FRAME\n'.length + width * height * 1.5;
  return {
    pictures: width > 0 ? Math.floor((size - header.length - 1) / frameBytes) : 0,
    pixelAspect: / A(\d+:\d+)/.exec(header)?.[1] ?? '',
  };
}

/** Returns the audible seconds of 16-bit samples, ignoring the header, which some players write last. */
async function readSound(file: string): Promise<number> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  if (bytes.length < 100) return 0;
  const bytesPerSecond = bytes.readUInt32LE(28);
  const window = Math.floor(bytesPerSecond / 20) & ~1;
  // The header is still missing.
  if (window === 0) return 0;
  const start = bytes.indexOf('data') + 8;
  let windows = 0;
  for (let at = start; at + window <= bytes.length; at += window) {
    let loudest = 0;
    for (let index = at; index < at + window; index += 2) loudest = Math.max(loudest, Math.abs(bytes.readInt16LE(index)));
    if (loudest > 300) windows += 1;
  }
  return windows / 20;
}

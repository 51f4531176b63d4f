import { spawn } from 'node:child_process';
import { startSilenceTimer } from '../kernel/silence-timer.ts';
import { createFragmentedMp4Reader, type Mp4Part } from './fragmented-mp4.ts';
import { SourceError, type Frame, type FrameSource } from './frame-source.ts';

/** What FFmpeg takes in, and how the picture becomes H.264. */
export interface FfmpegInput {
  /** Up to and with `-i`. Never a secret: every user of the machine can read a process's parameters. */
  readonly input: readonly string[];
  /** What is read on standard input, if anything. */
  readonly standardInput?: string;
  /** `-c:v` and what belongs to it. */
  readonly video: readonly string[];
  /** Words that FFmpeg must not repeat in its complaints. */
  readonly secrets?: readonly string[];
}

/** Pieces of a tenth of a second: what FFmpeg has is passed on soon. */
const output = ['-movflags', '+empty_moov+default_base_moof+frag_keyframe', '-frag_duration', '100000', '-flush_packets', '1', '-f', 'mp4', 'pipe:1'];
const sound = ['-c:a', 'aac', '-b:a', '64k'];
/** A camera that says nothing for so long is away, ms. */
const patience = 15_000;

/**
 * A live source that FFmpeg reads for us: what it is, is looked at once, so that the tracks are known before anybody watches.
 * @param ffmpeg the program's path
 * @throws {SourceError} when FFmpeg is not there, or gives no picture
 */
export async function openFfmpegSource(ffmpeg: string, input: FfmpegInput): Promise<FrameSource> {
  const abort = new AbortController();
  try {
    for await (const part of runFfmpeg(ffmpeg, input, abort.signal)) {
      if (part.kind !== 'tracks') continue;
      return { video: part.video, audio: part.audio, isLive: true, frames: (signal) => framesOf(ffmpeg, input, signal) };
    }
  } finally {
    abort.abort();
  }
  throw new SourceError('FFmpeg gave no picture.');
}

async function* framesOf(ffmpeg: string, input: FfmpegInput, signal: AbortSignal): AsyncGenerator<Frame, void> {
  let hasBegun = false;
  for await (const part of runFfmpeg(ffmpeg, input, signal)) {
    if (part.kind !== 'frame') continue;
    hasBegun ||= part.frame.kind === 'video' && part.frame.keyFrame;
    if (hasBegun) yield part.frame;
  }
}

async function* runFfmpeg(ffmpeg: string, { input, standardInput, video, secrets = [] }: FfmpegInput, signal: AbortSignal): AsyncGenerator<Mp4Part, void> {
  const child = spawn(ffmpeg, ['-hide_banner', '-loglevel', 'error', ...(standardInput === undefined ? ['-nostdin'] : []), ...input, '-map', '0:v:0', '-map', '0:a:0?', ...video, ...sound, ...output], { stdio: ['pipe', 'pipe', 'pipe'] });
  const failure = new Promise<never>((_, reject) => child.once('error', (cause) => reject(new SourceError(`${ffmpeg} can't be started. Install FFmpeg, or name it in FFMPEG_PATH.`, { cause }))));
  // Watched below; a failure after the end is nobody's concern.
  failure.catch(() => undefined);
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-2000);
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(standardInput);
  let isSilent = false;
  const silence = startSilenceTimer(patience, () => {
    isSilent = true;
    stop();
  });
  try {
    const reader = createFragmentedMp4Reader();
    const chunks = child.stdout[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await Promise.race([chunks.next(), failure]);
      if (done) break;
      silence.heard();
      yield* reader.push(value);
    }
    if (isSilent) throw new SourceError(`No picture for ${patience / 1000} s.`);
    if (!signal.aborted) throw new SourceError(`FFmpeg ended by itself. It said: ${withoutSecrets(complaints, secrets).trim() || 'nothing.'}`);
  } finally {
    silence.stop();
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** FFmpeg repeats addresses in its complaints, and what it says goes to a log. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret !== '').reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
  /** `-c:a` and what belongs to it. */
  readonly sound: readonly string[];
  /** Of the clock that FFmpeg draws; that of the computer when it is missing. */
  readonly timeZone?: string | null;
  /** Words that FFmpeg must not repeat in its complaints. */
  readonly secrets?: readonly string[];
}

/** Pieces of a tenth of a second: what FFmpeg has is passed on soon. */
const output = ['-movflags', '+empty_moov+default_base_moof+frag_keyframe', '-frag_duration', '100000', '-flush_packets', '1', '-f', 'mp4', 'pipe:1'];
/** A camera that says nothing for so long is away, ms. */
const patience = 15_000;
/** One that plays but sends nothing at all often only needs to be asked again, ms (seen with GStreamer, 1 time in 50). */
const firstPatience = 7000;
/** What was opened and is not watched is closed after so long, ms: what waits in it would be old. */
const unwatched = 1000;

/**
 * A live source that FFmpeg reads for us: what it is, is looked at once, so that the tracks are known before anybody watches.
 * Whoever watches within seconds goes on with what was looked at.
 * @param ffmpeg the program's path
 * @throws {SourceError} when FFmpeg is not there, or gives no picture
 */
export async function openFfmpegSource(ffmpeg: string, input: FfmpegInput): Promise<FrameSource> {
  const opening = new AbortController();
  const parts = runFfmpeg(ffmpeg, input, opening.signal);
  for (;;) {
    const { value, done } = await parts.next();
    if (done) throw new SourceError('FFmpeg gave no picture.');
    if (value.kind !== 'tracks') continue;
    const { video, audio } = value;
    let opened: typeof parts | null = parts;
    // Where nobody does, nothing stays: a device stays free for others, and a camera's line too.
    const forget = startSilenceTimer(unwatched, () => {
      opened = null;
      opening.abort();
      void parts.return();
    });
    return {
      video,
      audio,
      isLive: true,
      frames: (signal) => {
        if (!opened) return framesOf(runFfmpeg(ffmpeg, input, signal));
        forget.stop();
        opened = null;
        signal.addEventListener('abort', () => opening.abort());
        if (signal.aborted) opening.abort();
        return framesOf(parts);
      },
    };
  }
}

async function* framesOf(parts: AsyncIterable<Mp4Part>): AsyncGenerator<Frame, void> {
  let hasBegun = false;
  for await (const part of parts) {
    if (part.kind !== 'frame') continue;
    hasBegun ||= part.frame.kind === 'video' && part.frame.keyFrame;
    if (hasBegun) yield part.frame;
  }
}

async function* runFfmpeg(ffmpeg: string, input: FfmpegInput, signal: AbortSignal): AsyncGenerator<Mp4Part, void> {
  const end = yield* runOnce(ffmpeg, input, firstPatience, signal);
  const last = end === 'silent from the start' ? yield* runOnce(ffmpeg, input, patience, signal) : end;
  if (last !== 'stopped') throw new SourceError(`No picture for ${patience / 1000} s.`);
}

/**
 * @param first how long to wait for the first word, ms
 * @throws {SourceError} when FFmpeg ends by itself
 */
async function* runOnce(ffmpeg: string, { input, standardInput, video, sound, timeZone, secrets = [] }: FfmpegInput, first: number, signal: AbortSignal): AsyncGenerator<Mp4Part, 'stopped' | 'silent' | 'silent from the start'> {
  const child = spawn(ffmpeg, ['-hide_banner', '-loglevel', 'error', ...(standardInput === undefined ? ['-nostdin'] : []), ...input, '-map', '0:v:0', '-map', '0:a:0?', ...video, ...sound, ...output], {
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(timeZone && { env: { ...process.env, TZ: timeZone } }),
  });
  const exited = once(child, 'exit').catch(() => undefined);
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
  let hasSpoken = false;
  const onSilence = (): void => {
    isSilent = true;
    stop();
  };
  let silence = startSilenceTimer(first, onSilence);
  try {
    const reader = createFragmentedMp4Reader();
    const chunks = child.stdout[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await Promise.race([chunks.next(), failure]);
      if (done) break;
      if (hasSpoken) silence.heard();
      else {
        hasSpoken = true;
        silence.stop();
        silence = startSilenceTimer(patience, onSilence);
      }
      yield* reader.push(value);
    }
    if (isSilent) return hasSpoken ? 'silent' : 'silent from the start';
    if (signal.aborted) return 'stopped';
    throw new SourceError(`FFmpeg ended by itself. It said: ${withoutSecrets(complaints, secrets).trim() || 'nothing.'}`);
  } finally {
    silence.stop();
    signal.removeEventListener('abort', stop);
    stop();
    // Only then is a device free for the next one.
    if (child.pid !== undefined) await exited;
  }
}

/** FFmpeg repeats addresses in its complaints, and what it says goes to a log. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret !== '').reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startSilenceTimer } from '../kernel/silence-timer.ts';
import { createFragmentedMp4Reader, type Mp4Part } from './fragmented-mp4.ts';
import { SourceError, type Frame, type FrameSource } from './frame-source.ts';

/** FFmpeg's input, and how it becomes H.264. */
export interface FfmpegInput {
  /** Options up to and including `-i`. Must not contain a secret: every user of the machine can read a process's parameters. */
  readonly input: readonly string[];
  /** Sent to standard input, if anything. */
  readonly standardInput?: string;
  /** `-c:v` and its options. */
  readonly video: readonly string[];
  /** `-c:a` and its options. */
  readonly sound: readonly string[];
  /** Zone of the clock that FFmpeg draws; the computer's when it is missing. */
  readonly timeZone?: string | null;
  /** Words to remove from FFmpeg's error messages. */
  readonly secrets?: readonly string[];
}

/** Fragments of a tenth of a second keep FFmpeg's delay short. */
const output = [
  '-movflags',
  '+empty_moov+default_base_moof+frag_keyframe',
  '-frag_duration',
  '100000',
  '-flush_packets',
  '1',
  '-f',
  'mp4',
  'pipe:1',
];
/** A camera that sends nothing for this long counts as disconnected. */
const silenceTimeoutMs = 15_000;
/** A session that plays but sends nothing, or no picture, often only needs a new request, ms (seen with GStreamer, 1 time in 50). */
const firstFrameTimeoutMs = 7000;
/** An opened stream without a reader is closed after this time, ms: its buffered frames would be old. */
const unwatched = 1000;

/**
 * Opens a live source through FFmpeg and reads its tracks, so that they are known before the first reader.
 * A reader that comes within `unwatched` continues the same stream.
 * @param ffmpeg the program's path
 * @throws {SourceError} when FFmpeg is missing, or delivers no picture
 */
export async function openFfmpegSource(ffmpeg: string, input: FfmpegInput): Promise<FrameSource> {
  const opening = new AbortController();
  const parts = runFfmpeg(ffmpeg, input, opening.signal);
  for (;;) {
    const { value, done } = await parts.next();
    if (done) throw new SourceError('FFmpeg returned no picture.');
    if (value.kind !== 'tracks') continue;
    const { video, audio } = value;
    let opened: typeof parts | null = parts;
    // Without a reader the process ends, to free a device for others and to save a camera's bandwidth.
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
  const end = yield* runOnce(ffmpeg, input, firstFrameTimeoutMs, signal);
  const last = end === 'silent from the start' ? yield* runOnce(ffmpeg, input, silenceTimeoutMs, signal) : end;
  if (last !== 'stopped') throw new SourceError(`No picture for ${silenceTimeoutMs / 1000} s.`);
}

/**
 * @param first timeout of the first output, ms
 * @throws {SourceError} when FFmpeg ends by itself
 */
async function* runOnce(
  ffmpeg: string,
  { input, standardInput, video, sound, timeZone, secrets = [] }: FfmpegInput,
  first: number,
  signal: AbortSignal,
): AsyncGenerator<Mp4Part, 'stopped' | 'silent' | 'silent from the start'> {
  const child = spawn(
    ffmpeg,
    [
      '-hide_banner',
      '-loglevel',
      'error',
      ...(standardInput === undefined ? ['-nostdin'] : []),
      ...input,
      '-map',
      '0:v:0',
      '-map',
      '0:a:0?',
      ...video,
      ...sound,
      ...output,
    ],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(timeZone && { env: { ...process.env, TZ: timeZone } }),
    },
  );
  const exited = once(child, 'exit').catch(() => undefined);
  /** All that it wrote has been read, too. */
  const closed = once(child, 'close').catch(() => undefined);
  const failure = new Promise<never>((_, reject) =>
    child.once('error', (cause) =>
      reject(new SourceError(`${ffmpeg} can't be started. Install FFmpeg, or name it in FFMPEG_PATH.`, { cause })),
    ),
  );
  // Watched below; a failure after the end does not matter.
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
        silence = startSilenceTimer(silenceTimeoutMs, onSilence);
      }
      yield* reader.push(value);
    }
    // What it complains about may come after the end of its pictures.
    await Promise.race([closed, failure]);
    if (isSilent) return hasSpoken ? 'silent' : 'silent from the start';
    if (signal.aborted) return 'stopped';
    // Only sound came while FFmpeg waited for a picture to describe.
    if (!hasSpoken && complaints.includes('dimensions not set')) return 'silent from the start';
    throw new SourceError(`FFmpeg ended unexpectedly. Its output: ${withoutSecrets(complaints, secrets).trim() || 'none'}`);
  } finally {
    silence.stop();
    signal.removeEventListener('abort', stop);
    stop();
    // A device is free for its next reader only after the process has ended.
    if (child.pid !== undefined) await exited;
  }
}

/** Removes secrets: FFmpeg repeats addresses in its error messages, which go to a log. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret !== '').reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

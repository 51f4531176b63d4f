import { spawn } from 'node:child_process';
import type { AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import { wait, type Clock } from '@watchpost/contract/timing/clock';
import { parameterSets, toAnnexB } from '../sources/annex-b.ts';
import { SourceError, type FrameSource } from '../sources/frame-source.ts';
import type { RawPicture } from './code-reader.ts';

/** Enough for a code held 30 cm away; a larger picture only takes longer. */
const maxWidthPixels = 1280;
/** Marks the picture as complete. Without it, FFmpeg waits for the next one. */
const accessUnitDelimiter = Buffer.from([0, 0, 0, 1, 9, 0x10]);

/** A file delivers all its frames immediately; this throttles it to a camera's pace, ms. */
const fileFrameIntervalMs = 500;

export interface KeyPictures {
  /** The program's path. */
  readonly ffmpeg: string;
  readonly source: FrameSource;
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * Decodes every key frame of a source to pixels with one FFmpeg. Skips a picture that is still unread when the next one arrives.
 * @throws {SourceError} when FFmpeg is missing
 */
export async function* keyPictures({ ffmpeg, source, clock }: KeyPictures, signal: AbortSignal): AsyncGenerator<RawPicture, void> {
  const { width, height } = sizeOf(source.video);
  const child = spawn(
    ffmpeg,
    [
      '-hide_banner',
      '-loglevel',
      'error',
      '-f',
      'h264',
      '-flags',
      'low_delay',
      '-probesize',
      '32',
      '-i',
      'pipe:0',
      '-vf',
      `scale=${width}:${height}`,
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgba',
      'pipe:1',
    ],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const failure = new Promise<never>((_, reject) =>
    child.once('error', (cause) =>
      reject(new SourceError(`${ffmpeg} can't be started. Install FFmpeg, or name it in FFMPEG_PATH.`, { cause })),
    ),
  );
  failure.catch(() => undefined);
  child.stdin.on('error', () => undefined);
  const feeding = feed({ source, clock, write: (bytes) => void child.stdin.write(bytes) }, stop)
    .catch(() => undefined)
    .finally(() => child.stdin.end());
  const size = width * height * 4;
  try {
    const chunks = child.stdout[Symbol.asyncIterator]();
    let parts: Buffer[] = [];
    let length = 0;
    for (;;) {
      const { value, done } = await Promise.race([chunks.next(), failure, untilAborted(stop)]);
      if (done) return;
      parts.push(value as Buffer);
      length += (value as Buffer).length;
      if (length < size) continue;
      const all = Buffer.concat(parts, length);
      // Use the newest complete picture: a code in an older one may be gone.
      const last = Math.floor(length / size) - 1;
      const data = new Uint8ClampedArray(all.subarray(last * size, (last + 1) * size));
      parts = [all.subarray((last + 1) * size)];
      length -= (last + 1) * size;
      yield { width, height, data };
    }
  } finally {
    over.abort();
    child.kill('SIGKILL');
    await feeding;
  }
}

function untilAborted(signal: AbortSignal): Promise<IteratorReturnResult<undefined>> {
  return new Promise((resolve) => {
    const end = (): void => resolve({ done: true, value: undefined });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/** Passes only key frames: each decodes alone. */
async function feed(
  { source, clock, write }: Pick<KeyPictures, 'source' | 'clock'> & { readonly write: (bytes: Buffer) => void },
  signal: AbortSignal,
): Promise<void> {
  const sets = parameterSets(source.video);
  for await (const frame of source.frames(signal)) {
    if (frame.kind !== 'video' || !frame.keyFrame) continue;
    write(Buffer.concat([sets, toAnnexB(frame.data), accessUnitDelimiter]));
    if (source.isLive !== true) await wait(clock, fileFrameIntervalMs, signal);
  }
}

function sizeOf({ width, height }: AgentVideoTrack): { width: number; height: number } {
  const scale = Math.min(1, maxWidthPixels / width);
  return { width: Math.max(2, Math.round((width * scale) / 2) * 2), height: Math.max(2, Math.round((height * scale) / 2) * 2) };
}

import { spawn } from 'node:child_process';
import type { AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import type { Clock } from '../kernel/clock.ts';
import { parameterSets, toAnnexB } from '../sources/annex-b.ts';
import { SourceError, type FrameSource } from '../sources/frame-source.ts';
import type { RawPicture } from './code-reader.ts';

/** As wide as a code that is held 30 cm away needs; more only takes longer. Pixels. */
const widest = 1280;
/** Tells FFmpeg that the picture is complete: it waits for the next one otherwise. */
const accessUnitDelimiter = Buffer.from([0, 0, 0, 1, 9, 0x10]);

/** Files have their pictures all at once: they are looked at no faster than those of a camera, ms. */
const filePace = 500;

export interface KeyPictures {
  /** The program's path. */
  readonly ffmpeg: string;
  readonly source: FrameSource;
  readonly clock: Pick<Clock, 'wait'>;
}

/**
 * Every key frame of a source as pixels, decoded by one FFmpeg. A picture that nobody has taken when the next one comes is left out.
 * @throws {SourceError} when FFmpeg is not there
 */
export async function* keyPictures({ ffmpeg, source, clock }: KeyPictures, signal: AbortSignal): AsyncGenerator<RawPicture, void> {
  const { width, height } = sizeOf(source.video);
  const child = spawn(
    ffmpeg,
    ['-hide_banner', '-loglevel', 'error', '-f', 'h264', '-flags', 'low_delay', '-probesize', '32', '-i', 'pipe:0', '-vf', `scale=${width}:${height}`, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const failure = new Promise<never>((_, reject) => child.once('error', (cause) => reject(new SourceError(`${ffmpeg} can't be started. Install FFmpeg, or name it in FFMPEG_PATH.`, { cause }))));
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
      // The newest whole one: a code that was held up before is no longer there.
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

/** Only key frames: each is a picture by itself. */
async function feed({ source, clock, write }: Pick<KeyPictures, 'source' | 'clock'> & { readonly write: (bytes: Buffer) => void }, signal: AbortSignal): Promise<void> {
  const sets = parameterSets(source.video);
  for await (const frame of source.frames(signal)) {
    if (frame.kind !== 'video' || !frame.keyFrame) continue;
    write(Buffer.concat([sets, toAnnexB(frame.data), accessUnitDelimiter]));
    if (source.isLive !== true) await clock.wait(filePace, signal);
  }
}

function sizeOf({ width, height }: AgentVideoTrack): { width: number; height: number } {
  const scale = Math.min(1, widest / width);
  return { width: Math.max(2, Math.round((width * scale) / 2) * 2), height: Math.max(2, Math.round((height * scale) / 2) * 2) };
}

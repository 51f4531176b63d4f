import { spawn } from 'node:child_process';
import { maxSnapshotBytes } from '@watchpost/contract/schemas/cameras';
import { CommandError } from '../control/command-handler.ts';
import type { KeyPicture } from '../link/main-feed.ts';
import { parameterSets, toAnnexB } from '../sources/annex-b.ts';

/** Encoding one picture takes seconds on a small computer. */
const timeoutMs = 10_000;
/** On FFmpeg's scale from 2 (best) to 31: no visible loss. */
const quality = '3';

/**
 * Encodes a key frame as a JPEG at full size, with a short FFmpeg run that reads it from standard input.
 * @param ffmpeg the program's path
 * @throws {CommandError} `camera-unsupported` when FFmpeg is missing, `camera-failed` when it produces no picture
 */
export function toJpeg(ffmpeg: string, { tracks, frame }: Pick<KeyPicture, 'tracks' | 'frame'>, signal: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const child = spawn(
    ffmpeg,
    [
      '-hide_banner',
      '-loglevel',
      'error',
      '-f',
      'h264',
      '-i',
      'pipe:0',
      '-frames:v',
      '1',
      '-c:v',
      'mjpeg',
      '-q:v',
      quality,
      '-f',
      'image2pipe',
      'pipe:1',
    ],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      signal,
    },
  );
  const picture: Buffer[] = [];
  let size = 0;
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxSnapshotBytes) child.kill('SIGKILL');
    else picture.push(chunk);
  });
  child.stderr.on('data', (text: Buffer) => {
    complaints = (complaints + text.toString()).slice(-500);
  });
  // FFmpeg may stop reading once it has its picture.
  child.stdin.on('error', () => undefined);
  child.once('error', (cause) => {
    if (!signal.aborted && child.pid === undefined)
      reject(new CommandError('camera-unsupported', `${ffmpeg} can't be started. Install FFmpeg, or name it in FFMPEG_PATH.`, { cause }));
    else reject(cause);
  });
  child.once('close', (code) => {
    if (code === 0 && size > 0) resolve(Buffer.concat(picture));
    else reject(new CommandError('camera-failed', `FFmpeg returned no picture. Its output: ${complaints.trim() || 'none'}`));
  });
  child.stdin.end(Buffer.concat([parameterSets(tracks.video), toAnnexB(frame.data)]));
  return promise;
}

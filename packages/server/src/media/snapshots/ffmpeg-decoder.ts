import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { walkSegment } from '../packaging/segment-walker.ts';
import { cornerFilter } from './corner-marks.ts';
import { UndecodableError, type PictureDecoder } from './picture-decoder.ts';

const timeout = 5000;
const maxPictureBytes = 8 * 1024 * 1024;

/** Finds FFmpeg on this machine; null when it is not installed. */
export function findFfmpeg(path: string | undefined = process.env['PATH']): string | null {
  for (const folder of (path ?? '').split(delimiter)) {
    const candidate = join(folder, process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg');
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // It is not in this folder.
    }
  }
  return null;
}

/** Ignores the display orientation of a stream, because browsers do, so that its pictures match the video. */
const asSent = ['-noautorotate'];

/** Builds a filter that scales to square pixels, no wider than requested, with even sides as JPEG's chroma requires. */
function scaleTo(width: number | undefined): string {
  const ratio = 'if(between(sar,1/4,4),sar,1)';
  return `scale='iw*max(1,${ratio})':'ih*max(1,1/${ratio})',scale='2*round(min(${width ?? 'iw'},iw)/2)':-2,setsar=1`;
}

/** Builds a filter that leaves out all pictures but the last. */
function onlyLast(video: Uint8Array): string {
  const count = walkSegment(video).fragments.find(({ kind }) => kind === 'video')?.samples.length ?? 1;
  return `select='eq(n,${Math.max(0, count - 1)})'`;
}

/**
 * Decodes with the system's FFmpeg, one short process per picture. It reads the video from its standard input, so it ends by
 * itself when this process dies.
 */
export function createFfmpegDecoder(ffmpeg: string): PictureDecoder {
  return {
    name: 'ffmpeg',
    decode: (video, { width, isJpeg = false, isLast = false, box, signal } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(
          ffmpeg,
          [
            '-loglevel',
            'error',
            ...asSent,
            '-f',
            isJpeg ? 'mjpeg' : 'mp4',
            '-i',
            'pipe:0',
            '-frames:v',
            '1',
            '-vf',
            `${isLast && !isJpeg ? `${onlyLast(video)},` : ''}${scaleTo(width)}${cornerFilter(box)}`,
            '-c:v',
            'mjpeg',
            '-q:v',
            '4',
            '-f',
            'image2pipe',
            'pipe:1',
          ],
          {
            stdio: ['pipe', 'pipe', 'pipe'],
            timeout,
            ...(signal && { signal }),
            killSignal: 'SIGKILL',
          },
        );
        const picture: Buffer[] = [];
        let size = 0;
        let complaints = '';
        child.stdout.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxPictureBytes) child.kill('SIGKILL');
          else picture.push(chunk);
        });
        child.stderr.on('data', (chunk: Buffer) => {
          complaints = (complaints + chunk.toString()).slice(-500);
        });
        // FFmpeg may stop reading once it has its picture.
        child.stdin.on('error', () => undefined);
        child.once('error', reject);
        child.once('close', (code) => {
          if (code === 0 && size > 0) resolve(Buffer.concat(picture));
          else if (code === null) reject(new Error(`FFmpeg returned no picture in time: ${complaints}`));
          else reject(new UndecodableError(`FFmpeg returned no picture (${code}): ${complaints}`));
        });
        child.stdin.end(video);
      }),
  };
}

import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { PictureDecoder } from './picture-decoder.ts';

const timeout = 5000;
const maxPicture = 8 * 1024 * 1024;

/** Where FFmpeg is on this machine; null when it is not. */
export function findFfmpeg(path: string | undefined = process.env['PATH']): string | null {
  for (const folder of (path ?? '').split(delimiter)) {
    const candidate = join(folder, process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg');
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/**
 * Decodes with the system's FFmpeg, one short process a picture. It reads the video from its standard input,
 * so it ends by itself when this process dies.
 */
export function createFfmpegDecoder(ffmpeg: string): PictureDecoder {
  return {
    name: 'ffmpeg',
    decode: (video, { width, isJpeg = false, signal } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(ffmpeg, ['-loglevel', 'error', '-f', isJpeg ? 'mjpeg' : 'mp4', '-i', 'pipe:0', '-frames:v', '1', ...(width === undefined ? [] : ['-vf', `scale='min(${width},iw)':-2`]), '-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe', 'pipe:1'], {
          stdio: ['pipe', 'pipe', 'pipe'],
          timeout,
          ...(signal && { signal }),
          killSignal: 'SIGKILL',
        });
        const picture: Buffer[] = [];
        let size = 0;
        let complaints = '';
        child.stdout.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxPicture) child.kill('SIGKILL');
          else picture.push(chunk);
        });
        child.stderr.on('data', (chunk: Buffer) => {
          complaints = (complaints + chunk.toString()).slice(-500);
        });
        // It may stop reading once it has its picture.
        child.stdin.on('error', () => undefined);
        child.once('error', reject);
        child.once('close', (code) => {
          if (code === 0 && size > 0) resolve(Buffer.concat(picture));
          else reject(new Error(`FFmpeg gave no picture (${code ?? 'killed'}): ${complaints}`));
        });
        child.stdin.end(video);
      }),
  };
}

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFieldCamera } from './field-camera.ts';
import type { FieldCase } from './field-case.ts';
import { fieldCases } from './field-cases.ts';
import type { FfmpegVerdict } from './cameras-page.ts';

// Plays each camera with the FFmpeg of this machine for a few seconds, and writes what it decoded beside the cases:
// node packages/server/src/testing/field-cameras/measure-ffmpeg.ts

const run = promisify(execFile);
const playedSeconds = 6;
const concurrent = 6;

/** Plays a camera; sound that can't be decoded must not hide a picture that can. */
async function measure(fieldCase: FieldCase): Promise<FfmpegVerdict> {
  const camera = await startFieldCamera(fieldCase);
  const credentials = fieldCase.sends.auth ? `${camera.username}:${camera.password}@` : '';
  const input = ['-rtsp_transport', fieldCase.sends.overUdp ? 'udp' : 'tcp', '-i', camera.url.replace('://', `://${credentials}`)];
  const both = await play([...input, '-map', '0:v?', '-map', '0:a?']);
  const alone = both.picture ? both : await play([...input, '-map', '0:v']);
  await camera.close();
  return { picture: alone.picture, sound: both.sound };
}

/** Counts the lines of FFmpeg's hashes by stream. */
async function play(args: readonly string[]): Promise<FfmpegVerdict> {
  const all = ['-v', 'error', ...args, '-t', String(playedSeconds), '-f', 'framehash', '-'];
  const { stdout } = await run('ffmpeg', all, { timeout: 25_000, maxBuffer: 16 * 1024 * 1024 }).catch((error: unknown) =>
    error instanceof Error && 'stdout' in error ? { stdout: String(error.stdout) } : { stdout: '' },
  );
  const types = new Map([...stdout.matchAll(/^#media_type (\d): (\w+)/gm)].map(([, index, type]) => [index, type]));
  const countOf = (type: string): number => [...stdout.matchAll(/^(\d),/gm)].filter(([, index]) => types.get(index) === type).length;
  return { picture: countOf('video') >= playedSeconds * 5, sound: countOf('audio') > 8 };
}

const verdicts: Record<string, FfmpegVerdict> = {};
for (let at = 0; at < fieldCases.length; at += concurrent) {
  const batch = fieldCases.slice(at, at + concurrent);
  const measured = await Promise.all(batch.map(measure));
  batch.forEach(({ name }, index) => {
    const verdict = measured[index];
    if (verdict) verdicts[name] = verdict;
  });
}
const { stdout } = await run('ffmpeg', ['-version']);
const version = /version (\d+\.\d+)/.exec(stdout)?.[1] ?? 'unknown';
writeFileSync(join(import.meta.dirname, 'ffmpeg-verdicts.json'), `${JSON.stringify({ version, verdicts }, null, 2)}\n`);

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startRigCamera, type RigCamera } from '../../../../../../e2e/rig/camera.ts';
import { createNetworkPolicy } from '../../../kernel/network/network-policy.ts';
import type { Sample, Tracks } from '../../media-types.ts';
import { buildFragment } from '../../packaging/fragment.ts';
import { initSectionOf } from '../../packaging/init-section.ts';
import { createRtspSource } from './rtsp-source.ts';

const missing = process.env['WATCHPOST_TEST_MISSING']?.split(',') ?? [];
const ffmpeg = (args: readonly string[], input?: Uint8Array): Buffer => {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...args], { input, maxBuffer: 64e6 });
  if (status !== 0) throw new Error(`FFmpeg ended with ${status}: ${stderr.toString()}`);
  return stdout;
};

interface Recording {
  readonly tracks: Tracks;
  readonly samples: readonly Sample[];
}

const seconds = 12;
const videoRate = 90_000;

/**
 * Returns when the picture becomes bright or the audio loud, ms of the recording's clock.
 * @param levels of consecutive pictures or audio blocks
 */
function risesOf(levels: readonly { readonly at: number; readonly level: number }[], threshold: number): number[] {
  return levels.filter(({ level }, index) => level > threshold && (levels[index - 1]?.level ?? threshold) < threshold).map(({ at }) => at);
}

function flashesOf({ tracks, samples }: Recording): number[] {
  const pictures = samples.filter(({ kind }) => kind === 'video');
  const luma = ffmpeg(
    ['-i', '-', '-map', '0:v', '-fps_mode', 'passthrough', '-vf', 'scale=1:1', '-pix_fmt', 'gray', '-f', 'rawvideo', '-'],
    Buffer.concat([initSectionOf(tracks).bytes, buildFragment(pictures, 1)]),
  );
  expect(luma).toHaveLength(pictures.length);
  return risesOf(
    pictures.map(({ decodeTime }, index) => ({ at: (decodeTime / videoRate) * 1000, level: luma[index] ?? 0 })),
    128,
  );
}

function tonesOf({ tracks, samples }: Recording): number[] {
  const rate = tracks.audio?.sampleRate ?? 1;
  const block = rate / 100;
  const sound = samples.filter(({ kind }) => kind === 'audio');
  // Decodes frame by frame, so that each keeps its own time whatever was corrected before it.
  const pcm = ffmpeg(['-i', '-', '-map', '0:a', '-f', 's16le', '-'], Buffer.concat([initSectionOf(tracks).bytes, buildFragment(sound, 1)]));
  const frameLength = 1024;
  const levels = Array.from({ length: Math.floor(pcm.length / 2 / block) }, (_, index) => {
    const first = index * block;
    const frame = sound[Math.floor(first / frameLength)];
    const level = Math.max(...Array.from({ length: block }, (__, offset) => Math.abs(pcm.readInt16LE((first + offset) * 2))));
    return { at: (((frame?.decodeTime ?? 0) + (first % frameLength)) / rate) * 1000, level };
  });
  return risesOf(levels, 3000);
}

describe.skipIf(missing.includes('gstreamer') || missing.includes('ffmpeg'))('a GStreamer camera that sends its audio late', () => {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-late-sound-'));
  let camera: RigCamera;

  beforeAll(async () => {
    const clip = join(folder, 'flash.mp4');
    const isOn = (time: string): string => `if(lt(mod(${time},1),0.2),1,0)`;
    ffmpeg([
      '-f',
      'lavfi',
      '-i',
      `color=black:s=160x90:r=25:d=${seconds},geq=lum='16+219*${isOn('T')}':cb=128:cr=128`,
      '-f',
      'lavfi',
      '-i',
      `sine=frequency=440:sample_rate=16000:duration=${seconds},volume='4*${isOn('t')}':eval=frame`,
      '-c:v',
      'libx264',
      '-profile:v',
      'baseline',
      '-g',
      '25',
      '-c:a',
      'aac',
      '-b:a',
      '64k',
      clip,
    ]);
    camera = await startRigCamera({ clip });
  });
  afterAll(async () => {
    await camera.stop();
    rmSync(folder, { recursive: true });
  });

  const record = (path: string): Promise<Recording> =>
    new Promise((resolve, reject) => {
      const samples: Sample[] = [];
      let tracks: Tracks | null = null;
      const source = createRtspSource({
        url: camera.url(path),
        clock: systemClock,
        log: pino({ level: 'silent' }),
        network: createNetworkPolicy({ allowPrivate: true, allowLoopback: true }),
      });
      source.start({
        onTracks: (found) => void (tracks = found),
        onSample: (sample) => {
          samples.push(sample);
          const duration = (sample.decodeTime - (samples.find(({ kind }) => kind === 'video')?.decodeTime ?? 0)) / videoRate;
          if (sample.kind === 'video' && duration > seconds - 2 && tracks) resolve({ tracks, samples });
        },
        onEnd: ({ code }) => reject(new Error(`The camera ended with ${code}.`)),
      });
      onTestFinished(source.stop);
    });

  test('the audio is recorded beside the picture of the same moment', async () => {
    const recording = await record('/cliplate');
    const [flashes, tones] = [flashesOf(recording), tonesOf(recording)];
    // The first sender reports arrive after a few seconds.
    const offsets = tones.slice(-4).map((tone) => Math.min(...flashes.map((flash) => Math.abs(tone - flash))));
    // A flash is only as exact as a frame is long, 40 ms, and a busy machine delays packets; lip-sync.test.ts has the exact
    // figures.
    for (const offset of offsets) expect(offset).toBeLessThan(100);
    expect(offsets).toHaveLength(4);
  });
});

import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { encodeScene, type SceneOptions } from '../../testing/scene-samples.ts';
import { buildFragment } from './fragment.ts';
import { displaySizeOf, pixelAspectOf } from './display-size.ts';
import { initSectionOf } from './init-section.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const encode = (options: SceneOptions) => encodeScene({ seconds: 1, audio: false, size: '176x144', ...options });

describe.skipIf(!hasFfmpeg)('the pixel aspect ratio as encoders write it', () => {
  test.each([
    ['H.264, from the table', { pixelAspect: '16/11' }, { horizontal: 16, vertical: 11 }, { width: 256, height: 144 }],
    ['H.264, in numbers of its own', { pixelAspect: '97/64' }, { horizontal: 97, vertical: 64 }, { width: 267, height: 144 }],
    ['H.264, pixels that stand', { pixelAspect: '3/4' }, { horizontal: 3, vertical: 4 }, { width: 176, height: 192 }],
    ['H.264, square', { pixelAspect: '1/1' }, { horizontal: 1, vertical: 1 }, { width: 176, height: 144 }],
    ['H.264, beyond reason', { pixelAspect: '100/1' }, { horizontal: 1, vertical: 1 }, { width: 176, height: 144 }],
    ['H.265, from the table', { hevc: true, pixelAspect: '16/11' }, { horizontal: 16, vertical: 11 }, { width: 256, height: 144 }],
    ['H.265, in numbers of its own', { hevc: true, pixelAspect: '97/64' }, { horizontal: 97, vertical: 64 }, { width: 267, height: 144 }],
    [
      'H.265, behind scaling lists and many reference sets',
      {
        hevc: true,
        pixelAspect: '12/11',
        hevcOptions: 'scaling-list=default:bframes=4:b-pyramid=1:ref=4:amp=1:rect=1:temporal-layers=1:open-gop=1',
      },
      { horizontal: 12, vertical: 11 },
      { width: 192, height: 144 },
    ],
    ['H.265, square', { hevc: true }, { horizontal: 1, vertical: 1 }, { width: 176, height: 144 }],
  ] as const)('%s', (_, options, aspect, size) => {
    const scene = encode(options);
    if (!scene) throw new Error('FFmpeg could not encode the scene.');
    expect([pixelAspectOf(scene.tracks.video), displaySizeOf(scene.tracks.video)]).toEqual([aspect, size]);
  });

  test.each([
    ['H.264', false],
    ['H.265', true],
  ])('an init section of %s declares it in pasp and in the track size, so that no player has to read further', (_, hevc) => {
    const scene = encode({ hevc, pixelAspect: '16/11' });
    const [first] = scene?.samples ?? [];
    if (!scene || !first) throw new Error('FFmpeg could not encode the scene.');
    const init = Buffer.from(initSectionOf(scene.tracks).bytes);
    const aspect = init.indexOf('pasp');
    expect([init.readUInt32BE(aspect + 4), init.readUInt32BE(aspect + 8)]).toEqual([16, 11]);
    const header = init.indexOf('tkhd');
    expect([init.readUInt16BE(header + 80), init.readUInt16BE(header + 84)]).toEqual([256, 144]);
    const { stdout, stderr } = spawnSync(
      'ffprobe',
      ['-v', 'error', '-show_entries', 'stream=width,height,sample_aspect_ratio,display_aspect_ratio', '-of', 'csv=p=0', '-'],
      { input: Buffer.concat([init, buildFragment([first], 1)]), encoding: 'utf8' },
    );
    expect([stdout.trim(), stderr]).toEqual(['176,144,16:11,16:9', '']);
  });

  test('square pixels leave an init section unchanged', () => {
    const scene = encode({ pixelAspect: '1/1' });
    expect(scene && Buffer.from(initSectionOf(scene.tracks).bytes).includes('pasp')).toBe(false);
  });
});

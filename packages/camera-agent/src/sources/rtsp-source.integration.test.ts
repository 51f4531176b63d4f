import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startRigCamera, type RigCamera } from '../../../../e2e/rig/camera.ts';
import { unadjusted } from './adjustment.ts';
import { SourceError, type Frame, type FrameSource } from './frame-source.ts';
import { openRtspSource } from './rtsp-source.ts';
import { atMost } from '../../../../tooling/tests/slow-machine.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const isCi = process.env['CI'] !== undefined;
const rig: RigCamera | null = await startRigCamera().catch((error: unknown) => {
  if (isCi) throw error;
  return null;
});

async function take(source: FrameSource, seconds: number, whileRunning: () => void = () => undefined): Promise<Frame[]> {
  const stop = new AbortController();
  const frames: Frame[] = [];
  for await (const frame of source.frames(stop.signal)) {
    frames.push(frame);
    if (frames.length === 10) whileRunning();
    if (frame.decodeTime - (frames[0]?.decodeTime ?? 0) >= seconds) stop.abort();
  }
  return frames;
}

describe.skipIf(rig === null || !hasFfmpeg)('a GStreamer camera (skipped where GStreamer or FFmpeg is not installed, never on CI)', () => {
  const camera = rig as RigCamera;
  afterAll(() => camera.stop());

  test.each([
    ['/cam', null],
    ['/cama', 'mp4a.40.2'],
    ['/cambf', null],
  ])(
    '%s: passed on in its own time, from a key frame on',
    async (path, sound) => {
      const source = await openRtspSource('ffmpeg', camera.url(path));
      expect(source.video).toMatchObject({ codec: expect.stringMatching(/^avc1\./), width: 1280, height: 720 });
      expect(source.audio?.codec ?? null).toBe(sound);
      const frames = await take(source, 3);
      const pictures = frames.filter(({ kind }) => kind === 'video');
      expect(pictures[0]?.keyFrame).toBe(true);
      expect(pictures.length).toBeGreaterThan(30);
      pictures.slice(1).forEach(({ decodeTime }, index) => expect(decodeTime).toBeGreaterThan(pictures[index]?.decodeTime ?? 0));
      expect(pictures.some(({ compositionOffset }) => compositionOffset > 0.01)).toBe(path === '/cambf');
      if (sound !== null) expect(frames.filter(({ kind }) => kind === 'audio').length).toBeGreaterThan(10);
    },
    atMost(30_000),
  );

  test('a muted microphone is not even read; a louder one still has sound', async () => {
    const silent = await openRtspSource('ffmpeg', camera.url('/cama'), { ...unadjusted, isMicrophoneOn: false });
    expect(silent.audio).toBe(null);
    expect((await take(silent, 1)).every(({ kind }) => kind === 'video')).toBe(true);
    const loud = await openRtspSource('ffmpeg', camera.url('/cama'), { ...unadjusted, microphoneSensitivity: 80 });
    expect((await take(loud, 1)).some(({ kind }) => kind === 'audio')).toBe(true);
  });

  test('a camera that sent only sound at first is asked once more', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'watchpost-ffmpeg-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const ffmpeg = join(folder, 'ffmpeg');
    // What FFmpeg 5 says when it has waited for a picture.
    const silent = 'touch "$0.asked"; echo "[mp4 @ 0x1] dimensions not set" >&2; exit 1';
    writeFileSync(ffmpeg, `#!/bin/sh\nif [ -e "$0.asked" ]; then exec ffmpeg "$@"; fi\n${silent}\n`, { mode: 0o755 });
    const source = await openRtspSource(ffmpeg, camera.url('/cam'));
    expect((await take(source, 1)).length).toBeGreaterThan(10);
  });

  test('a password works without appearing in any process’s command line; a wrong one is reported without it', async () => {
    const address = camera.url('/digest').replace('rtsp://', 'rtsp://admin:secret@');
    const source = await openRtspSource('ffmpeg', address);
    let commands = '';
    await take(source, 1, () => {
      commands = globSync('/proc/[0-9]*/cmdline').map(readNow).join('\n');
    });
    expect(commands).toContain('-f concat');
    expect(commands).not.toContain('admin:secret');
    const wrong = openRtspSource('ffmpeg', address.replace('secret', 'wr0ng-one'));
    await expect(wrong).rejects.toThrow(/401/);
    await expect(wrong).rejects.not.toThrow(/wr0ng-one/);
  });

  test('reports a path that the camera does not have', async () => {
    await expect(openRtspSource('ffmpeg', camera.url('/nothing'))).rejects.toThrow(/404/);
  });
});

/** A process that has ended meanwhile is skipped. */
function readNow(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

test.each(['', 'http://192.168.1.20/', 'file:///etc/passwd', 'rtsp://', '/dev/video0'])(
  '%s is not the address of a camera',
  async (address) => {
    await expect(openRtspSource('ffmpeg', address)).rejects.toThrow(SourceError);
  },
);

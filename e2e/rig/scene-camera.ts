import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const assets = resolve(import.meta.dirname, '../../packages/camera-agent/assets');
const replay = join(import.meta.dirname, 'replay-camera.ts');

/** An RTSP camera with a real picture: one of the shipped scenes, over and over. */
export interface SceneCamera {
  readonly url: string;
  /** Closes its connections, as it does when it restarts. */
  restart(): void;
  /** Pulls the plug. */
  stop(): Promise<void>;
}

export interface SceneCameraOptions {
  /** What else the stream says of itself, as FFmpeg's `h264_metadata` takes it: `sample_aspect_ratio=16/11`. */
  readonly metadata?: string;
  /** Re-encoded in this profile of H.264; the scenes are in `main`. */
  readonly profile?: 'baseline' | 'high';
  /** Re-encoded with one key frame for the whole scene, as cameras with a “smart codec” do. */
  readonly hasOneKeyFrame?: boolean;
  /** The scene as a substream of 640×360. */
  readonly isSmall?: boolean;
  /** Other footage instead of a scene: its first 30 s, 640 pixels wide, 10 frames a second. */
  readonly file?: string;
  /** How long the place stays empty after each visit of twelve seconds. 0 by default. */
  readonly emptySeconds?: number;
}

/** Starts it; it ends with this process, whatever happens to it. */
export async function startSceneCamera(
  scene: 'street' | 'porch' | 'warehouse',
  { metadata, profile, hasOneKeyFrame = false, isSmall = false, file, emptySeconds = 0 }: SceneCameraOptions = {},
): Promise<SceneCamera> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-scene-'));
  const clip = join(folder, `${scene}.h264`);
  const list = join(folder, 'parts.txt');
  // An empty place is a clip of two seconds, encoded as the scene is.
  const parts = [scene, ...Array.from({ length: emptySeconds / 2 }, () => `${scene}-calm`)];
  writeFileSync(list, parts.map((name) => `file '${join(assets, `${name}${isSmall ? '-low' : ''}.mp4`)}'\n`).join(''));
  const encode =
    profile === undefined && !hasOneKeyFrame && file === undefined
      ? ['-c:v', 'copy']
      : [
          ...['-vf', 'scale=640:-2', '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', profile ?? 'main', '-bf', '0'],
          ...['-r', '10', '-sc_threshold', '0', '-g', hasOneKeyFrame ? '9999' : '20'],
        ];
  const copy = [
    '-hide_banner',
    '-loglevel',
    'error',
    ...(file === undefined ? ['-f', 'concat', '-safe', '0', '-i', list] : ['-t', '30', '-i', file]),
    ...encode,
    '-an',
    '-bsf:v',
    `h264_mp4toannexb,h264_metadata=aud=insert${metadata === undefined ? '' : `:${metadata}`}`,
    '-f',
    'h264',
    clip,
  ];
  await promisify(execFile)(process.env['FFMPEG_PATH'] || 'ffmpeg', copy);
  const child = spawn(process.execPath, [replay, clip, '10', '0'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  rmSync(folder, { recursive: true });
  const [, port] = /ready (\d+)/.exec(line.toString()) ?? [];
  if (port === undefined) throw new Error(`The scene camera did not start. It said: ${line.toString()}`);
  return {
    url: `rtsp://127.0.0.1:${port}/${scene}`,
    restart: () => void child.kill('SIGUSR2'),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

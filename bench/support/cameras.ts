import { join } from 'node:path';
import { startChild, type Child } from './children.ts';
import type { Clip } from './archive/clip.ts';

/** Runs many cameras that replay a clip; any path is a camera. */
export interface ReplayCameras extends Child {
  address(name: string): string;
}

export async function startReplayCameras(clip: Clip): Promise<ReplayCameras> {
  const script = join(import.meta.dirname, '../../e2e/rig/replay-camera.ts');
  const child = await startChild(process.execPath, [script, clip.file, String(clip.framesPerSecond), '0'], { ready: /ready (\d+)/ });
  return { ...child, address: (name) => `rtsp://127.0.0.1:${child.ready?.[1]}/${name}` };
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clip } from '../../../bench/support/archive/clip.ts';
import { makeArchive } from '../../../bench/support/archive/make-archive.ts';
import { openDatabase } from '../../../packages/server/src/db/database.ts';
import { createFootageLedger } from '../../../packages/server/src/media/recording/footage-ledger.ts';
import { encodeOnce } from '../../../packages/server/src/testing/scene-samples.ts';
import { burnClock } from '../../rig/burnt-clock.ts';
import type { RunningProduct } from '../product.ts';

/** Duration of the clip that `makeClockClip` encodes, ms. */
export const loopMs = 12_000;

/** Footage before now that a camera of a running server gets. */
interface SeededFootage {
  readonly cameraId: string;
  readonly clip: Clip;
  /** Unix ms. */
  readonly from: number;
  /** How many times the clip follows itself. */
  readonly loops: number;
}

/** Puts footage into the server's folder and index while it runs: the server's own recorder writes the files, and its own ledger their rows. */
export async function seedFootage({ dataDir }: Pick<RunningProduct, 'dataDir'>, footage: SeededFootage): Promise<void> {
  const rows = await makeArchive({ dataDir, ...footage });
  const db = openDatabase({ kind: 'sqlite', file: join(dataDir, 'watchpost.db') });
  try {
    await createFootageLedger(db).add(rows);
  } finally {
    await db.destroy();
  }
}

/** Gives a camera a minute of footage that began two minutes ago; the clock in its picture begins at 0. @returns when it began, Unix ms */
export async function seedEarlierFootage(product: Pick<RunningProduct, 'dataDir'>, cameraId: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-earlier-'));
  try {
    const from = Date.now() - 120_000;
    await seedFootage(product, { cameraId, clip: makeClockClip(join(folder, 'clip.h264'), 320, 180), from, loops: 5 });
    return from;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Encodes a small clip with the time since its start burnt in; each size only once, for all stages. */
export function makeClockClip(file: string, width: number, height: number): Clip {
  const [framesPerSecond, seconds] = [10, loopMs / 1000];
  const frames = Array.from({ length: framesPerSecond * seconds }, (_, index) => {
    const frame = new Uint8Array(width * height).fill(90 + (index % 60));
    frame.fill(220, width * 80, width * 80 + 4000);
    burnClock(frame, width, height, index * 100);
    return frame;
  });
  const source = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', String(framesPerSecond), '-i', '-'];
  const encoder = ['-c:v', 'libx264', '-profile:v', 'baseline', '-preset', 'veryfast', '-tune', 'zerolatency', '-g', '10'];
  const stream = ['-sc_threshold', '0', '-pix_fmt', 'yuv420p', '-bsf:v', 'h264_metadata=aud=insert', '-f', 'h264', '-'];
  const bytes = encodeOnce(['-v', 'error', ...source, ...encoder, ...stream], Buffer.concat(frames));
  if (!bytes) throw new Error('FFmpeg could not make the clip.');
  writeFileSync(file, bytes);
  return { file, framesPerSecond, seconds };
}

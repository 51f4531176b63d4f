/**
 * Measures the recognition of objects on the scenes of the demo cameras: what it finds, what it costs, and what it reports of an empty
 * street in the wind. The pictures come as from a camera, one after the other; a look is waited for, so that a busy machine finds the same.
 */
import { defaultDetection } from '@watchpost/contract/schemas/smart-events';
import { createManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import { createLog } from '../../packages/server/src/kernel/log.ts';
import { createCpuBudget } from '../../packages/server/src/media/objects/cpu-budget.ts';
import { createForkedDetector } from '../../packages/server/src/media/objects/engine/forked-detector.ts';
import type { Look } from '../../packages/server/src/media/objects/engine/object-detector.ts';
import { createObjectWatch } from '../../packages/server/src/media/objects/object-watch.ts';
import type { Detection } from '../../packages/server/src/media/objects/tracking/object-rules.ts';
import { createStreamRegistry } from '../../packages/server/src/media/stream/stream-registry.ts';
import { createScenePlayer, encodeWindyStreet, readDemoScene, type Scene } from '../../packages/server/src/testing/scene-samples.ts';
import { temporaryFolder } from '../support/folders.ts';
import { figure, report } from '../support/report.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 120);
const log = createLog({ level: 'silent', format: 'json' });
const modelFolder = temporaryFolder('detection');
const settings = [
  { ...defaultDetection('human'), isEnabled: true },
  { ...defaultDetection('vehicle'), isEnabled: true },
];

const small = await watch(readDemoScene('street', { isSmall: true }), 24);
const large = await watch(readDemoScene('street', { isSmall: false }), 24);
const porch = await watch(readDemoScene('porch', { isSmall: true }), 12);
const windy = await watch(encodeWindyStreet({ seconds }), seconds);

const moving = ({ looks }: Watched): number[] => looks.filter(({ moving: areas }) => areas.length > 0).map(({ cpuMs }) => cpuMs);
const idle = ({ looks }: Watched): number[] => looks.filter(({ moving: areas }) => areas.length === 0).map(({ cpuMs }) => cpuMs);
const found = ({ detections }: Watched, type: string): number =>
  detections.filter((one) => one.kind === 'began' && one.type === type).length;

report('detection', [
  figure('CPU of a picture in which something moves, substream of 640×360', 'ms', moving(small), { of: 'median', atMost: 120 }),
  figure('CPU of a picture in which something moves, main stream of 1280×720', 'ms', moving(large)),
  figure('CPU of a picture in which nothing moves, substream of 640×360', 'ms', idle(small), { of: 'median', atMost: 15 }),
  figure('a look, from the last picture to the objects in it', 'ms', small.tookMs, { of: 'p95', atMost: 1500 }),
  figure('from when a person moves on the porch to the detection, in pictures’ time', 'ms', porch.delaysMs, { of: 'p95', atMost: 5000 }),
  figure('visits to the porch that were missed, of 1', 'visits', [Math.max(0, 1 - found(porch, 'human'))], { of: 'p95', atMost: 0 }),
  figure('vehicles reported on the porch', 'events', [found(porch, 'vehicle')], { of: 'p95', atMost: 0 }),
  figure(
    'events of an empty street in the wind',
    'an hour',
    [(windy.detections.filter(({ kind }) => kind === 'began').length * 3600) / seconds],
    {
      of: 'p95',
      atMost: 0,
    },
  ),
  figure('CPU of that street', '% of a core', [windy.looks.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / seconds / 10]),
]);

interface Watched {
  readonly looks: readonly Look[];
  readonly tookMs: readonly number[];
  readonly detections: readonly Detection[];
  /** From the first motion of a scene to its detections. */
  readonly delaysMs: readonly number[];
}

async function watch(scene: Scene | null, length: number): Promise<Watched> {
  if (!scene) throw new Error('FFmpeg is missing.');
  const clock = createManualClock(0);
  const streams = createStreamRegistry({ clock, log });
  const detector = createForkedDetector({ clock: systemClock, log, modelFolder });
  if (detector.engine().state !== 'ready') throw new Error('The optional package onnxruntime-node is missing.');
  const looks: Look[] = [];
  const tookMs: number[] = [];
  const detections: Detection[] = [];
  const looking: Promise<Look | null>[] = [];
  const objects = createObjectWatch({
    streams,
    detector: { ...detector, look: (request) => looking[looking.push(detector.look(request)) - 1] ?? Promise.resolve(null) },
    budget: createCpuBudget({ clock, share: 64 }),
    clock,
    log,
    newId: () => `d${detections.length}`,
    onDetection: (detection) => detections.push(detection),
  });
  objects.configure('c1', settings);
  const player = createScenePlayer(scene, 0, streams.open('c1').input);
  for (let time = 0; time < length * 1000; time += 100) {
    clock.advance(100);
    player.play(100);
    const current = looking.pop();
    if (!current) continue;
    const startedAt = systemClock.monotonic();
    const look = await current;
    await new Promise((resolve) => setImmediate(resolve));
    if (!look) continue;
    looks.push(look);
    // The first one loads the model.
    if (looks.length > 1) tookMs.push(systemClock.monotonic() - startedAt);
  }
  objects.close();
  const firstMotion = looks.find(({ moving: areas }) => areas.length > 0)?.at ?? Number.NaN;
  const delaysMs = detections.filter((one) => one.kind === 'began').map(({ at }) => at - firstMotion);
  return { looks, tookMs, detections, delaysMs };
}

/**
 * Measures the recognition of objects: what it finds in labelled pictures of the demo scenes and, where they are installed, of vtest.avi
 * (Debian's opencv-doc) and of photos (darknet), what it reports of visits and of an empty street in the wind, what it costs, and how soon
 * an event is at a client, through RTSP cameras. Beside it: motion detection alone, and the same model given whole pictures only.
 * BENCH_QUICK=1 (--quick) takes fewer samples. BENCH_EVENTS is the number of events of the RTSP cameras, VTEST_FILE the path of vtest.avi,
 * PHOTO_FOLDER that of the photos.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@watchpost/contract/timing/clock';
import { createLog } from '../../packages/server/src/kernel/log.ts';
import { createForkedDetector } from '../../packages/server/src/media/objects/engine/forked-detector.ts';
import {
  emptySeconds,
  encodeFile,
  encodePhoto,
  encodeVisit,
  encodeWindyStreet,
  readDemoScene,
  type Scene,
} from '../../packages/server/src/testing/scene-samples.ts';
import {
  labelledClasses,
  readPhotoLabels,
  readSceneLabels,
  readVtestLabels,
  sceneNames,
  sharesOf,
  type LabelledClass,
  type LabelledFootage,
  type Tally,
} from '../support/detection/labels.ts';
import { lookAtLabels } from '../support/detection/looks.ts';
import { measureRtspDelays } from '../support/detection/rtsp-delays.ts';
import { countBegan, watchScene, type Watched } from '../support/detection/watched.ts';
import { temporaryFolder } from '../support/folders.ts';
import { figure, report, type Figure } from '../support/report.ts';

/** Fewer samples: some three minutes on two cores. */
const isQuick = process.env['BENCH_QUICK'] === '1';
const windySeconds = Number(process.env['BENCH_SECONDS'] ?? (isQuick ? 40 : 120));
const wantedEvents = Number(process.env['BENCH_EVENTS'] ?? (isQuick ? 6 : 16));
/** With fewer events until then, those are reported. */
const maxDelaysMs = isQuick ? 120_000 : 480_000;
const vtestFile = process.env['VTEST_FILE'] ?? '/usr/share/doc/opencv-doc/examples/data/vtest.avi';
const photoFolder = process.env['PHOTO_FOLDER'] ?? '/usr/share/darknet/data';
/** Confidence of a detection that nobody has changed. */
const minScore = 0.5;

const log = createLog({ level: 'silent', format: 'json' });
const detector = createForkedDetector({ clock: systemClock, log, modelFolder: temporaryFolder('detection') });
if (detector.engine().state !== 'ready') throw new Error('The optional package onnxruntime-node is missing.');
const watch = (scene: Scene | null, seconds: number): Promise<Watched> => watchScene(made(scene), { detector, log, seconds });

// Labelled pictures, by day and by night: the porch and the street are dark as they are.
const labels = readSceneLabels();
const product: Tally[] = [];
const whole: Tally[] = [];
const lookAt = async (scene: Scene | null, footage: LabelledFootage, firstFrame: number): Promise<void> => {
  const looks = await lookAtLabels(detector, made(scene), { labels: footage, firstFrame, minScore });
  product.push(...looks.product);
  whole.push(...looks.whole);
};
for (const name of sceneNames) await lookAt(encodeVisit(name, { isDark: false }), labels[name], emptySeconds.before * 10);
await lookAt(encodeVisit('warehouse', { isDark: true }), { ...labels.warehouse, light: 'night' }, emptySeconds.before * 10);
if (existsSync(vtestFile)) {
  const vtest = readVtestLabels();
  await lookAt(encodeFile(vtestFile, { seconds: 70, isDark: false }), vtest, 0);
  await lookAt(encodeFile(vtestFile, { seconds: 70, isDark: true }), { ...vtest, light: 'night' }, 0);
} else console.log(`vtest.avi is not measured: there is no ${vtestFile} (apt-get install opencv-doc, or VTEST_FILE).`);
const photos = readPhotoLabels().map((photo) => ({ ...photo, path: join(photoFolder, photo.file) }));
const [missingPhoto] = photos.filter(({ path }) => !existsSync(path));
if (missingPhoto) console.log(`The photos are not measured: there is no ${missingPhoto.path} (apt-get install darknet, or PHOTO_FOLDER).`);
for (const photo of missingPhoto ? [] : photos)
  for (const light of ['day', 'night'] as const) {
    const scene = made(encodePhoto(photo.path, { isDark: light === 'night' }));
    const { width, height } = scene.tracks.video;
    // Encoded pictures have an even number of pixels.
    if (Math.abs(width - photo.size[0]) > 1 || Math.abs(height - photo.size[1]) > 1)
      throw new Error(`${photo.path} is not the photo that was labelled: it has ${width}×${height} pixels.`);
    await lookAt(scene, { ...photo, light }, 0);
  }

// One visit to each place, which is empty before and after it.
const visitSeconds = emptySeconds.before + 12 + emptySeconds.after;
const visits = new Map<(typeof sceneNames)[number], Watched>();
for (const name of sceneNames) visits.set(name, await watch(encodeVisit(name, { isDark: false }), visitSeconds));
const all = [...visits.values()];
const expected = { street: ['human', 'vehicle'], porch: ['human'], warehouse: ['human'] } as const;
const missed = sceneNames.flatMap((name) => expected[name].filter((type) => countBegan(visits.get(name)?.detections ?? [], type) === 0));
const superfluous = sceneNames.reduce((sum, name) => {
  const detections = visits.get(name)?.detections ?? [];
  return (
    sum +
    ['human', 'vehicle'].reduce(
      (extra, type) => extra + Math.max(0, countBegan(detections, type) - (expected[name].some((one) => one === type) ? 1 : 0)),
      0,
    )
  );
}, 0);
const windy = await watch(encodeWindyStreet({ seconds: windySeconds }), windySeconds);
const large = await watch(readDemoScene('street', { isSmall: false }), 24);
const costs = (watched: readonly Watched[], isMoving: boolean): number[] =>
  watched.flatMap(({ looks }) => looks.filter(({ moving }) => moving.length > 0 === isMoving).map(({ cpuMs }) => cpuMs));
const cpuOf = ({ looks }: Watched, isEmpty: (at: number) => boolean): number =>
  looks.filter(({ at }) => isEmpty(at)).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
const isBefore = (at: number): boolean => at < emptySeconds.before * 1000;
detector.close();

const delays = await measureRtspDelays({ events: wantedEvents, maxMs: maxDelaysMs });

const perHour = (count: number): number[] => [(count * 3600) / windySeconds];
const one = { of: 'p95', atMost: 0 } as const;
report('detection', [
  ...labelled('product', product),
  ...labelled('peer: the same model, whole pictures alone', whole),
  figure('people and vehicles that came by and were missed, of 4', 'visits', [missed.length], one),
  figure('events too many of these visits', 'events', [superfluous], one),
  figure('beside it: motion events of these visits', 'events', [all.reduce((sum, { motions }) => sum + countBegan(motions), 0)]),
  figure('events of an empty street in the wind', 'an hour', perHour(countBegan(windy.detections)), one),
  figure('beside it: motion events of that street', 'an hour', perHour(countBegan(windy.motions))),
  figure('CPU of a picture in which something moves, substream of 640×360', 'ms', costs(all, true), { of: 'median', atMost: 120 }),
  figure('CPU of a picture in which something moves, main stream of 1280×720', 'ms', costs([large], true)),
  figure('CPU of a picture in which nothing moves, substream of 640×360', 'ms', costs(all, false), { of: 'median', atMost: 15 }),
  figure(
    'CPU of a camera where nothing moves',
    'ms a second',
    all.map((visit) => cpuOf(visit, isBefore) / emptySeconds.before),
  ),
  figure(
    'CPU of a visit of 12 s, all its events',
    'ms',
    all.map((visit) => cpuOf(visit, (at) => !isBefore(at))),
  ),
  figure('CPU of the street in the wind', '% of a core', [windy.looks.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / windySeconds / 10]),
  figure(
    'a look, from the last picture to the objects in it',
    'ms',
    all.flatMap(({ tookMs }) => tookMs),
    { of: 'p95', atMost: 1500 },
  ),
  figure(
    'from when something moves to the detection, in pictures’ time',
    'ms',
    all.flatMap(({ delaysMs }) => delaysMs),
  ),
  figure('from the picture to the event at a client, RTSP cameras', 'ms', delays.objectMs, { of: 'p95', atMost: 1500 }),
  figure('beside it: motion events, the same cameras', 'ms', delays.motionMs),
]);

function labelled(who: string, tallies: readonly Tally[]): Figure[] {
  const figures: Figure[] = [];
  const add = (what: string, percent: number, samples: number): void => {
    // Without the photos there is no animal; without vtest.avi, too, no vehicle by day.
    if (samples > 0 && Number.isFinite(percent))
      figures.push({ name: `${who}: ${what}`, unit: '%', median: percent, p95: percent, maximum: percent, samples });
  };
  const names: Readonly<Record<LabelledClass, string>> = { human: 'people', vehicle: 'vehicles', animal: 'animals' };
  for (const type of labelledClasses) {
    const name = names[type];
    for (const light of ['day', 'night'] as const) {
      const { recall, precision, labels: count } = sharesOf(tallies.filter((tally) => tally.class === type && tally.light === light));
      add(`${name} found, by ${light}`, recall, count);
      add(`of the ${name} it names, right, by ${light}`, precision, count);
    }
    const { small, large: tall, labels: count } = sharesOf(tallies.filter((tally) => tally.class === type));
    add(`small ${name} found, lower than a sixth of the picture`, small, count);
    add(`larger ${name} found`, tall, count);
  }
  return figures;
}

function made(scene: Scene | null): Scene {
  if (!scene) throw new Error('FFmpeg is missing.');
  return scene;
}

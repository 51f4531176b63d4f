import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BufferSource, Input, MP4 } from 'mediabunny';
import { expect, onTestFinished, test } from 'vitest';
import type { MainTap } from '../link/main-feed.ts';
import type { FrameTracks } from '../link/kept-frames.ts';
import { createSteppingClock } from '../testing/stepping-clock.ts';
import { createSdCard, type SdCard, type SdCardOptions } from './sd-card.ts';
import { videosFolder } from './store/store-files.ts';

const tracks: FrameTracks = {
  video: { kind: 'video', codec: 'avc1.4d401f', width: 640, height: 360, configuration: 'AU1AH//hAA5nTUAf6IAoAt2AtQEAAAEABGjpO1I=' },
  audio: null,
};
/** A Monday in Moscow, 12:00. */
const noon = Date.UTC(2026, 10, 23, 9);
/** Timeout for the disk of a busy machine. */
const patiently = { timeout: 10_000, interval: 10 };
const never = new AbortController().signal;
const nothing = (): void => undefined;
/** Bytes per frame, at ten frames a second. */
const pictureBytes = 2000;

async function setUp(over: Partial<SdCardOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-card-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const card = join(folder, 'card');
  await mkdir(card);
  const { clock, advance } = createSteppingClock();
  const problems: string[] = [];
  let tapped: MainTap | null = null;
  let view = { tracks, zero: 0 };
  const options: SdCardOptions = {
    card,
    quota: 100_000_000,
    settingsFile: join(folder, 'agent', 'card.settings'),
    tap: (onFrame) => (tapped = onFrame),
    timeZone: () => 'Europe/Moscow',
    clock,
    wallClock: () => noon + clock.monotonic(),
    onProblem: (problem) => problems.push(problem),
    ...over,
  };
  /** Feeds this many seconds of video, with a key frame each second. */
  const show = async (seconds: number): Promise<void> => {
    for (let picture = 0; picture < seconds * 10; picture += 1) {
      await advance(100);
      const at = Math.round(clock.monotonic() / 100);
      tapped?.(view.tracks, {
        kind: 'video',
        keyFrame: at % 10 === 0,
        decodeTime: (at - view.zero) / 10,
        compositionOffset: 0,
        duration: 0.1,
        data: new Uint8Array(pictureBytes).fill(at),
      });
    }
  };
  const start = async () => {
    const made = await createSdCard(options);
    const stop = new AbortController();
    const running = made.run(stop.signal);
    const end = async (): Promise<void> => {
      stop.abort();
      await running;
    };
    onTestFinished(end);
    return { ...made, end };
  };
  /** The playable ranges: seconds after noon, from and to. */
  const played = async (of: {
    list: (
      before: number | null,
      limit: number,
    ) => Promise<{ readonly videos: readonly { readonly startAt: number; readonly endAt: number | null }[] }>;
  }) =>
    (await of.list(null, 100)).videos
      .toReversed()
      .map(({ startAt, endAt }) => [(startAt - noon) / 1000, endAt === null ? null : (endAt - noon) / 1000]);
  /** Feeds like `show`, at the disk's pace: all but the newest frames become playable. */
  const showSlowly = async (of: SdCard, seconds: number): Promise<void> => {
    for (let left = seconds; left > 0; left -= 2) {
      await show(2);
      await expect.poll(async () => (await played(of)).slice(0, -1).every(([, end]) => end !== null), patiently).toBe(true);
    }
  };
  /** Restarts the camera: its timeline starts over too. */
  const restart = (): void => {
    view = { tracks: { ...tracks }, zero: Math.round(clock.monotonic() / 100) };
  };
  return { folder, card, problems, restart, show, showSlowly, start, played, options, isTapped: () => tapped !== null };
}

async function formatted(over: Partial<SdCardOptions> = {}) {
  const scene = await setUp(over);
  const card = await scene.start();
  await card.format(never, nothing);
  return { ...scene, sd: card };
}

test('reports not installed, not mounted and installed for a missing, a foreign and a formatted folder', async () => {
  const { card, start } = await setUp();
  const sd = await start();
  expect((await sd.read()).card).toEqual({ state: 'not-mounted' });
  await expect(sd.list(null, 10)).rejects.toMatchObject({ code: 'sd-card-not-mounted' });
  await rename(card, `${card}-pulled`);
  expect((await sd.read()).card).toEqual({ state: 'not-installed' });
  await expect(sd.list(null, 10)).rejects.toMatchObject({ code: 'sd-card-not-installed' });
  await expect(sd.format(never, nothing)).rejects.toMatchObject({ code: 'sd-card-not-installed' });
  await rename(`${card}-pulled`, card);
  await sd.format(never, nothing);
  expect((await sd.read()).card).toMatchObject({ state: 'installed', memory: { used: 0, total: 100_000_000 } });
  await writeFile(join(card, 'watchpost-card', 'card.json'), '{"version":1');
  expect((await sd.read()).card).toEqual({ state: 'not-mounted' });
});

test('always: records a file per five minutes without gaps, one of them in progress, and continues after a restart', async () => {
  const { sd, show, played, start, isTapped } = await formatted();
  expect(isTapped()).toBe(false);
  expect(await sd.write({ recording: 'always' })).toMatchObject({
    recording: 'always',
    timeZone: 'Europe/Moscow',
    card: { state: 'installed' },
  });
  await show(11);
  expect(await played(sd)).toEqual([[1, null]]);
  await expect(sd.open(String(noon + 1000), true)).rejects.toMatchObject({ code: 'sd-card-recording' });
  await expect(sd.open('17', true)).rejects.toMatchObject({ code: 'sd-card-video-gone' });
  await show(600);
  await sd.end();
  const again = await start();
  const { recording } = await again.read();
  expect(recording).toBe('always');
  const parts = await played(again);
  expect(parts.map(([from]) => from)).toEqual([1, 301, 601]);
  expect(parts.map(([, to]) => to)).toEqual([301, 601, 611.1]);
  const { size, read } = await again.open(String(noon + 301_000), true);
  const input = new Input({ source: new BufferSource(await read(0, size - 1)), formats: [MP4] });
  expect(await input.computeDuration()).toBeCloseTo(300, 1);
});

test('on schedule: records from minute to minute in the camera’s time zone', async () => {
  let zone = 'Europe/Moscow';
  const { sd, show, played } = await formatted({ timeZone: () => zone });
  await sd.write({ recording: 'schedule', schedule: [{ days: ['mon'], from: '12:01', to: '12:02' }] });
  await show(150);
  await expect.poll(() => played(sd), patiently).toEqual([[60, 120]]);
  // The local time differs in another zone.
  zone = 'Europe/Samara';
  await sd.write({ schedule: [{ days: ['mon'], from: '13:03', to: '13:04' }] });
  await show(120);
  await expect.poll(async () => (await played(sd)).slice(1), patiently).toEqual([[180, 240]]);
});

test('on events: records from ten seconds before the motion that the server reports to ten seconds after it', async () => {
  const { sd, show, played } = await formatted();
  sd.setSeen(true);
  await sd.write({ recording: 'events' });
  await show(30);
  sd.setMoving(true);
  await show(20);
  sd.setMoving(false);
  await show(30);
  await expect.poll(() => played(sd), patiently).toEqual([[20, 60]]);
  // Motion soon afterwards: footage is not recorded twice.
  sd.setMoving(true);
  await show(1);
  sd.setMoving(false);
  await show(4);
  sd.setMoving(true);
  await show(15);
  sd.setMoving(false);
  await show(15);
  await expect
    .poll(() => played(sd), patiently)
    .toEqual([
      [20, 60],
      [70, 110],
    ]);
});

test('on events: records everything while an outage stops motion detection, from the moment of the cut', async () => {
  const { sd, show, played } = await formatted();
  sd.setSeen(true);
  await sd.write({ recording: 'events' });
  await show(40);
  sd.setSeen(false);
  await show(60);
  sd.setSeen(true);
  await show(30);
  await expect.poll(() => played(sd), patiently).toEqual([[40, 110]]);
  // A short outage does not count, and motion ends even if its end is never reported.
  sd.setSeen(false);
  await show(5);
  sd.setSeen(true);
  await show(20);
  await expect.poll(() => played(sd), patiently).toEqual([[40, 110]]);
  sd.setMoving(true);
  await show(10);
  sd.setSeen(false);
  sd.setSeen(true);
  await show(30);
  await expect
    .poll(() => played(sd), patiently)
    .toEqual([
      [40, 110],
      [145, 175],
    ]);
});

test('a camera restart ends the recording, and refills the lead-in', async () => {
  const { sd, show, played, restart } = await formatted();
  sd.setSeen(true);
  await sd.write({ recording: 'events' });
  await show(100);
  sd.setMoving(true);
  await show(10);
  restart();
  await show(5);
  sd.setMoving(false);
  await show(40);
  sd.setMoving(true);
  await show(5);
  sd.setMoving(false);
  await show(20);
  await expect
    .poll(() => played(sd), patiently)
    .toEqual([
      [90, 110.1],
      [111, 125],
      [145, 170],
    ]);
});

test('a card with an unreadable folder is not mounted, which is reported once', async () => {
  const { sd, show, card, problems } = await formatted();
  await sd.write({ recording: 'always' });
  await rm(videosFolder(card), { recursive: true });
  await writeFile(videosFolder(card), 'in the way');
  await show(30);
  await expect.poll(async () => (await sd.read()).card.state, patiently).toBe('not-mounted');
  expect(new Set(problems).size).toBe(problems.length);
});

test('a full card overwrites its oldest recordings and never exceeds its quota', async () => {
  const quota = 1_000_000;
  const { sd, showSlowly, played, card } = await formatted({ quota });
  await sd.write({ recording: 'always' });
  let most = 0;
  for (let count = 0; count < 30; count += 1) {
    await showSlowly(sd, 4);
    const { card: state } = await sd.read();
    if (state.state === 'installed') most = Math.max(most, state.memory.used);
  }
  expect(most).toBeLessThanOrEqual(quota);
  const parts = await played(sd);
  expect(parts.at(-1)?.[1]).toBeNull();
  expect(parts[0]?.[0]).toBeGreaterThan(60);
  // The remaining footage has no gap.
  for (const [index, [from]] of parts.entries()) if (index > 0) expect(from).toBe(parts[index - 1]?.[1]);
  // A recording is listed immediately, its file a moment later.
  await expect.poll(async () => (await readdir(videosFolder(card))).length - (await played(sd)).length, patiently).toBe(0);
});

test('after a power cut, the recorded footage plays after the next start', async () => {
  const { sd, show, played, start, card } = await formatted();
  await sd.write({ recording: 'always' });
  await show(31);
  await expect.poll(async () => (await sd.list(null, 1)).videos[0]?.size, patiently).toBeGreaterThan(28 * 10 * pictureBytes);
  const name = `${noon + 1000}.part.mp4`;
  const [asItWas, mark] = [await readFile(join(videosFolder(card), name)), await readdir(videosFolder(card))];
  expect(mark).toEqual([name]);
  await sd.end();
  await rm(videosFolder(card), { recursive: true });
  await mkdir(videosFolder(card));
  await writeFile(join(videosFolder(card), name), asItWas.subarray(0, asItWas.length - 500));
  await writeFile(join(videosFolder(card), '17.part.mp4'), 'never begun');
  const again = await start();
  const [part, ...rest] = await played(again);
  expect([part?.[0], rest]).toEqual([1, []]);
  expect(part?.[1]).toBeGreaterThan(26);
});

test('detects a card that is pulled during recording, and resumes when it is back', async () => {
  const { sd, show, played, card, isTapped } = await formatted();
  await sd.write({ recording: 'always' });
  await show(11);
  await expect.poll(async () => (await sd.list(null, 1)).videos[0]?.size, patiently).toBeGreaterThan(4 * 10 * pictureBytes);
  await rename(card, `${card}-pulled`);
  await show(11);
  await expect.poll(async () => (await sd.read()).card.state, patiently).toBe('not-installed');
  await expect.poll(isTapped, patiently).toBe(false);
  await rename(`${card}-pulled`, card);
  await expect.poll(async () => (await sd.read()).card.state, patiently).toBe('installed');
  await show(20);
  await expect.poll(async () => (await played(sd)).map(([, end]) => end === null), patiently).toEqual([false, true]);
});

test('erase and format remove only our files and report their progress, and recording continues', async () => {
  const { sd, show, played, card, options } = await formatted({ quota: 2_000_000 });
  await writeFile(join(card, 'holiday.jpg'), 'a photo');
  await sd.write({ recording: 'always', schedule: [{ days: ['sun'], from: '08:00', to: '09:00' }] });
  await show(60);
  const progress: number[] = [];
  const erasing = sd.erase(never, (fraction) => progress.push(fraction));
  await expect(sd.read()).rejects.toMatchObject({ code: 'sd-card-busy' });
  await expect(sd.format(never, nothing)).rejects.toMatchObject({ code: 'sd-card-busy' });
  await erasing;
  expect(progress.length).toBeGreaterThan(2);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(1);
  await show(10);
  expect(await played(sd)).toHaveLength(1);
  await sd.format(never, nothing);
  expect(await sd.read()).toMatchObject({ recording: 'always', schedule: [{ days: ['sun'] }], card: { memory: { used: 0 } } });
  expect((await readdir(card)).toSorted()).toEqual(['holiday.jpg', 'watchpost-card']);
  expect(JSON.parse(await readFile(options.settingsFile, 'utf8'))).toMatchObject({ recording: 'always' });
});

test('reports a card that can’t be formatted, and uses it again when it can', async () => {
  const { sd, card } = await formatted();
  await rm(join(card, 'watchpost-card'), { recursive: true });
  await writeFile(join(card, 'watchpost-card'), 'in the way');
  const stopped = new AbortController();
  stopped.abort();
  await expect(sd.format(never, nothing)).rejects.toMatchObject({ code: 'sd-card-format-failed' });
  await rm(join(card, 'watchpost-card'), { force: true });
  await sd.format(never, nothing);
  expect((await sd.read()).card.state).toBe('installed');
  await mkdir(join(videosFolder(card), 'x'));
  await expect(sd.erase(stopped.signal, nothing)).rejects.toMatchObject({ code: 'sd-card-erase-failed' });
});

test('lists pages, newest first', async () => {
  const { sd, showSlowly } = await formatted({ quota: 400_000 });
  await sd.write({ recording: 'always' });
  await showSlowly(sd, 16);
  const all = (await sd.list(null, 100)).videos.map(({ id }) => id);
  expect(all.length).toBeGreaterThan(3);
  const paged: string[] = [];
  for (let before: number | null | undefined; before !== null;) {
    const page = await sd.list(before ?? null, 2);
    paged.push(...page.videos.map(({ id }) => id));
    before = page.next;
  }
  expect(paged).toEqual(all);
});

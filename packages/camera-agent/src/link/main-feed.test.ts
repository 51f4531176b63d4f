import { expect, onTestFinished, test } from 'vitest';
import { SourceError, type Frame, type FrameSource } from '../sources/frame-source.ts';
import { hastyClock } from '../testing/hasty-clock.ts';
import { createSteppingClock } from '../testing/stepping-clock.ts';
import { createMainFeed } from './main-feed.ts';

const clock = hastyClock;

/** A source with frames from the test, 10 a second, a key frame each second, starting at the time that it is opened with. */
function createHandSource(width: number) {
  const made: Frame[] = [];
  let wake = (): void => undefined;
  let opened = 0;
  let openings = 0;
  const source: FrameSource = {
    video: { kind: 'video', codec: 'avc1.4d401f', width, height: 360, configuration: 'AQ==' },
    audio: null,
    frames: async function* (signal) {
      opened += 1;
      openings += 1;
      signal.addEventListener('abort', () => wake());
      while (!signal.aborted) {
        const frame = made.shift();
        if (frame) yield frame;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
      opened -= 1;
    },
  };
  const make = async (...numbers: number[]): Promise<void> => {
    made.push(
      ...numbers.map((number) => ({
        kind: 'video' as const,
        keyFrame: number % 10 === 0,
        decodeTime: number / 10,
        compositionOffset: 0,
        duration: 0.1,
        data: new Uint8Array(10),
      })),
    );
    wake();
    for (let turn = 0; turn < 10 + numbers.length * 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return { source, make, isOpen: () => opened > 0, opened: () => openings };
}

test('switches to the other source at its key frame, with frames in order and without duplicates, and closes the previous one', async () => {
  const [main, low] = [createHandSource(1280), createHandSource(640)];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const feed = createMainFeed(
    { main: main.source, low: low.source, timeline: { origin: null }, clock, random: () => 0, onProblem: expect.unreachable },
    stop.signal,
  );
  const kept = (): string[] => {
    const all: string[] = [];
    for (let entry = feed.kept.from(0); entry; entry = feed.kept.from(entry.number + 1))
      all.push(`${entry.tracks.video.width} ${entry.frame.decodeTime}`);
    return all;
  };
  await main.make(0, 1);
  feed.use('low');
  await low.make(0, 1);
  await main.make(2);
  expect(kept()).toEqual(['1280 0', '1280 0.1', '1280 0.2']);
  await low.make(9, 10, 11);
  await main.make(12);
  expect(kept().slice(3)).toEqual(['640 1', '640 1.1']);
  expect([main.isOpen(), low.isOpen()]).toEqual([false, true]);
  feed.use('main');
  feed.use('low');
  await low.make(13);
  await main.make(20);
  expect(kept().slice(5)).toEqual(['640 1.3']);
});

test('a tap gets the main stream while the server gets the substream too, each frame once; the camera is never opened twice', async () => {
  const [main, low] = [createHandSource(1280), createHandSource(640)];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const feed = createMainFeed(
    { main: main.source, low: low.source, timeline: { origin: null }, clock, random: () => 0, onProblem: expect.unreachable },
    stop.signal,
  );
  const tapped: string[] = [];
  const onFrame = (tracks: { readonly video: { readonly width: number } }, { decodeTime }: Frame): void =>
    void tapped.push(`${tracks.video.width} ${decodeTime}`);
  const release = feed.tap(onFrame);
  await main.make(0, 1);
  feed.use('low');
  await low.make(0, 10, 11);
  await main.make(2, 3, 12);
  expect(tapped).toEqual(['1280 0', '1280 0.1', '1280 0.2', '1280 0.3', '1280 1.2']);
  // Switches back, and away again before the switch completes.
  feed.use('main');
  feed.use('low');
  await main.make(13);
  feed.use('main');
  await main.make(14, 20);
  await low.make(20, 21);
  await main.make(21);
  expect(tapped.slice(5)).toEqual(['1280 1.3', '1280 1.4', '1280 2', '1280 2.1']);
  expect([main.isOpen(), low.isOpen(), main.opened()]).toEqual([true, false, 1]);
  // Without a tap, the main stream closes when it is unused, and a tap reopens it.
  feed.use('low');
  await low.make(30);
  expect(main.isOpen()).toBe(true);
  release();
  await main.make();
  expect(main.isOpen()).toBe(false);
  feed.tap(onFrame);
  await main.make(31, 40);
  expect(tapped.slice(9)).toEqual(['1280 3.1', '1280 4']);
});

test('the newest main key frame is known whichever stream the server gets; the last of several taps closes the stream', async () => {
  const [main, low] = [createHandSource(1280), createHandSource(640)];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const feed = createMainFeed(
    { main: main.source, low: low.source, timeline: { origin: null }, clock, random: () => 0, onProblem: expect.unreachable },
    stop.signal,
  );
  const newest = (): string | null => feed.newestKey && `${feed.newestKey.tracks.video.width} ${feed.newestKey.frame.decodeTime}`;
  expect(newest()).toBeNull();
  await main.make(0, 1);
  expect(newest()).toBe('1280 0');
  feed.use('low');
  await low.make(10, 20);
  expect([newest(), main.isOpen()]).toEqual(['1280 0', false]);
  const tapped: string[] = [];
  const releases = ['card', 'snapshot'].map((name) => feed.tap((_, { decodeTime }) => void tapped.push(`${name} ${decodeTime}`)));
  await main.make(30, 31);
  expect([newest(), tapped]).toEqual(['1280 3', ['card 3', 'snapshot 3', 'card 3.1', 'snapshot 3.1']]);
  releases[1]?.();
  await main.make(40);
  expect([newest(), main.isOpen(), tapped.slice(4)]).toEqual(['1280 4', true, ['card 4']]);
  releases[0]?.();
  await main.make();
  expect([newest(), main.isOpen()]).toEqual(['1280 4', false]);
});

test('another view of the camera takes over at its key frame; one without a picture does not, and the previous one continues', async () => {
  const [first, turned, dead] = [createHandSource(1280), createHandSource(720), createHandSource(1)];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const timed = createSteppingClock();
  const feed = createMainFeed(
    { main: first.source, low: undefined, timeline: { origin: null }, clock: timed.clock, random: () => 0, onProblem: expect.unreachable },
    stop.signal,
  );
  const widths = (): number[] => {
    const all: number[] = [];
    for (let entry = feed.kept.from(0); entry; entry = feed.kept.from(entry.number + 1)) all.push(entry.tracks.video.width);
    return all;
  };
  const lows: number[] = [];
  feed.listen({ onFrame: () => undefined, onGone: expect.unreachable, onLow: () => void lows.push(1) });
  await first.make(0);
  const turning = feed.exchange(async () => ({ main: turned.source, low: undefined }), false);
  await turned.make(0);
  expect(widths()).toEqual([1280]);
  expect([first.isOpen(), turned.isOpen()]).toEqual([true, true]);
  await timed.advance(1000);
  await turned.make(10);
  await turning;
  expect(widths()).toEqual([1280, 720]);
  expect([first.isOpen(), lows.length]).toEqual([false, 1]);

  const failing = feed.exchange(async () => ({ main: dead.source, low: undefined }), false).catch((error: unknown) => error);
  await dead.make();
  await timed.advance(20_000);
  expect(await failing).toBeInstanceOf(SourceError);
  await turned.make();
  expect([dead.isOpen(), turned.isOpen()]).toEqual([false, true]);
  await expect(feed.exchange(() => Promise.reject(new SourceError('busy')), false)).rejects.toThrow('busy');
  expect(turned.isOpen()).toBe(true);
});

test('a camera that allows one reader is closed before it is reopened with new settings, and restored when that fails', async () => {
  const [first, second] = [createHandSource(1280), createHandSource(720)];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const timed = createSteppingClock();
  const feed = createMainFeed(
    { main: first.source, low: undefined, timeline: { origin: null }, clock: timed.clock, random: () => 0, onProblem: expect.unreachable },
    stop.signal,
  );
  await first.make(0);
  const open = async () => {
    expect(first.isOpen()).toBe(false);
    return { main: second.source, low: undefined };
  };
  const changing = feed.exchange(open, true);
  await second.make(10);
  await timed.advance(1000);
  await changing;
  await expect(feed.exchange(() => Promise.reject(new SourceError('busy')), true)).rejects.toThrow('busy');
  await second.make();
  expect(second.opened()).toBe(2);
});

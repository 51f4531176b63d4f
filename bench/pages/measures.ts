/** Runs in the page: the benches' measurements, as `globalThis.bench`. */
import { clockOf, findCanvas, findVideos, watchFrames, type PresentedFrame } from './frames.ts';
import { mountCamera, mountClip, mountHls, type CameraOptions, type ClipOptions } from './players.ts';
import { timeCameraSeeks, timeHlsSeeks } from './seeking.ts';

/** Times of the first and the second frame since `from`, ms. */
export interface FirstFrames {
  readonly first: number;
  readonly moving: number;
}

function firstFrames(from: number): Promise<FirstFrames> {
  return new Promise((resolve, reject) => {
    let first: PresentedFrame | null = null;
    const timer = setTimeout(() => {
      stop();
      reject(new Error('No moving picture within 30 s.'));
    }, 30_000);
    const stop = watchFrames((frame) => {
      if (first === null || first.video !== frame.video) first = frame;
      else if (frame.mediaTime !== first.mediaTime) {
        stop();
        clearTimeout(timer);
        resolve({ first: first.at - from, moving: frame.at - from });
      }
    });
  });
}

/** The same for a player that draws its picture, above a poster that it draws, too: it says when the first frame is there. */
function firstDrawnFrames(from: number): Promise<FirstFrames> {
  return new Promise((resolve, reject) => {
    let first: number | null = null;
    let shown: number | null = null;
    let isOver = false;
    const end = (): void => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('watchpost-quality', onQuality);
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error('No moving picture on a canvas within 30 s.'));
    }, 30_000);
    const look = (): void => {
      if (isOver || first === null) return;
      const canvas = findCanvas();
      const clock = canvas && clockOf(canvas);
      if (clock !== null && shown !== null && clock !== shown) {
        end();
        return resolve({ first: first - from, moving: performance.now() - from });
      }
      shown ??= clock;
      requestAnimationFrame(look);
    };
    const onQuality = (event: Event): void => {
      if (!(event instanceof CustomEvent) || event.detail.type !== 'first-frame' || event.detail.transport !== 'webcodecs') return;
      first = performance.now();
      look();
    };
    addEventListener('watchpost-quality', onQuality);
  });
}

async function timeMount(mount: () => { remove(): void }, watch = firstFrames): Promise<FirstFrames> {
  const from = performance.now();
  const frames = watch(from);
  const player = mount();
  const times = await frames;
  player.remove();
  return times;
}

/** Time to any picture: the poster, or the video if that is sooner; ms. */
async function timePoster(mount: () => { remove(): void }): Promise<number> {
  const from = performance.now();
  const player = mount();
  await new Promise<void>((resolve) => {
    const look = (): void => {
      const poster = findCanvas();
      const isThere =
        (poster && !poster.hidden && poster.width > 0) || findVideos().some((video) => video.readyState >= 2 && video.videoWidth > 0);
      if (isThere) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });
  const time = performance.now() - from;
  player.remove();
  return time;
}

/** Measures the age of each presented frame by its burnt clock, ms; frames without a readable clock count in `unread`. */
function ages(seconds: number): Promise<{ ages: number[]; unread: number }> {
  const found: number[] = [];
  let unread = 0;
  const stop = watchFrames(({ video }) => {
    const clock = clockOf(video);
    // The clock is 32 bits wide: subtract modulo 2^32.
    if (clock === null) unread++;
    else found.push(((Date.now() % 2 ** 32) - clock) | 0);
  });
  return new Promise((resolve) => {
    setTimeout(() => {
      stop();
      resolve({ ages: found, unread });
    }, seconds * 1000);
  });
}

/** The same for a canvas: each frame of the page in which the clock has advanced. */
function drawnAges(seconds: number): Promise<{ ages: number[]; unread: number }> {
  const found: number[] = [];
  let unread = 0;
  let last: number | null = null;
  const end = performance.now() + seconds * 1000;
  return new Promise((resolve) => {
    const look = (): void => {
      const drawn = findCanvas();
      const clock = drawn && clockOf(drawn);
      if (clock === null) unread++;
      else if (clock !== last) found.push(((Date.now() % 2 ** 32) - clock) | 0);
      last = clock;
      if (performance.now() < end) requestAnimationFrame(look);
      else resolve({ ages: found, unread });
    };
    look();
  });
}

/** Resolves once WebCodecs draws the picture of the player that was mounted last. */
function taken(): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      removeEventListener('watchpost-quality', onQuality);
      reject(new Error('WebCodecs has not taken over within 30 s.'));
    }, 30_000);
    const onQuality = (event: Event): void => {
      if (!(event instanceof CustomEvent) || event.detail.type !== 'transport-change' || event.detail.transport !== 'webcodecs') return;
      clearTimeout(timer);
      removeEventListener('watchpost-quality', onQuality);
      resolve();
    };
    addEventListener('watchpost-quality', onQuality);
  });
}

/** Records when each frame was presented and its age then, ms; times since the call. */
function presented(seconds: number): Promise<{ at: number; age: number }[]> {
  const found: { at: number; age: number }[] = [];
  const from = performance.now();
  const stop = watchFrames(({ at, video }) => {
    const clock = clockOf(video);
    if (clock !== null) found.push({ at: at - from, age: ((Date.now() % 2 ** 32) - clock) | 0 });
  });
  return new Promise((resolve) => {
    setTimeout(() => {
      stop();
      resolve(found);
    }, seconds * 1000);
  });
}

/** How much media the videos of the page hold, s. */
function buffered(): number {
  let seconds = 0;
  for (const { buffered: ranges } of findVideos()) {
    for (let index = 0; index < ranges.length; index += 1) seconds += ranges.end(index) - ranges.start(index);
  }
  return seconds;
}

const cold = firstFrames(0);
// Pages without our player have no first frame, and no bench waits for it there.
cold.catch(() => undefined);

const bench = {
  /** Since the navigation. */
  cold,
  ages,
  drawnAges,
  taken,
  presented,
  buffered,
  mountCamera,
  mountHls,
  timeCamera: (options: CameraOptions) =>
    timeMount(() => mountCamera(options), options.transport === 'webcodecs' ? firstDrawnFrames : firstFrames),
  timePoster: (options: CameraOptions) => timePoster(() => mountCamera(options)),
  timeCameraSeeks,
  timeHlsSeeks,
  timeHls: (url: string) => timeMount(() => mountHls(url)),
  timeClip: (options: ClipOptions) => timeMount(() => mountClip(options)),
};

type Bench = typeof bench;
declare global {
  var bench: Bench;
}
globalThis.bench = bench;

/** Runs in the page: times seeks in an archive whose frames identify the moment of a looped clip. */
import { clockOf, watchFrames } from './frames.ts';
import { mountCamera, mountHls, type CameraOptions } from './players.ts';

/** An archive that repeats one clip. */
export interface LoopedArchive {
  /** Unix ms of its first frame. */
  readonly from: number;
  readonly to: number;
  /** Length of the clip, ms. */
  readonly loop: number;
  /** Ranges that have files, in whole clips from `from` on; everywhere if absent. */
  readonly spots?: readonly { readonly from: number; readonly to: number }[];
}

interface Seeker {
  /** @param time Unix ms */
  seek(time: number): void;
  remove(): void;
}

/** Tolerance between a presented frame and the requested moment: one frame earlier, or playback until the presentation, ms. */
const tolerance = { early: 60, late: 240 };

async function timeSeeks(archive: LoopedArchive, count: number, start: (time: number) => Seeker): Promise<number[]> {
  let shown = Number.NaN;
  let listener: (clock: number, at: number) => void = () => undefined;
  const stop = watchFrames(({ at, video }) => {
    const clock = clockOf(video);
    if (clock === null) return;
    shown = clock;
    listener(clock, at);
  });
  const arrival = (time: number): Promise<number> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(Number.POSITIVE_INFINITY), 10_000);
      listener = (clock, at) => {
        const late = distance(clock, time - archive.from, archive.loop);
        if (late < -tolerance.early || late > tolerance.late) return;
        listener = () => undefined;
        clearTimeout(timer);
        resolve(at);
      };
    });

  const first = (archive.spots?.[0]?.from ?? archive.from) + 5000;
  const atStart = arrival(first);
  const seeker = start(first);
  if (!Number.isFinite(await atStart)) throw new Error('The archive did not start to play.');
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    await pause(300 + Math.random() * 500);
    const time = target(archive, shown);
    const from = performance.now();
    const arrived = arrival(time);
    seeker.seek(time);
    times.push((await arrived) - from);
  }
  stop();
  seeker.remove();
  return times;
}

/** A random moment that is distinct from the current frame and from the next ones. */
function target({ from, to, loop, spots = [{ from, to }] }: LoopedArchive, shown: number): number {
  for (;;) {
    const spot = spots[Math.floor(Math.random() * spots.length)] ?? { from, to };
    const time = Math.floor(spot.from + Math.random() * (spot.to - spot.from - 15_000));
    if (Math.abs(distance(shown, time - from, loop)) > loop / 4) return time;
  }
}

/** Distance from b to a on a circle, between minus and plus half of its length. */
function distance(a: number, b: number, circle: number): number {
  const difference = (((a - b) % circle) + circle) % circle;
  return difference > circle / 2 ? difference - circle : difference;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Seeks with `<watchpost-camera>`. */
export function timeCameraSeeks(options: CameraOptions, archive: LoopedArchive, count: number): Promise<number[]> {
  return timeSeeks(archive, count, (time) => {
    const element = mountCamera({ ...options, time });
    return { seek: (to) => element.setAttribute('time', String(to)), remove: () => element.remove() };
  });
}

/** Seeks with hls.js in the same recordings as one VOD playlist. */
export function timeHlsSeeks(
  playlist: string,
  headers: Readonly<Record<string, string>>,
  archive: LoopedArchive,
  count: number,
): Promise<number[]> {
  return timeSeeks(archive, count, (time) => {
    const { video, remove } = mountHls(playlist, headers);
    const seek = (to: number): void => {
      video.currentTime = (to - archive.from) / 1000;
    };
    video.addEventListener('loadedmetadata', () => seek(time), { once: true });
    return { seek, remove };
  });
}

import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { CameraStatus, Sample, Source, SourceEnd, SourceListener } from '../media-types.ts';
import { createBackOff } from './back-off.ts';

/** One camera under supervision: its source is opened, watched, and opened again. */
export interface CameraIngest {
  start(): void;
  wake(): void;
  reopen(): void;
  status(): CameraStatus;
  stop(): Promise<void>;
}

export interface CameraIngestDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly openSource: () => Source;
  readonly output: () => SourceListener;
  readonly onStatus: (status: CameraStatus) => void;
}

/** Without a frame for so long a source is dead, ms. */
const silence = 10_000;
const lookInterval = 1000;
/** A fault of our own: try again soon, but not for ever (R8), ms. */
const crashWait = 500;
const crashWindow = 60_000;
const crashesAllowed = 5;
const crashPause = 60_000;
/** Cameras lock the account after some wrong passwords, ms. */
const wrongPasswordWait = 60_000;

export function createCameraIngest({ clock, random, log, openSource, output, onStatus }: CameraIngestDeps): CameraIngest {
  const backOff = createBackOff(random);
  let status: CameraStatus = { state: 'connecting', since: clock.now(), reason: null };
  let source: Source | null = null;
  let stopLooking = (): void => undefined;
  let cancelWait: (() => void) | null = null;
  let crashes: number[] = [];
  let downSince = clock.monotonic();
  let isStopped = false;
  const order = createOrderKeeper();

  const setStatus = (next: Pick<CameraStatus, 'state' | 'reason'>): void => {
    if (next.state === status.state && next.reason === status.reason) return;
    // A new reason of the same outage does not make it younger.
    status = { ...next, since: next.state === status.state ? status.since : clock.now() };
    onStatus(status);
  };

  const release = (): Promise<void> => {
    stopLooking();
    const old = source;
    source = null;
    return contained(async () => old?.stop());
  };
  const contained = async (call: () => unknown): Promise<void> => {
    try {
      await call();
    } catch (error) {
      log.error({ err: error }, 'A part of the ingest failed');
    }
  };

  const waitAfter = (code: SourceEnd['code']): number => {
    const now = clock.monotonic();
    if (code === 'internal-error') {
      crashes = [...crashes.filter((at) => now - at < crashWindow), now];
      return crashes.length >= crashesAllowed ? crashPause : crashWait;
    }
    if (code === 'camera-wrong-password') return wrongPasswordWait;
    return backOff.next(now - downSince);
  };

  const end = (reason: SourceEnd): void => {
    const wait = waitAfter(reason.code);
    const resumes = source?.resumes ?? false;
    void release();
    if (status.state === 'online') {
      downSince = clock.monotonic();
      log.warn({ reason: reason.code, detail: reason.detail }, 'The camera is gone');
    } else log.debug({ reason: reason.code, detail: reason.detail }, 'The camera could not be reached');
    setStatus({ state: 'offline', reason: reason.code });
    void contained(() => output().onEnd(resumes ? { ...reason, resumes } : reason));
    cancelWait = clock.after(wait, run);
  };

  const run = (): void => {
    cancelWait = null;
    if (isStopped) return;
    let heardAt = clock.monotonic();
    let opened: Source | null = null;
    const isCurrent = (): boolean => opened !== null && source === opened && !isStopped;
    /** An exception behind this line concerns this camera only. */
    const guard = (call: () => void): void => {
      if (!isCurrent()) return;
      try {
        call();
      } catch (error) {
        log.error({ err: error }, 'The ingest of a camera failed');
        end({ code: 'internal-error', detail: String(error) });
      }
    };
    const listener: SourceListener = {
      onTracks: (tracks) => guard(() => output().onTracks(tracks)),
      onSample: (sample) =>
        guard(() => {
          heardAt = clock.monotonic();
          if (!order.accepts(sample)) return;
          if (status.state !== 'online') {
            backOff.reset();
            log.info('The camera is online');
            setStatus({ state: 'online', reason: null });
          }
          output().onSample(sample);
        }),
      onEnd: (reason) => {
        if (isCurrent()) end(reason);
      },
      onCut: (from) =>
        guard(() => {
          // The first picture after it is a key frame of a picture that may have changed.
          order.restart();
          output().onCut?.(from);
        }),
      onLate: (sample, tracks) => guard(() => output().onLate?.(sample, tracks)),
      onLateEnd: () => guard(() => output().onLateEnd?.()),
      keepsLate: () => isCurrent() && (output().keepsLate?.() ?? false),
    };
    order.restart();
    try {
      opened = openSource();
      source = opened;
      stopLooking = clock.every(lookInterval, () => {
        if (clock.monotonic() - heardAt < silence) return;
        end({ code: status.state === 'online' ? 'camera-timeout' : 'camera-no-video', detail: 'No frame for 10 s.' });
      });
      opened.start(listener);
    } catch (error) {
      log.error({ err: error }, 'The source of a camera could not be opened');
      end({ code: 'internal-error', detail: String(error) });
    }
  };

  return {
    start: run,
    wake: () => {
      if (!cancelWait) return;
      cancelWait();
      run();
    },
    reopen: () => {
      // One that waits to be opened sees what has changed anyway.
      if (!source) return;
      void release();
      run();
    },
    status: () => status,
    stop: async () => {
      isStopped = true;
      cancelWait?.();
      await release();
    },
  };
}

/** Samples of a source that was opened again never run back over those of the one before. */
function createOrderKeeper(): { accepts(sample: Sample): boolean; restart(): void } {
  const last = { video: 0, audio: 0 };
  let isWaiting = true;
  return {
    accepts: ({ kind, decodeTime, keyFrame }) => {
      if (decodeTime <= last[kind] || (isWaiting && (kind !== 'video' || !keyFrame))) return false;
      isWaiting = false;
      last[kind] = decodeTime;
      return true;
    },
    restart: () => {
      isWaiting = true;
    },
  };
}

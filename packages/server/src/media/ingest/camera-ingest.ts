import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import type { CameraStatus, Sample, Source, SourceEnd, SourceListener } from '../media-types.ts';
import { createCameraRetries } from './camera-retry-delay.ts';
import type { PasswordTrial } from './password/password-trial.ts';
import { createPictureWatch } from './tracks/picture-watch.ts';
import { createSoundPresence } from './tracks/sound-presence.ts';

/** Keeps one camera's source running: opens it, watches it, and reopens it after it ends. */
export interface CameraIngest {
  start(): void;
  wake(): void;
  reopen(): void;
  /** The server's clock was set back: the source restarts at the right time. */
  onClockSetBack(): void;
  status(): CameraStatus;
  /** The camera sends video, but has not sent a key frame yet. */
  readonly awaitsKeyFrame: boolean;
  /** Requests a key frame; requests that follow too soon are dropped. */
  requestKeyFrame(): void;
  /** Seconds of the camera's clock per real second; null while unknown, or when close to 1. */
  readonly clockRate: number | null;
  stop(): Promise<void>;
}

export interface CameraIngestDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly openSource: () => Source;
  /** Shared by the channels of one recorder. */
  readonly password: PasswordTrial;
  readonly output: () => SourceListener;
  readonly onStatus: (status: CameraStatus) => void;
  /** Requests a key frame by another channel than the source's own. */
  readonly requestKeyFrame?: (() => void) | undefined;
}

/** Each request makes the camera send a large frame, so requests are limited. */
const keyFrameRequestIntervalMs = 5000;
/** A clock rate that deviates less than this is not reported. */
const clockRateTolerance = 0.01;
const checkIntervalMs = 1000;
/** An error in the server itself is retried soon, but not indefinitely (R8). */
const crashRetryMs = 500;
const crashWindowMs = 60_000;
const maxCrashes = 5;
const crashPauseMs = 60_000;

export function createCameraIngest(deps: CameraIngestDeps): CameraIngest {
  const { clock, random, log, openSource, password, output, onStatus, requestKeyFrame } = deps;
  let status: CameraStatus = { state: 'connecting', since: clock.now(), reason: null };
  let source: Source | null = null;
  let stopChecking = (): void => undefined;
  let cancelWait: (() => void) | null = null;
  let crashes: number[] = [];
  let isStopped = false;
  const retries = createCameraRetries(clock, random);
  const picture = createPictureWatch(clock);
  let requestedAt = Number.NEGATIVE_INFINITY;
  let hasReportedClockRate = false;
  const order = createOrderKeeper();
  const sound = createSoundPresence({
    clock,
    guard: (call) => guard(call),
    listener: { onTracks: (tracks) => output().onTracks(tracks), onSample: (sample) => output().onSample(sample) },
  });

  const setStatus = (next: Pick<CameraStatus, 'state' | 'reason'>): void => {
    if (next.state === status.state && next.reason === status.reason) return;
    // A new reason does not restart the same outage.
    status = { ...next, since: next.state === status.state ? status.since : clock.now() };
    onStatus(status);
  };

  const requestSourceKeyFrame = (): void => {
    if (clock.monotonic() - requestedAt < keyFrameRequestIntervalMs) return;
    requestedAt = clock.monotonic();
    void contained(() => source?.requestKeyFrame?.());
    void contained(() => requestKeyFrame?.());
  };
  const clockRate = (): number | null => {
    const rate = source?.clockRate ?? null;
    return rate !== null && Math.abs(rate - 1) >= clockRateTolerance ? rate : null;
  };
  const release = (): Promise<void> => {
    stopChecking();
    picture.reset();
    sound.reset();
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
      crashes = [...crashes.filter((at) => now - at < crashWindowMs), now];
      return crashes.length >= maxCrashes ? crashPauseMs : crashRetryMs;
    }
    return retries.next();
  };

  const end = (given: SourceEnd): void => {
    const refusal = password.judge(given);
    const reason = refusal ? { ...given, code: refusal.code } : given;
    const wait = refusal?.waitMs ?? waitAfter(reason.code);
    const resumes = source?.resumes ?? false;
    void contained(sound.flush);
    void release();
    if (status.state === 'online') {
      log.warn({ reason: reason.code, detail: reason.detail }, 'The camera is gone');
    } else log.debug({ reason: reason.code, detail: reason.detail }, 'The camera could not be reached');
    setStatus({ state: 'offline', reason: reason.code });
    void contained(() => output().onEnd(resumes ? { ...reason, resumes } : reason));
    cancelWait = clock.after(wait, run);
  };

  /** Contains exceptions, so that they affect this camera only. */
  const guard = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      log.error({ err: error }, 'The ingest of a camera failed');
      end({ code: 'internal-error', detail: String(error) });
    }
  };
  const reportClockRate = (): void => {
    const rate = clockRate();
    if (rate === null || hasReportedClockRate) return;
    hasReportedClockRate = true;
    log.warn({ rate: Number(rate.toFixed(3)) }, 'The timestamps of the camera do not advance in real time; the time of arrival counts');
  };

  const run = (): void => {
    cancelWait = null;
    if (isStopped) return;
    const refusal = password.begin();
    if (refusal) {
      setStatus({ state: 'offline', reason: refusal.code });
      cancelWait = clock.after(refusal.waitMs, run);
      return;
    }
    let opened: Source | null = null;
    const isCurrent = (): boolean => opened !== null && source === opened && !isStopped;
    const guardCurrent = (call: () => void): void => {
      if (isCurrent()) guard(call);
    };
    const listener: SourceListener = {
      onTracks: (tracks) => guardCurrent(() => sound.onTracks(tracks)),
      onSample: (sample) =>
        guardCurrent(() => {
          if (sample.kind === 'audio') picture.onSound();
          if (!order.accepts(sample)) return;
          if (sample.kind === 'video') {
            picture.onPicture(sample);
            retries.onDelivery();
            password.onDelivery();
          }
          if (status.state !== 'online') {
            log.info('The camera is online');
            setStatus({ state: 'online', reason: null });
          }
          sound.onSample(sample);
        }),
      onEnd: (reason) => {
        if (isCurrent()) end(reason);
      },
      onCut: (from) =>
        guardCurrent(() => {
          // The video continues with a key frame, possibly in another configuration.
          sound.flush();
          order.restart();
          output().onCut?.(from);
        }),
      onLate: (sample, tracks) => guardCurrent(() => output().onLate?.(sample, tracks)),
      onAlive: () => {
        if (isCurrent()) picture.onAlive();
      },
      onLateEnd: () => guardCurrent(() => output().onLateEnd?.()),
      keepsLate: () => isCurrent() && (output().keepsLate?.() ?? false),
    };
    order.restart();
    picture.reset();
    try {
      opened = openSource();
      source = opened;
      stopChecking = callEvery(clock, checkIntervalMs, () => {
        const fault = picture.check();
        if (fault) return end(fault);
        if (picture.keyFrameOverdueMs >= checkIntervalMs) requestSourceKeyFrame();
        reportClockRate();
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
      // A source that is about to be opened gets the new settings anyway.
      if (!source) return;
      void release();
      run();
    },
    onClockSetBack: () => {
      order.forget();
      if (!source) return;
      void contained(sound.flush);
      void release();
      run();
    },
    status: () => status,
    get awaitsKeyFrame() {
      return picture.awaitsKeyFrame;
    },
    requestKeyFrame: requestSourceKeyFrame,
    get clockRate() {
      return clockRate();
    },
    stop: async () => {
      isStopped = true;
      cancelWait?.();
      await release();
    },
  };
}

/** Keeps decode times increasing when a source is reopened. */
function createOrderKeeper(): { accepts(sample: Sample): boolean; restart(): void; forget(): void } {
  const last = { video: 0, audio: 0 };
  let needsKeyFrame = true;
  return {
    accepts: ({ kind, decodeTime, keyFrame }) => {
      if (decodeTime <= last[kind] || (needsKeyFrame && (kind !== 'video' || !keyFrame))) return false;
      needsKeyFrame = false;
      last[kind] = decodeTime;
      return true;
    },
    restart: () => {
      needsKeyFrame = true;
    },
    forget: () => {
      last.video = last.audio = 0;
    },
  };
}

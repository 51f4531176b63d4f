import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import type { CameraStatus, Source, SourceListener } from '../media-types.ts';
import { createCameraIngest, type CameraIngest } from './camera-ingest.ts';
import type { PasswordMemory } from './password/password-memory.ts';
import type { PasswordTrial } from './password/password-trial.ts';
import { createPasswordTrials } from './password/password-trials.ts';

/** Receives the samples of each camera; the stream registry implements it. */
interface IngestStreams {
  open(cameraId: string): { readonly input: SourceListener };
}

interface IngestCamera {
  readonly id: string;
  /** Called for every connection attempt. */
  readonly openSource: () => Source;
  /** The device, the user and the password, which channels of a recorder share; null if the source needs none. */
  readonly account?: string | null;
  /** Requests a key frame by another channel than the source's own. */
  readonly requestKeyFrame?: () => void;
}

/** Keeps the sources of all cameras running. */
export interface Ingest {
  start(camera: IngestCamera): void;
  stop(cameraId: string): Promise<void>;
  /** Retries a camera that waits for its next attempt, when there is a sign that it is back. */
  wake(cameraId: string): void;
  /** Reopens a running source after the camera's stream has changed. The camera does not go offline meanwhile. */
  reopen(cameraId: string): void;
  status(cameraId: string): CameraStatus;
  /** The camera sends video, but has not sent a key frame yet. */
  awaitsKeyFrame(cameraId: string): boolean;
  /** Requests a key frame from the camera, if it supports that. */
  requestKeyFrame(cameraId: string): void;
  /** Seconds of the camera's clock per real second; null while unknown, or when close to 1. */
  clockRate(cameraId: string): number | null;
  /** Judges the password of a camera's substream. */
  substreamPassword(cameraId: string): PasswordTrial;
  onStatus(listener: (cameraId: string, status: CameraStatus) => void): () => void;
  close(): Promise<void>;
}

export interface IngestDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly streams: IngestStreams;
  /** Remembers refused passwords across restarts. */
  readonly passwords?: Pick<PasswordMemory, 'recall' | 'remember'> | undefined;
  /** Returns 0 to 1; used for jitter. */
  readonly random?: () => number;
  /** Called before the sources restart because the server's clock was set back. */
  readonly onClockSetBack?: () => void;
}

const clockCheckIntervalMs = 1000;
/** A smaller step is corrected by the clocks of the streams. */
const minSetBackMs = 1000;

export function createIngest({ clock, log, streams, passwords, random = Math.random, onClockSetBack }: IngestDeps): Ingest {
  const cameras = new Map<string, CameraIngest>();
  const trials = createPasswordTrials(clock, passwords);
  const listeners = new Set<(cameraId: string, status: CameraStatus) => void>();
  const createdAt = clock.now();

  const notify = (cameraId: string, status: CameraStatus): void => {
    for (const listener of listeners) {
      try {
        listener(cameraId, status);
      } catch (error) {
        log.error({ err: error, cameraId }, 'A listener of the camera states failed');
      }
    }
  };
  const ahead = (): number => clock.now() - clock.monotonic();
  let lastAhead = ahead();
  const stopChecking = callEvery(clock, clockCheckIntervalMs, () => {
    const setBackMs = lastAhead - ahead();
    lastAhead = ahead();
    if (setBackMs < minSetBackMs) return;
    log.warn({ seconds: Math.round(setBackMs / 1000) }, "The server's clock was set back; all cameras are reopened to get the right times");
    onClockSetBack?.();
    for (const camera of cameras.values()) camera.onClockSetBack();
  });
  const stop = async (cameraId: string): Promise<void> => {
    const camera = cameras.get(cameraId);
    cameras.delete(cameraId);
    trials.end(cameraId);
    await camera?.stop();
  };

  return {
    start: ({ id, openSource, account = null, requestKeyFrame }) => {
      void cameras.get(id)?.stop();
      trials.end(id);
      const camera = createCameraIngest({
        clock,
        random,
        log: log.child({ cameraId: id }),
        openSource,
        password: trials.begin(id, account),
        requestKeyFrame,
        output: () => streams.open(id).input,
        onStatus: (status) => {
          if (cameras.get(id) === camera) notify(id, status);
        },
      });
      cameras.set(id, camera);
      camera.start();
    },
    stop,
    wake: (cameraId) => cameras.get(cameraId)?.wake(),
    reopen: (cameraId) => cameras.get(cameraId)?.reopen(),
    status: (cameraId) => cameras.get(cameraId)?.status() ?? { state: 'connecting', since: createdAt, reason: null },
    awaitsKeyFrame: (cameraId) => cameras.get(cameraId)?.awaitsKeyFrame ?? false,
    requestKeyFrame: (cameraId) => cameras.get(cameraId)?.requestKeyFrame(),
    clockRate: (cameraId) => cameras.get(cameraId)?.clockRate ?? null,
    substreamPassword: trials.ofSubstream,
    onStatus: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      stopChecking();
      await Promise.all([...cameras.keys()].map(stop));
    },
  };
}

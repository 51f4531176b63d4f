import type { Db } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Tracks } from '../media-types.ts';
import { initSectionOf } from '../packaging/init-section.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createCameraRecorder, type CameraRecorder } from './camera-recorder.ts';
import type { FootagePaths } from './footage-paths.ts';
import type { Outages } from './outages.ts';
import type { SegmentIndex } from './segment-index.ts';
import { createSegmentWriter, type SegmentWriter } from './segment-writer.ts';

/** Records cameras, each independent of the others. */
export interface Recorder {
  start(cameraId: string): void;
  /** Resolves when its last segment is finished and indexed. */
  stop(cameraId: string): Promise<void>;
  /** Ends the running segment at the next key frame. */
  cutSoon(cameraId: string): void;
  readonly cameras: number;
  close(): Promise<void>;
}

export interface RecorderDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly streams: StreamRegistry;
  readonly paths: FootagePaths;
  readonly index: SegmentIndex;
  readonly outages: Outages;
  /** Frees space, oldest footage first. */
  onDiskFull(): void;
}

interface Recording {
  readonly writer: SegmentWriter;
  recorder: CameraRecorder | null;
  unsubscribe: () => void;
  isStopped: boolean;
}

const retryAfter = 2000;
/** Footage may be this far ahead of the clock without anybody having to know, ms. */
const clockTolerance = 5000;

export function createRecorder({ db, clock, log, streams, paths, index, outages, onDiskFull }: RecorderDeps): Recorder {
  const recordings = new Map<string, Recording>();

  const fail = (cameraId: string, recording: Recording, error: unknown): void => {
    log.error({ err: error, cameraId }, 'Footage can not be written; recording is tried again');
    recording.recorder?.pauseUntil(clock.monotonic() + retryAfter);
    outages.begin(cameraId, clock.now(), 'disk');
    onDiskFull();
  };
  const rememberInit = (cameraId: string, tracks: Tracks): void => {
    const { hash, mimeType } = initSectionOf(tracks);
    db.insertInto('init_sections')
      .values({ camera_id: cameraId, hash, mime_type: mimeType, created_at: clock.now() })
      .onConflict((conflict) => conflict.columns(['camera_id', 'hash']).doNothing())
      .execute()
      .catch((error: unknown) => log.warn({ err: error, cameraId }, 'An init section could not be noted'));
  };
  const lastRecorded = async (cameraId: string): Promise<number> => {
    const row = await db.selectFrom('segments').select(['start_ms', 'duration_ms']).where('camera_id', '=', cameraId).orderBy('start_ms', 'desc').limit(1).executeTakeFirst();
    return row ? row.start_ms + row.duration_ms : 0;
  };

  /**
   * Waiting is right more often than not: a small computer without a battery starts years back and is set right a minute later.
   * Whoever looks into the log must find why nothing is recorded meanwhile.
   */
  const warnOfFuture = (cameraId: string, newest: number): void => {
    if (newest <= clock.now() + clockTolerance) return;
    log.error({ cameraId, newest: new Date(newest).toISOString(), now: new Date(clock.now()).toISOString() }, 'The newest footage is in the future: the clock was set back. Recording goes on when that time has come; correct the clock if it is wrong now');
  };

  const begin = async (cameraId: string, recording: Recording): Promise<void> => {
    const notBefore = await lastRecorded(cameraId).catch((error: unknown) => {
      log.warn({ err: error, cameraId }, 'The newest footage of a camera is not known');
      return 0;
    });
    if (recording.isStopped) return;
    warnOfFuture(cameraId, notBefore);
    const recorder = createCameraRecorder({
      writer: recording.writer,
      clock,
      notBefore,
      onRecording: (startMs) => outages.end(cameraId, startMs),
      onOffline: (atMs) => outages.begin(cameraId, atMs, 'offline'),
      onOverload: () => fail(cameraId, recording, new Error('The disk does not keep up.')),
    });
    recording.recorder = recorder;
    recording.unsubscribe = streams.open(cameraId).subscribe({
      ...recorder,
      onTracks: (tracks) => {
        rememberInit(cameraId, tracks);
        recorder.onTracks(tracks);
      },
    });
  };

  const stop = async (cameraId: string): Promise<void> => {
    const recording = recordings.get(cameraId);
    if (!recording) return;
    recordings.delete(cameraId);
    recording.isStopped = true;
    recording.unsubscribe();
    recording.recorder?.stop();
    await recording.writer.settle();
    await index.flush().catch((error: unknown) => log.warn({ err: error }, 'The index waits for the next start'));
  };

  return {
    get cameras() {
      return recordings.size;
    },
    start: (cameraId) => {
      if (recordings.has(cameraId)) return;
      const recording: Recording = {
        writer: createSegmentWriter({ cameraId, paths, onSegment: (row) => index.add(row), onError: (error) => fail(cameraId, recording, error) }),
        recorder: null,
        unsubscribe: () => undefined,
        isStopped: false,
      };
      recordings.set(cameraId, recording);
      void begin(cameraId, recording);
    },
    stop,
    cutSoon: (cameraId) => recordings.get(cameraId)?.recorder?.cutSoon(),
    close: async () => {
      await Promise.all([...recordings.keys()].map(stop));
      await outages.settle();
    },
  };
}

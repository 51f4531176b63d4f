import type { Db } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/log.ts';
import { mkdir } from 'node:fs/promises';
import { createClips, type Clips } from './clips/clips.ts';
import { createFreshen } from './playback/freshen.ts';
import type { DecodePicture } from './playback/archive-pictures.ts';
import { createPlayback, type Playback } from './playback/playback.ts';
import { createFootageLedger } from './recording/footage-ledger.ts';
import { createFootagePaths } from './recording/footage-paths.ts';
import { createOutages } from './recording/outages.ts';
import { createRecorder, recordEverything, type Recorder, type RecorderDeps } from './recording/recorder.ts';
import { recoverFootage } from './recording/recovery.ts';
import { createSegmentIndex } from './recording/segment-index.ts';
import type { Span } from './recording/spans.ts';
import { createRetention, type Retention } from './retention/retention.ts';
import type { StreamRegistry } from './stream/stream-registry.ts';

/** Footage: written, kept for its time, played again. */
export interface Archive {
  readonly recorder: Recorder;
  readonly playback: Playback;
  readonly clips: Clips;
  readonly retention: Retention;
  /** Deletes what was recorded in a range, for good: whole segments. @throws {Error} when something is left: call again */
  deleteFootage(cameraId: string, range: Span): Promise<void>;
  /** Bytes of the segments finished since the start. */
  recordedBytes(): number;
  /** Finishes and indexes the running segments. */
  close(): Promise<void>;
}

export interface ArchiveOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly dataDir: string;
  readonly streams: StreamRegistry;
  /** Snapshots' decoder, for pictures of a moment. */
  readonly decode: DecodePicture;
  readonly warmDecoder?: (() => void) | undefined;
  /** What is to be recorded of a camera; everything by default. */
  readonly readSettings?: RecorderDeps['readSettings'] | undefined;
}

/** Makes index and files agree first: what was being written at a kill is playable before anything new is recorded. */
export async function createArchive({ db, clock, log, dataDir, streams, decode, warmDecoder, readSettings = async () => recordEverything }: ArchiveOptions): Promise<Archive> {
  const paths = createFootagePaths(dataDir);
  await mkdir(paths.root, { recursive: true, mode: 0o700 });
  const ledger = createFootageLedger(db);
  await recoverFootage({ db, ledger, log, paths });
  const index = createSegmentIndex({ ledger, clock, log });
  const outages = createOutages({ db, log });
  const retention = createRetention({ db, clock, log, paths, ledger, outages });
  const recorder = createRecorder({ db, clock, log, streams, paths, index, outages, readSettings, onDiskFull: () => void retention.freeSpace() });
  const freshen = createFreshen({ clock, index, recorder });
  return {
    recorder,
    retention,
    playback: createPlayback({ db, clock, paths, freshen, decode, warmDecoder }),
    clips: createClips({ db, paths, freshen }),
    deleteFootage: async (cameraId, range) => {
      // What is on disk already may wait for its row.
      await index.flush();
      await retention.deleteRange(cameraId, range);
    },
    recordedBytes: () => index.recordedBytes,
    close: async () => {
      await recorder.close();
      await index.close().catch((error: unknown) => log.warn({ err: error }, 'The next start indexes the newest footage'));
      await retention.close();
    },
  };
}

import type { Db } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/log.ts';
import { mkdir } from 'node:fs/promises';
import { createClips, type Clips } from './clips/clips.ts';
import { createFreshen } from './playback/freshen.ts';
import { createPlayback, type Playback } from './playback/playback.ts';
import { createFootagePaths } from './recording/footage-paths.ts';
import { createOutages } from './recording/outages.ts';
import { createRecorder, type Recorder } from './recording/recorder.ts';
import { recoverFootage } from './recording/recovery.ts';
import { createSegmentIndex } from './recording/segment-index.ts';
import { createRetention, type Retention } from './retention/retention.ts';
import type { StreamRegistry } from './stream/stream-registry.ts';

/** Footage: written, kept for its time, played again. */
export interface Archive {
  readonly recorder: Recorder;
  readonly playback: Playback;
  readonly clips: Clips;
  readonly retention: Retention;
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
  readonly decode: (video: Uint8Array) => Promise<Uint8Array | null>;
}

/** Makes index and files agree first: what was being written at a kill is playable before anything new is recorded. */
export async function createArchive({ db, clock, log, dataDir, streams, decode }: ArchiveOptions): Promise<Archive> {
  const paths = createFootagePaths(dataDir);
  await mkdir(paths.root, { recursive: true, mode: 0o700 });
  await recoverFootage({ db, log, paths });
  const index = createSegmentIndex({ db, clock, log });
  const outages = createOutages({ db, log });
  const retention = createRetention({ db, clock, log, paths });
  const recorder = createRecorder({ db, clock, log, streams, paths, index, outages, onDiskFull: () => void retention.freeSpace() });
  const freshen = createFreshen({ clock, index, recorder });
  return {
    recorder,
    retention,
    playback: createPlayback({ db, clock, paths, freshen, decode }),
    clips: createClips({ db, paths, freshen }),
    recordedBytes: () => index.recordedBytes,
    close: async () => {
      await recorder.close();
      await index.close().catch((error: unknown) => log.warn({ err: error }, 'The next start indexes the newest footage'));
      await retention.close();
    },
  };
}

import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../db/database.ts';
import { inBackground } from '../kernel/limits/database-wait.ts';
import type { Logger } from '../kernel/log.ts';
import type { CameraFence } from '../kernel/module/camera-fence.ts';
import { mkdir } from 'node:fs/promises';
import { createClips, type Clips } from './clips/clips.ts';
import { createNodeFootage, type NodeFootageDeps } from './node-footage/node-footage.ts';
import { createDownloader } from './object-store/downloader.ts';
import { createFileCopies, type FileCopies } from './object-store/file-copies.ts';
import type { ObjectStore } from './object-store/port.ts';
import { createSpool } from './object-store/spool.ts';
import { createStoredFootage } from './object-store/stored-footage.ts';
import { createUploader, type UploaderState } from './object-store/uploader.ts';
import { createDiskFootage } from './playback/footage-source.ts';
import { createFreshen } from './playback/freshen.ts';
import type { DecodePicture } from './playback/archive-pictures.ts';
import { createPlayback, type Playback } from './playback/playback.ts';
import { createFootageLedger } from './recording/footage-ledger.ts';
import { createFootagePaths } from './recording/footage-paths.ts';
import { forgetLostSegments } from './recording/lost-segments.ts';
import { createDamageMarks } from './recording/damage-marks.ts';
import { createMisdatedMarks } from './recording/misdated-marks.ts';
import { createOutages } from './recording/outages.ts';
import { createRecorder, recordEverything, type Recorder, type RecorderDeps } from './recording/recorder.ts';
import { recoverFootage } from './recording/recovery.ts';
import { createSegmentIndex } from './recording/segment-index.ts';
import type { Span } from './recording/spans.ts';
import { createFootageLimit, type FootageLimit, type ReadPaidCameras } from './retention/footage-limit.ts';
import { createRetention, type Retention } from './retention/retention.ts';
import { createStorageQuotas, type ReadQuota } from './retention/storage-quotas.ts';
import type { StreamRegistry } from './stream/stream-registry.ts';

/** Writes footage, keeps it for its retention period, and plays it back. */
export interface Archive {
  readonly recorder: Recorder;
  readonly playback: Playback;
  readonly clips: Clips;
  readonly retention: Retention;
  /** The operator's limit of all footage; null for none. */
  readonly footageLimit: FootageLimit | null;
  /**
   * Permanently deletes all segments that overlap a range.
   * @throws {Error} when something is left: call again
   */
  deleteFootage(cameraId: string, range: Span): Promise<void>;
  /** Bytes of all segments finished since the server started. */
  recordedBytes(): number;
  /** How footage gets to the bucket; null without one. */
  bucketState(): UploaderState | null;
  /** Copies of pictures and films in the bucket; null without one. */
  readonly copies: FileCopies | null;
  /** Finishes and indexes the segments being written. */
  close(): Promise<void>;
}

export interface ArchiveOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly dataDir: string;
  readonly streams: StreamRegistry;
  /** The snapshots' decoder; makes a JPEG of a recorded moment. */
  readonly decode: DecodePicture;
  readonly warmDecoder?: (() => void) | undefined;
  /** Returns the bytes that an account may use; unlimited by default. */
  readonly readQuota?: ReadQuota | undefined;
  /** Returns the operator's limit of all footage, null for none now; there is never one by default. */
  readonly readLimit?: (() => number | null) | undefined;
  /** Returns the cameras whose days win over that limit; none by default. */
  readonly readPaidCameras?: ReadPaidCameras | undefined;
  /** The leases of this node of a cluster; null where one machine runs alone. */
  readonly fence?: CameraFence | null | undefined;
  /** How the recordings of other nodes are read; null where one machine runs alone. */
  readonly otherNodes?: Pick<NodeFootageDeps, 'tokens' | 'addressOfNode'> | null | undefined;
  /** Where footage goes once it is finished; it stays on the disk by default. */
  readonly objects?: ObjectStore | null | undefined;
  /** Moves recordings back from there instead. */
  readonly movesToDisk?: boolean | undefined;
  /** Returns the recording settings of a camera; by default everything is recorded. */
  readonly readSettings?: RecorderDeps['readSettings'] | undefined;
}

/** Creates the archive. Reconciles index and files first, so that a segment interrupted by a kill is playable before recording starts. */
export async function createArchive({
  db,
  clock,
  log,
  dataDir,
  streams,
  decode,
  warmDecoder,
  readQuota,
  readLimit,
  readPaidCameras,
  fence = null,
  otherNodes = null,
  objects = null,
  movesToDisk = false,
  readSettings = async () => recordEverything,
}: ArchiveOptions): Promise<Archive> {
  const paths = createFootagePaths(dataDir);
  await mkdir(paths.root, { recursive: true, mode: 0o700 });
  const nodeId = fence?.nodeId;
  const ledger = createFootageLedger(db, fence !== null);
  const outages = createOutages({ db, log });
  const damage = createDamageMarks({ db, clock, log });
  await recoverFootage({ db, ledger, outages, log, paths, nodeId });
  const index = createSegmentIndex({ ledger, clock, log });
  const onLost = (cameraId: string, starts: readonly number[]): Promise<void> =>
    forgetLostSegments({ db, ledger, outages, log, nodeId }, cameraId, starts);
  const disk = createDiskFootage(paths);
  const own = objects ? createStoredFootage({ db, disk, objects }) : disk;
  const nodes = fence && otherNodes ? createNodeFootage({ ...otherNodes, db, clock, nodeId: fence.nodeId, own }) : null;
  const source = nodes ?? own;
  const spool = createSpool({ db, paths, now: () => clock.now(), nodeId });
  const footageLimit = readLimit ? createFootageLimit({ db, ledger, readLimit, readPaidCameras }) : null;
  const retention = createRetention({
    db,
    clock,
    log,
    paths,
    ledger,
    outages,
    nodeId,
    ...(readQuota && { quotas: createStorageQuotas({ db, clock, readQuota, nodeId }) }),
    ...(footageLimit && { limit: footageLimit }),
    spool,
  });
  const recorder = createRecorder({
    db,
    clock,
    log,
    streams,
    paths,
    index,
    outages,
    damage,
    misdated: createMisdatedMarks({ db, log }),
    readSettings,
    fence,
    onDiskFull: () => void retention.freeSpace(),
  });
  const uploader = objects && !movesToDisk ? createUploader({ db, clock, log, spool, objects, ledger, readInit: disk.readInit }) : null;
  const downloader = objects && movesToDisk ? createDownloader({ db, clock, log, paths, objects, ledger }) : null;
  const copies = objects && createFileCopies({ db, clock, log, dataDir, objects, isSending: !movesToDisk });
  const freshen = createFreshen({ clock, index, recorder });
  return {
    recorder,
    retention,
    footageLimit,
    playback: createPlayback({
      db,
      clock,
      source,
      freshen,
      unfinished: recorder.unfinished,
      decode,
      onLost,
      away: nodes?.away,
      warmDecoder,
    }),
    clips: createClips({ db, source, freshen, onLost }),
    // Repeats until nothing is left, however many rows that takes.
    deleteFootage: (cameraId, range) =>
      inBackground(async () => {
        // Segments that are already on disk may not have a row yet.
        await index.flush();
        await retention.deleteRange(cameraId, range);
      }),
    recordedBytes: () => index.recordedBytes,
    bucketState: () => uploader?.state ?? null,
    copies,
    close: async () => {
      await copies?.close();
      await uploader?.close();
      await downloader?.close();
      await recorder.close();
      await damage.close();
      await index.close().catch((error: unknown) => log.warn({ err: error }, 'The newest footage will be indexed at the next start'));
      await retention.close();
    },
  };
}

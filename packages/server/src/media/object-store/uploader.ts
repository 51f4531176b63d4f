import { backOffDelay } from '@watchpost/contract/timing/back-off';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import { newId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/log.ts';
import { isMissing } from '../playback/file-pieces.ts';
import type { FootageLedger } from '../recording/footage-ledger.ts';
import { sweepObjects } from './object-sweep.ts';
import type { ObjectStore } from './port.ts';
import type { Spool, WaitingSegment } from './spool.ts';
import { confirmInit, findStoredInit } from './stored-index.ts';
import { objectLimit, planUpload } from './upload-plan.ts';

/**
 * Moves finished segments from the disk to the bucket. A segment is on the disk until the index says where it is stored in the bucket, so
 * neither a kill nor a bucket that is away loses any; and only the index says which segments an object has, so none is there twice.
 */
export interface Uploader {
  /** Sends everything that is due now, and removes objects that nothing needs. */
  run(): Promise<void>;
  readonly state: UploaderState;
  close(): Promise<void>;
}

export interface UploaderState {
  /** Objects and bytes sent since the server started. */
  readonly objects: number;
  readonly bytes: number;
  /** Since when the bucket fails, Unix ms; null while it works. */
  readonly failingSince: number | null;
}

export interface UploaderDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly spool: Spool;
  readonly objects: ObjectStore;
  readonly ledger: Pick<FootageLedger, 'place'>;
  readonly readInit: (cameraId: string, hash: string) => Promise<Uint8Array>;
}

const runIntervalMs = 10_000;
/** An upload that failed may still arrive: what it leaves is removed after this. */
const abandonedAfterMs = 3_600_000;
const backOff = { minMs: 10_000, maxMs: 120_000, floorMs: 5000 };
/** Objects that are sent at the same time, each up to 32 MB. */
const parallel = 2;

export function createUploader({ db, clock, log, spool, objects, ledger, readInit }: UploaderDeps): Uploader {
  const lastSent = new Map<string, number>();
  const stop = new AbortController();
  let [sentObjects, sentBytes, failures, resumeAt] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  let failingSince: number | null = null;
  let running: Promise<void> | null = null;

  /** Writes the row, the object, and then that it is in use: what a kill leaves has a row, and is swept. */
  const put = async (
    object: { readonly cameraId: string; readonly folder: string; readonly bytes: Uint8Array; readonly initHash: string | null },
    confirm: (objectId: string) => Promise<void>,
  ): Promise<void> => {
    const { cameraId, folder, bytes, initHash } = object;
    const id = newId('fo');
    const key = `footage/${cameraId}/${folder}/${id}`;
    const row = { id, camera_id: cameraId, key, size: bytes.byteLength, init_hash: initHash };
    await db
      .insertInto('footage_objects')
      .values({ ...row, remove_after: clock.now() + abandonedAfterMs })
      .execute();
    await objects.put(key, bytes, stop.signal);
    await confirm(id);
    sentObjects += 1;
    sentBytes += bytes.byteLength;
  };
  const sendInit = async (cameraId: string, hash: string): Promise<void> => {
    if (await findStoredInit(db, cameraId, hash)) return;
    const bytes = await readInit(cameraId, hash).catch(noneIfMissing);
    if (bytes) await put({ cameraId, folder: 'init', bytes, initHash: hash }, (id) => confirmInit(db, cameraId, id));
  };
  /** @returns whether anything was sent */
  const sendSegments = async (cameraId: string, segments: readonly WaitingSegment[]): Promise<boolean> => {
    for (const hash of new Set(segments.map(({ initHash }) => initHash))) await sendInit(cameraId, hash);
    const bytes = Buffer.allocUnsafe(segments.reduce((sum, { size }) => sum + size, 0));
    const positions: { startMs: number; position: number }[] = [];
    let position = 0;
    for (const { startMs, size } of segments) {
      const part = await spool.read(cameraId, startMs).catch(noneIfMissing);
      // Deleted meanwhile, or not what the index knows: the next start puts that right.
      if (part?.byteLength !== size) continue;
      bytes.set(part, position);
      positions.push({ startMs, position });
      position += size;
    }
    const [first] = positions;
    if (!first) return false;
    const folder = new Date(first.startMs).toISOString().slice(0, 10);
    await put({ cameraId, folder, bytes: bytes.subarray(0, position), initHash: null }, (objectId) =>
      ledger.place({ objectId, cameraId, segments: positions }),
    );
    await spool.remove(
      cameraId,
      positions.map(({ startMs }) => startMs),
    );
    return true;
  };
  const sendCamera = async (cameraId: string): Promise<void> => {
    for (;;) {
      const last = lastSent.get(cameraId);
      const waiting = await spool.waiting(cameraId, objectLimit);
      const due = planUpload(waiting, { now: clock.now(), sinceLastMs: last === undefined ? null : clock.monotonic() - last });
      if (due.length === 0 || stop.signal.aborted) return;
      lastSent.set(cameraId, clock.monotonic());
      const isSent = await sendSegments(cameraId, due);
      if (!isSent || !waiting.hasMore) return;
    }
  };
  const fail = (error: unknown): void => {
    if (stop.signal.aborted) return;
    resumeAt = clock.monotonic() + backOffDelay(failures, Math.random(), backOff);
    failures += 1;
    if (failingSince !== null) return;
    failingSince = clock.now();
    log.warn({ err: error }, 'Recordings cannot be sent to the bucket; they wait on the disk, and nothing is lost while it has room');
  };
  const work = async (): Promise<void> => {
    if (clock.monotonic() < resumeAt) return;
    const cameras = (await spool.cameras()).values();
    let isFailing = false;
    const sendNext = async (): Promise<void> => {
      for (const cameraId of cameras) {
        if (isFailing || stop.signal.aborted) return;
        await sendCamera(cameraId);
      }
    };
    try {
      await Promise.all(
        Array.from({ length: parallel }, () =>
          sendNext().catch((error: unknown) => {
            isFailing = true;
            throw error;
          }),
        ),
      );
      await sweepObjects({ db, objects, now: clock.now() }, stop.signal);
    } catch (error) {
      return fail(error);
    }
    if (failingSince !== null)
      log.info({ minutes: Math.round((clock.now() - failingSince) / 60_000) }, 'Recordings reach the bucket again');
    failures = 0;
    failingSince = null;
  };
  const run = (): Promise<void> => (running ??= work().finally(() => (running = null)));
  const stopTimer = callEvery(clock, runIntervalMs, () => void run());

  return {
    run,
    get state() {
      return { objects: sentObjects, bytes: sentBytes, failingSince };
    },
    close: async () => {
      stopTimer();
      stop.abort();
      await running;
    },
  };
}

function noneIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backOffDelay } from '@watchpost/contract/timing/back-off';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import { inBackground } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ByteRange } from '../playback/byte-range.ts';
import { isMissing } from '../playback/file-pieces.ts';
import { listNames } from '../recording/footage-files.ts';
import { releaseCopies } from './object-sweep.ts';
import type { ObjectStore } from './port.ts';
import { confirmCopy } from './stored-index.ts';

/** Files of one kind that belong to events: `DATA_DIR/<folder>/<cameraId>/<eventId>.<extension>`. */
interface CopiedKind {
  readonly folder: string;
  readonly extension: string;
  /** Returns those of the events whose files are finished and still needed; at most 200 at once. */
  readonly finished: (eventIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** The copies of one kind of file. They are named by their files: `releaseCopies` lets them go with what they belong to. */
export interface Copies {
  /** Copies a finished file when its turn comes. The copy of an earlier file of that name gives way to it. */
  add(cameraId: string, eventId: string): void;
  /** Opens a copy; null when there is none. */
  open(eventId: string): Promise<FileCopy | null>;
}

interface FileCopy {
  /** Bytes. */
  readonly size: number;
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
}

/**
 * Keeps a copy of small files in the bucket, so that they outlive the disk of the node that made them. That node goes on reading its own
 * file. What waits for its turn is known by the files themselves: it is found again after a kill.
 */
export interface FileCopies {
  of(kind: CopiedKind): Copies;
  /** Copies what has its turn now. */
  run(): Promise<void>;
  close(): Promise<void>;
}

/** A file that waits to be copied. */
interface Turn {
  readonly kind: CopiedKind;
  /** Finished in this run: it goes before those that a start has found. */
  readonly isNew: boolean;
}

interface FileCopiesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly dataDir: string;
  readonly objects: ObjectStore;
  /** False where everything moves back to the disk: copies are only read. */
  readonly isSending: boolean;
}

const runIntervalMs = 10_000;
/** Of a camera: each file is a request, and stores charge for requests. */
const paceMs = 30_000;
/** A copy that failed may still arrive: what it leaves is removed after this. */
const abandonedAfterMs = 3_600_000;
const backOff = { minMs: 10_000, maxMs: 120_000, floorMs: 5000 };
/** A film of two minutes has 60 MB at most. */
const maxBytes = 64_000_000;
/** Read at once of a film, bytes. */
const partBytes = 1_000_000;
/** SQLite limits the number of parameters. */
const idsPerQuery = 200;

export function createFileCopies({ db, clock, log, dataDir, objects, isSending }: FileCopiesDeps): FileCopies {
  /** Kinds whose files of earlier runs have not been looked through. */
  const unread = new Set<CopiedKind>();
  /** By camera and file name, in the order in which they came. */
  const waiting = new Map<string, Map<string, Turn>>();
  const lastTurn = new Map<string, number>();
  const stop = new AbortController();
  let [failures, resumeAt] = [0, Number.NEGATIVE_INFINITY];
  let running: Promise<void> | null = null;

  const enqueue = (cameraId: string, name: string, turn: Turn): void => {
    if (!isSending) return;
    const files = waiting.get(cameraId) ?? new Map<string, Turn>();
    waiting.set(cameraId, files.set(name, turn));
  };
  /** Finds the finished files that have no copy. */
  const readFolder = async (kind: CopiedKind): Promise<void> => {
    const folder = join(dataDir, kind.folder);
    for (const cameraId of await listNames(folder, /^[\w-]{1,64}$/)) {
      const files = await listNames(join(folder, cameraId), /^[\w-]{1,64}\.\w{1,8}$/);
      const names = files.filter((name) => name.endsWith(`.${kind.extension}`));
      for (let start = 0; start < names.length; start += idsPerQuery) {
        stop.signal.throwIfAborted();
        const some = names.slice(start, start + idsPerQuery);
        const rows = await db
          .selectFrom('footage_objects')
          .select('id')
          .where('id', 'in', some)
          .where('remove_after', 'is', null)
          .execute();
        const copied = new Set(rows.map(({ id }) => id));
        const missing = some.filter((name) => !copied.has(name) && !waiting.get(cameraId)?.has(name));
        if (missing.length === 0) continue;
        const finished = await kind.finished(missing.map(eventOf));
        for (const name of missing) if (finished.has(eventOf(name))) enqueue(cameraId, name, { kind, isNew: false });
      }
    }
  };
  /** @returns whether the file needs no other turn */
  const send = async (cameraId: string, name: string, kind: CopiedKind): Promise<boolean> => {
    const file = join(dataDir, kind.folder, cameraId, name);
    const size = (await stat(file).catch(nullIfMissing))?.size ?? 0;
    // Deleted meanwhile.
    if (size === 0) return true;
    if (size > maxBytes) {
      log.warn({ cameraId, file: name, bytes: size }, 'A file is too large to be copied to the bucket');
      return true;
    }
    const bytes = await readFile(file).catch(nullIfMissing);
    if (!bytes) return true;
    // What a kill leaves has a row, and is swept. The copy is a file in the data folder once it moves back: its key is its path there.
    const row = { size: bytes.byteLength, remove_after: clock.now() + abandonedAfterMs };
    const key = `${kind.folder}/${cameraId}/${name}`;
    const claimed = await db
      .insertInto('footage_objects')
      .values({ id: name, camera_id: cameraId, key, init_hash: null, ...row })
      // An attempt that failed is made again.
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where('footage_objects.remove_after', '>', 0))
      .returning('id')
      .executeTakeFirst();
    if (!claimed) {
      await releaseCopies(db, [name]);
      return false;
    }
    await objects.put(key, bytes, stop.signal);
    await confirmCopy(db, name);
    // In this order: what is deleted from now on releases the copy itself.
    const finished = await kind.finished([eventOf(name)]);
    if (!finished.has(eventOf(name))) await releaseCopies(db, [name]);
    return true;
  };
  const sendNext = async (cameraId: string, files: Map<string, Turn>): Promise<void> => {
    const turns = [...files];
    const next = turns.find(([, { isNew }]) => isNew) ?? turns[0];
    const last = lastTurn.get(cameraId);
    if (!next || (last !== undefined && clock.monotonic() - last < paceMs)) return;
    lastTurn.set(cameraId, clock.monotonic());
    const [name, turn] = next;
    files.delete(name);
    let isDone = false;
    try {
      isDone = await send(cameraId, name, turn.kind);
    } finally {
      if (!isDone) enqueue(cameraId, name, turn);
    }
    if (files.size === 0) waiting.delete(cameraId);
  };
  const work = async (): Promise<void> => {
    if (clock.monotonic() < resumeAt) return;
    try {
      for (const kind of unread) {
        await readFolder(kind);
        unread.delete(kind);
      }
      for (const [cameraId, files] of [...waiting]) {
        stop.signal.throwIfAborted();
        await sendNext(cameraId, files);
      }
      failures = 0;
    } catch (error) {
      if (stop.signal.aborted) return;
      resumeAt = clock.monotonic() + backOffDelay(failures, Math.random(), backOff);
      if (failures === 0) log.warn({ err: error }, 'Pictures and films of events cannot be copied to the bucket; they wait on the disk');
      failures += 1;
    }
  };
  const run = (): Promise<void> => (running ??= inBackground(work).finally(() => (running = null)));
  const stopTimer = isSending ? callEvery(clock, runIntervalMs, () => void run()) : () => undefined;

  return {
    of: (kind) => {
      if (isSending) unread.add(kind);
      const nameOf = (eventId: string): string => `${eventId}.${kind.extension}`;
      return {
        add: (cameraId, eventId) => enqueue(cameraId, nameOf(eventId), { kind, isNew: true }),
        open: async (eventId) => {
          const found = await db
            .selectFrom('footage_objects')
            .select(['key', 'size'])
            .where('id', '=', nameOf(eventId))
            .where('remove_after', 'is', null)
            .executeTakeFirst();
          if (!found) return null;
          const { key, size } = found;
          return { size, read: (range = { start: 0, end: size - 1 }) => readParts(objects, key, range) };
        },
      };
    },
    run,
    close: async () => {
      stopTimer();
      stop.abort();
      await running;
    },
  };
}

async function* readParts(objects: Pick<ObjectStore, 'read'>, key: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  for (let from = start; from <= end; from += partBytes)
    yield await objects.read(key, { start: from, end: Math.min(end, from + partBytes - 1) });
}

function eventOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

import type { Db } from '../../db/database.ts';
import type { FootageLedger } from '../recording/footage-ledger.ts';
import { readFootageBytes } from './footage-bytes.ts';
import type { SizedSegment } from './storage-quotas.ts';

/** Returns the cameras whose days of footage were paid for. */
export type ReadPaidCameras = () => Promise<ReadonlySet<string>>;

/**
 * The operator's limit of all footage together. Above it, the oldest footage of all cameras is deleted, so that each keeps as many
 * days as the others. Days that were paid for win over the limit; a full disk wins over both.
 */
export interface FootageLimit {
  /** Null where there is none now. */
  readonly limitBytes: number | null;
  /** Bytes above the limit; 0 or less while there is room. */
  excess(): Promise<number>;
  /** Returns the oldest segments that may be deleted for the limit; empty when all days left were paid for. */
  oldest(maxSegments: number): Promise<SizedSegment[]>;
  /** Keeps what was paid for: returns the others of these segments. */
  withoutPaid(segments: readonly SizedSegment[]): Promise<readonly SizedSegment[]>;
  /** Null without a limit. */
  state(): Promise<FootageLimitState | null>;
}

export interface FootageLimitState {
  readonly limitBytes: number;
  readonly footageBytes: number;
  /** Whether the limit isn't kept, because all footage is in its paid days. */
  readonly isHeldByPaidDays: boolean;
}

interface FootageLimitDeps {
  readonly db: Db;
  readonly ledger: Pick<FootageLedger, 'changedBytes'>;
  /** Called at each use, because operators change it. */
  readonly readLimit: () => number | null;
  readonly readPaidCameras?: ReadPaidCameras | undefined;
}

export function createFootageLimit({ db, ledger, readLimit, readPaidCameras = async () => new Set() }: FootageLimitDeps): FootageLimit {
  /** Bytes before all changes that the ledger has counted. Adding up reads a million rows, so it is done once. */
  let base: Promise<number> | null = null;
  let isHeld = false;
  const readBase = async (): Promise<number> => {
    const changed = ledger.changedBytes();
    let bytes = 0;
    for (const { camera_id: cameraId } of await db.selectFrom('footage').select('camera_id').distinct().execute())
      bytes += await readFootageBytes(db, cameraId);
    return bytes - changed;
  };
  const read = async (): Promise<number> => {
    base ??= readBase();
    try {
      return (await base) + ledger.changedBytes();
    } catch (error) {
      base = null;
      throw error;
    }
  };
  const segments = () => db.selectFrom('segments').select(['camera_id', 'start_ms', 'duration_ms', 'size']).orderBy('start_ms');
  const oldest = async (maxSegments: number): Promise<SizedSegment[]> => {
    const paid = await readPaidCameras();
    if (paid.size === 0) return segments().limit(maxSegments).execute();
    const cameras = await db
      .selectFrom('footage')
      .select(({ fn }) => ['camera_id', fn.min('start_ms').as('oldest')])
      .groupBy('camera_id')
      .execute();
    // One camera at a time: the next call finds the one that is the oldest then.
    const [first] = cameras.filter(({ camera_id }) => !paid.has(camera_id)).toSorted((a, b) => Number(a.oldest) - Number(b.oldest));
    return first ? segments().where('camera_id', '=', first.camera_id).limit(maxSegments).execute() : [];
  };
  return {
    get limitBytes() {
      return readLimit();
    },
    excess: async () => {
      const limitBytes = readLimit();
      // Without a limit, nothing is added up.
      const excess = limitBytes === null ? 0 : (await read()) - limitBytes;
      if (excess <= 0) isHeld = false;
      return excess;
    },
    oldest: async (maxSegments) => {
      const found = await oldest(maxSegments);
      isHeld = found.length === 0;
      return found;
    },
    withoutPaid: async (found) => {
      const paid = await readPaidCameras();
      return found.filter(({ camera_id }) => !paid.has(camera_id));
    },
    state: async () => {
      const limitBytes = readLimit();
      return limitBytes === null ? null : { limitBytes, footageBytes: Math.max(0, await read()), isHeldByPaidDays: isHeld };
    },
  };
}

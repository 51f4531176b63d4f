import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import { readFootageBytes } from './footage-bytes.ts';

/** Returns the bytes of footage that an account may keep when the disk runs low; Infinity for an operator. */
export type ReadQuota = (customerId: string) => Promise<number>;

export interface SizedSegment {
  readonly camera_id: string;
  readonly start_ms: number;
  readonly duration_ms: number;
  readonly size: number;
}

/** Decides whose footage is deleted first when the disk runs low. */
export interface StorageQuotas {
  /**
   * Returns the oldest segments of the account that exceeds its quota the most, up to the excess; empty when no account does.
   * @param maxSegments upper limit of what is returned
   * @param diskBytes size of the disk: accounts with a quota share half of it
   */
  oldestBeyond(maxSegments: number, diskBytes: number): Promise<SizedSegment[]>;
  /** Counts segments that are being deleted. */
  noteRemoved(segments: readonly SizedSegment[]): void;
}

interface Account {
  readonly cameraIds: readonly string[];
  /** Bytes over the quota; negative while there is room. */
  beyond: number;
}

/** Adding up reads a million rows, so it is done when the disk runs low, and not again for this long. */
const cacheTtlMs = 10 * 60_000;
/** On a disk smaller than the quotas, accounts that have one could still displace the operator's footage: together they get this share. */
const limitedShareOfDisk = 0.5;

/** @param nodeId whose disk is meant, of a cluster; every disk where one machine runs alone */
export function createStorageQuotas({
  db,
  clock,
  readQuota,
  nodeId,
}: {
  db: Db;
  clock: Pick<Clock, 'monotonic'>;
  readQuota: ReadQuota;
  nodeId?: string | undefined;
}): StorageQuotas {
  let known: { readonly accounts: readonly Account[]; readonly at: number } | null = null;

  const readAccounts = async (diskBytes: number): Promise<readonly Account[]> => {
    const cameras = await db.selectFrom('cameras').select(['id', 'owner_id']).orderBy('id').execute();
    const limited: { readonly cameraIds: readonly string[]; readonly quotaBytes: number }[] = [];
    for (const [ownerId, own] of Map.groupBy(cameras, ({ owner_id }) => owner_id)) {
      const quotaBytes = await readQuota(ownerId);
      if (quotaBytes !== Infinity) limited.push({ cameraIds: own.map(({ id }) => id), quotaBytes });
    }
    const shareBytes = (diskBytes * limitedShareOfDisk) / limited.length;
    const accounts: Account[] = [];
    for (const { cameraIds, quotaBytes } of limited) {
      let bytes = 0;
      for (const id of cameraIds) bytes += await readFootageBytes(db, id);
      accounts.push({ cameraIds, beyond: bytes - Math.min(quotaBytes, shareBytes) });
    }
    return accounts;
  };
  const oldestOf = async ({ cameraIds, beyond }: Account, maxSegments: number): Promise<SizedSegment[]> => {
    const ofEach: SizedSegment[][] = [];
    for (const id of cameraIds)
      ofEach.push(
        await db
          .selectFrom('segments')
          .select(['camera_id', 'start_ms', 'duration_ms', 'size'])
          .where('camera_id', '=', id)
          .$if(nodeId !== undefined, (query) => query.where('node_id', '=', nodeId ?? ''))
          .orderBy('start_ms')
          .limit(maxSegments)
          .execute(),
      );
    let sum = 0;
    return ofEach
      .flat()
      .sort((a, b) => a.start_ms - b.start_ms)
      .slice(0, maxSegments)
      .filter(({ size }) => (sum += Number(size)) - Number(size) < beyond);
  };

  return {
    oldestBeyond: async (maxSegments, diskBytes) => {
      if (!known || clock.monotonic() - known.at >= cacheTtlMs) known = { accounts: await readAccounts(diskBytes), at: clock.monotonic() };
      const [worst] = known.accounts.filter(({ beyond }) => beyond > 0).sort((a, b) => b.beyond - a.beyond);
      return worst ? oldestOf(worst, maxSegments) : [];
    },
    noteRemoved: (segments) => {
      for (const { camera_id: cameraId, size } of segments) {
        const account = known?.accounts.find(({ cameraIds }) => cameraIds.includes(cameraId));
        if (account) account.beyond -= Number(size);
      }
    },
  };
}

import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Logger } from '../../kernel/log.ts';

/** Stores how much moved, for as long as the archive: one row per hour and camera. */
export interface ActivityStore {
  /**
   * Adds the level of one picture.
   * @param level 0 to 1
   * @param at Unix ms of the picture
   */
  add(cameraId: string, at: number, level: number): void;
  /** Returns the maximum of each step from `from` on, 0 to 1. */
  read(cameraId: string, range: { readonly from: number; readonly to: number; readonly step: number }): Promise<number[]>;
  forget(cameraId: string): void;
  deleteExpired(now: number): Promise<void>;
  close(): Promise<void>;
}

const hourMs = 3_600_000;
const slotMs = 10_000;
const slots = hourMs / slotMs;
const flushIntervalMs = 60_000;
/** A level is one character, starting with `0`. */
const zero = 48;
const highest = 63;

export function createActivityStore({ db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Logger }): ActivityStore {
  /** Unwritten levels, by camera and hour. */
  let pending = new Map<string, Map<number, Uint8Array>>();
  let writing: Promise<void> = Promise.resolve();

  const write = async (cameraId: string, hour: number, levels: Uint8Array): Promise<void> => {
    // Only this server writes, sequentially: existing data are from before a restart, or from the last minute.
    const row = await db
      .selectFrom('motion_levels')
      .select('levels')
      .where('camera_id', '=', cameraId)
      .where('hour_ms', '=', hour)
      .executeTakeFirst();
    const merged = encode(row ? decode(row.levels).map((level, slot) => Math.max(level, levels[slot] ?? 0)) : levels);
    await db
      .insertInto('motion_levels')
      .values({ camera_id: cameraId, hour_ms: hour, levels: merged })
      .onConflict((conflict) => conflict.columns(['camera_id', 'hour_ms']).doUpdateSet({ levels: merged }))
      .execute();
  };

  const flush = (): Promise<void> => {
    writing = writing.then(async () => {
      const taken = pending;
      pending = new Map();
      for (const [cameraId, hours] of taken) {
        for (const [hour, levels] of hours)
          await write(cameraId, hour, levels).catch((error: unknown) =>
            log.debug({ err: error, cameraId }, 'Motion activity could not be stored'),
          );
      }
    });
    return writing;
  };
  const cancelFlush = callEvery(clock, flushIntervalMs, () => void flush());

  return {
    add: (cameraId, at, level) => {
      if (level <= 0) return;
      const hour = Math.floor(at / hourMs) * hourMs;
      const hours = pending.get(cameraId) ?? new Map<number, Uint8Array>();
      const levels = hours.get(hour) ?? new Uint8Array(slots);
      const slot = Math.floor((at - hour) / slotMs);
      levels[slot] = Math.max(levels[slot] ?? 0, Math.max(1, Math.round(Math.min(1, level) * highest)));
      hours.set(hour, levels);
      pending.set(cameraId, hours);
    },
    read: async (cameraId, { from, to, step }) => {
      const result = Array.from({ length: Math.ceil((to - from) / step) }, () => 0);
      const rows = await db
        .selectFrom('motion_levels')
        .select(['hour_ms', 'levels'])
        .where('camera_id', '=', cameraId)
        .where('hour_ms', '>', from - hourMs)
        .where('hour_ms', '<', to)
        .execute();
      for (const row of rows) spread(result, row.hour_ms, decode(row.levels), { from, to, step });
      for (const [hour, levels] of pending.get(cameraId) ?? []) spread(result, hour, levels, { from, to, step });
      return result;
    },
    forget: (cameraId) => void pending.delete(cameraId),
    deleteExpired: async (now) => {
      await db
        .deleteFrom('motion_levels')
        .where(
          sql<boolean>`hour_ms < cast(${now - hourMs} as bigint) - cast(${24 * hourMs} as bigint) * (select case when archive_days > 1 then archive_days else 1 end from cameras where cameras.id = motion_levels.camera_id)`,
        )
        .execute();
    },
    close: () => {
      cancelFlush();
      return flush();
    },
  };
}

/** Applies each slot to every step that it overlaps. */
function spread(
  result: number[],
  hour: number,
  levels: ArrayLike<number>,
  { from, to, step }: { from: number; to: number; step: number },
): void {
  for (let slot = 0; slot < slots; slot++) {
    const level = (levels[slot] ?? 0) / highest;
    const start = hour + slot * slotMs;
    if (level === 0 || start + slotMs <= from || start >= to) continue;
    const last = Math.min(result.length - 1, Math.floor((start + slotMs - 1 - from) / step));
    for (let index = Math.max(0, Math.floor((start - from) / step)); index <= last; index++)
      result[index] = Math.max(result[index] ?? 0, level);
  }
}

function encode(levels: ArrayLike<number>): string {
  return String.fromCharCode(...Array.from(levels, (level) => level + zero));
}

function decode(text: string): number[] {
  return Array.from({ length: slots }, (_, slot) => Math.min(highest, Math.max(0, (text.charCodeAt(slot) || zero) - zero)));
}

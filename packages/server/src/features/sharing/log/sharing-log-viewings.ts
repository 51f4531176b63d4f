import type { Clock } from '@watchpost/contract/timing/clock';
import type { AccessLogTable } from '../../../db/sharing-tables.ts';
import type { CameraAccess } from '../../../kernel/access/access.ts';
import type { ViewedRange, Viewing, ViewingKind, ViewingTracker } from '../../../kernel/access/viewing.ts';
import { describeUserAgent } from '../../session/index.ts';
import { newEntryId } from './sharing-log-entry-id.ts';
import { createRecent } from './sharing-log-recent.ts';
import { viewerKey, whoOf } from './sharing-log-viewer.ts';
import type { AccessLogWriter } from './sharing-log-writer.ts';
import type { ViewerPlaces } from './sharing-viewers.ts';

export interface ViewingLog extends ViewingTracker {
  /** Called every second: notes who still watches and who has stopped. */
  tick(): void;
  /** Drops the entries of a removed camera. */
  forget(cameraId: string): void;
  /** Ends all entries. */
  close(): void;
}

export interface ViewingLogDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly writer: Pick<AccessLogWriter, 'put'>;
  readonly places: ViewerPlaces;
  /** Maximum number of viewings in memory; beyond it the oldest entry ends, and goes on as another. */
  readonly capacity?: number;
}

/** A viewer who watches by requests counts as watching until this long after the last one; the archive is loaded far ahead. */
const requestIntervalMs: Readonly<Record<ViewingKind, number>> = { live: 10_000, archive: 30_000 };
/** A viewer who moves a camera is alone with it for this long after each movement. */
const steeringHoldMs = 3000;
/** An interruption of this length ends an entry: a reconnection or a change of quality is shorter. */
const interruptionMs = 30_000;
const progressIntervalMs = 15_000;
/** A jump to another part of the archive, or a gap in it, of this length begins another entry: the range of each is what was played. */
const maxJumpMs = 60_000;
/** Parts of the archive that one viewer plays at the same time, in several tabs or by jumping about; further ones widen the last. */
const maxParts = 20;
const repetitionMs = 600_000;

/** What lasts, and so has a beginning and an end. */
type EntryKind = ViewingKind | 'steering';

interface Entry {
  readonly row: AccessLogTable;
  readonly key: string;
  /** Monotonic milliseconds, like all times here. */
  readonly startedAt: number;
  sockets: number;
  /** Until when the last request counts as watching. */
  heldUntil: number;
  /** When the viewer was last known to watch. */
  seenAt: number;
  writtenAt: number;
  /** As written last. */
  isWatching: boolean;
}

/** Turns sockets, requests and movements into entries: one per viewer, camera and kind, from the beginning to the end. */
export function createViewingLog({ clock, writer, places, capacity = 20_000 }: ViewingLogDeps): ViewingLog {
  const entries = new Set<Entry>();
  const byKey = new Map<string, Entry[]>();
  /** By camera: who moves it, or did last. */
  const steered = new Map<string, Entry>();
  const recent = createRecent({ clock, windowMs: repetitionMs, capacity: 10_000 });

  const rowOf = (access: CameraAccess, kind: string, userAgent: string | undefined): AccessLogTable => ({
    id: newEntryId(),
    camera_id: access.cameraId,
    kind,
    at: clock.now(),
    until: null,
    seen_at: null,
    range_from: null,
    range_until: null,
    ...whoOf(access),
    subject: null,
    ...describeUserAgent(userAgent),
    invite_label: null,
  });
  /** Writes what takes no time. */
  const putMoment = (row: AccessLogTable): void => writer.put({ ...row, until: row.at });

  const write = (entry: Entry, isWatching: boolean): void => {
    // Counted from the beginning, so that a wall clock that is set doesn't change the length.
    const seen_at = entry.row.at + Math.round(entry.seenAt - entry.startedAt);
    entry.isWatching = isWatching;
    entry.writtenAt = clock.monotonic();
    writer.put({ ...entry.row, seen_at, until: isWatching ? null : seen_at });
  };
  const remove = (entry: Entry): void => {
    entries.delete(entry);
    const left = (byKey.get(entry.key) ?? []).filter((other) => other !== entry);
    if (left.length > 0) byKey.set(entry.key, left);
    else byKey.delete(entry.key);
    if (steered.get(entry.row.camera_id) === entry) steered.delete(entry.row.camera_id);
  };
  const end = (entry: Entry): void => {
    if (entry.sockets > 0) entry.seenAt = clock.monotonic();
    write(entry, false);
    remove(entry);
  };

  const find = (access: CameraAccess, kind: EntryKind, range: ViewedRange | null, userAgent: string | undefined): Entry => {
    const key = `${access.cameraId} ${kind} ${viewerKey(access)}`;
    const known = byKey.get(key) ?? [];
    const now = clock.monotonic();
    const joined = known.find(({ row }) => isNear(row, range)) ?? (known.length >= maxParts ? known.at(-1) : undefined);
    if (joined) return joined;
    const entry: Entry = {
      row: { ...rowOf(access, kind, userAgent), range_from: range?.from ?? null, range_until: range?.until ?? null },
      key,
      startedAt: now,
      sockets: 0,
      heldUntil: 0,
      seenAt: now,
      writtenAt: now,
      isWatching: true,
    };
    entries.add(entry);
    byKey.set(key, [...known, entry]);
    write(entry, true);
    const [oldest] = entries;
    if (entries.size > capacity && oldest) end(oldest);
    return entry;
  };
  const isStillWatching = ({ sockets, heldUntil }: Entry): boolean => sockets > 0 || clock.monotonic() < heldUntil;

  const refuse: ViewingTracker['refuse'] = (access, subject, userAgent) => {
    const key = `refused ${subject} ${access.cameraId} ${viewerKey(access)}`;
    if (recent.isNew(key, { renews: false })) putMoment({ ...rowOf(access, 'refused', userAgent), subject });
  };
  const orRefuse = <T>(access: CameraAccess, userAgent: string | undefined, takePlace: () => T): T => {
    try {
      return takePlace();
    } catch (error) {
      refuse(access, 'viewers', userAgent);
      throw error;
    }
  };
  const takePlace = (access: CameraAccess, userAgent: string | undefined): Omit<Viewing, 'begin'> => {
    const place = orRefuse(access, userAgent, () => places.take(access));
    return { check: (now) => orRefuse(now, userAgent, () => place.check(now)), end: place.end };
  };

  return {
    admit: (access, kind, userAgent) => orRefuse(access, userAgent, () => places.keep(access, kind)),
    open: (access, kind, userAgent) => {
      const place = takePlace(access, userAgent);
      let entry: Entry | null = null;
      let isEnded = false;
      return {
        begin: () => {
          if (entry || isEnded) return;
          entry = find(access, kind, null, userAgent);
          entry.sockets += 1;
        },
        check: place.check,
        end: () => {
          if (isEnded) return;
          isEnded = true;
          place.end();
          if (!entry) return;
          entry.seenAt = clock.monotonic();
          entry.sockets -= 1;
        },
      };
    },
    touch: (access, kind, range, userAgent) => {
      orRefuse(access, userAgent, () => places.keep(access, kind));
      const entry = find(access, kind, range, userAgent);
      entry.seenAt = clock.monotonic();
      entry.heldUntil = entry.seenAt + requestIntervalMs[kind];
      if (!range) return;
      const { row } = entry;
      row.range_from = Math.min(row.range_from ?? range.from, range.from);
      row.range_until = Math.max(row.range_until ?? range.until, range.until);
    },
    download: (access, { from, until }, userAgent) => {
      const place = takePlace(access, userAgent);
      const key = `download ${access.cameraId} ${viewerKey(access)} ${from} ${until}`;
      if (recent.isNew(key, { renews: true })) putMoment({ ...rowOf(access, 'download', userAgent), range_from: from, range_until: until });
      return place;
    },
    steer: (access, userAgent) => {
      const entry = find(access, 'steering', null, userAgent);
      const before = steered.get(access.cameraId);
      // Never two at the same time: a later look at the log finds one for each moment.
      if (before && before !== entry) end(before);
      steered.set(access.cameraId, entry);
      entry.seenAt = clock.monotonic();
      entry.heldUntil = entry.seenAt + steeringHoldMs;
    },
    refuse,
    tick: () => {
      places.sweep();
      const now = clock.monotonic();
      for (const entry of entries) {
        if (entry.sockets > 0) entry.seenAt = now;
        const isWatching = isStillWatching(entry);
        if (!isWatching && now - entry.seenAt >= interruptionMs) end(entry);
        else if (isWatching !== entry.isWatching || (isWatching && now - entry.writtenAt >= progressIntervalMs)) write(entry, isWatching);
      }
    },
    forget: (cameraId) => {
      for (const entry of entries) if (entry.row.camera_id === cameraId) remove(entry);
    },
    close: () => {
      for (const entry of entries) end(entry);
    },
  };
}

/** Whether a part of the archive continues or repeats what an entry has. */
function isNear({ range_from: from, range_until: until }: AccessLogTable, range: ViewedRange | null): boolean {
  if (from === null || until === null || range === null) return true;
  return range.from <= until + maxJumpMs && range.until >= from - maxJumpMs;
}

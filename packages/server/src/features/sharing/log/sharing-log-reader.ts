import type { AccessEntry, AccessKind, AccessLogCounts, AccessLogFilter } from '@watchpost/contract/schemas/sharing';
import { accessEntrySchema, accessKind } from '@watchpost/contract/schemas/sharing';
import type { Db } from '../../../db/database.ts';
import type { AccessLogTable } from '../../../db/sharing-tables.ts';
import { knownOf } from '../../../kernel/contract/known.ts';

/** Reads entries of the cameras that it is given. */
export interface AccessLogReader {
  /**
   * Returns entries, newest first.
   * @param cursor of the last entry before this page; null for the newest
   */
  page(
    cameraIds: readonly string[],
    filter: AccessLogFilter,
    options: { readonly cursor: string | null; readonly limit: number },
  ): Promise<{ readonly entries: AccessEntry[]; readonly next: string | null }>;
  counts(cameraIds: readonly string[], filter: AccessLogFilter): Promise<AccessLogCounts>;
}

/** SQLite accepts at most 500 parts in a statement. */
const partsPerQuery = 100;

interface Position {
  readonly at: number;
  readonly id: string;
}
interface JoinedRow extends AccessLogTable {
  readonly title: string;
  readonly email: string | null;
}
/** Entries that one index has in their order. */
interface Part {
  readonly cameraId: string;
  readonly kind: AccessKind | null;
}

export function createAccessLogReader(db: Db): AccessLogReader {
  /** Finds the newest entries of a part by the index, however many there are. */
  const newestOf = ({ cameraId, kind }: Part, filter: AccessLogFilter, before: Position | null, limit: number) =>
    db
      .selectFrom((parent) =>
        filtered(parent.selectFrom('access_log').select(['at', 'id']).where('camera_id', '=', cameraId), {
          ...filter,
          kind: kind ? [kind] : undefined,
        })
          .$if(before !== null, (query) =>
            query.where(({ eb, and, or }) =>
              and([
                // For SQLite, which seeks by this alone.
                eb('at', '<=', before?.at ?? 0),
                or([eb('at', '<', before?.at ?? 0), eb('id', '<', before?.id ?? '')]),
              ]),
            ),
          )
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .as('newest'),
      )
      .selectAll('newest');

  const find = async (parts: readonly Part[], filter: AccessLogFilter, before: Position | null, limit: number): Promise<Position[]> => {
    const [first, ...others] = parts.map((part) => newestOf(part, filter, before, limit));
    if (!first) return [];
    const all = others.reduce((query, other) => query.unionAll(other), first);
    return db.selectFrom(all.as('found')).selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  };

  const read = async (ids: readonly string[]): Promise<JoinedRow[]> => {
    if (ids.length === 0) return [];
    return db
      .selectFrom('access_log')
      .innerJoin('cameras', 'cameras.id', 'access_log.camera_id')
      .leftJoin('customers', (join) =>
        join
          .onRef('customers.id', '=', 'access_log.viewer_id')
          .on('access_log.viewer_kind', '=', 'user')
          .on('customers.deleted_at', 'is', null),
      )
      .selectAll('access_log')
      .select(['cameras.title', 'customers.email'])
      .where('access_log.id', 'in', ids)
      .execute();
  };

  return {
    page: async (cameraIds, filter, { cursor, limit }) => {
      const before = cursor === null ? null : parseCursor(cursor);
      const parts = cameraIds.flatMap((cameraId): Part[] =>
        filter.kind ? [...new Set(filter.kind)].map((kind) => ({ cameraId, kind })) : [{ cameraId, kind: null }],
      );
      const found: Position[] = [];
      for (let start = 0; start < parts.length; start += partsPerQuery) {
        found.push(...(await find(parts.slice(start, start + partsPerQuery), filter, before, limit + 1)));
      }
      const page = found.toSorted(newestFirst).slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      const rows = await read(page.map(({ id }) => id));
      return { entries: rows.toSorted(newestFirst).flatMap(toEntry), next: last ? `${last.at}.${last.id}` : null };
    },
    counts: async (cameraIds, filter) => {
      if (cameraIds.length === 0) return {};
      const rows = await filtered(db.selectFrom('access_log').where('camera_id', 'in', cameraIds), filter)
        // By camera too, which is the order of the index.
        .select(({ fn }) => ['camera_id', 'kind', fn.countAll<number>().as('total')])
        .groupBy(['camera_id', 'kind'])
        .execute();
      const counts: AccessLogCounts = {};
      for (const { kind, total } of rows)
        for (const known of knownOf(accessKind, [kind])) counts[known] = (counts[known] ?? 0) + Number(total);
      return counts;
    },
  };
}

interface Filterable<Query> {
  where(column: 'kind', operator: 'in', value: string[]): Query;
  where(column: 'viewer_id', operator: '=', value: string): Query;
  where(column: 'at', operator: '>=' | '<', value: number): Query;
}

function filtered<Query extends Filterable<Query>>(query: Query, { kind, viewerId, from, to }: AccessLogFilter): Query {
  let narrowed = query;
  if (kind) narrowed = narrowed.where('kind', 'in', kind);
  if (viewerId !== undefined) narrowed = narrowed.where('viewer_id', '=', viewerId);
  if (from !== undefined) narrowed = narrowed.where('at', '>=', from);
  if (to !== undefined) narrowed = narrowed.where('at', '<', to);
  return narrowed;
}

/** A cursor of the contract: `at.id`. */
function parseCursor(cursor: string): Position {
  const separator = cursor.indexOf('.');
  return { at: Number(cursor.slice(0, separator)), id: cursor.slice(separator + 1) };
}

function newestFirst(a: Position, b: Position): number {
  if (a.at !== b.at) return b.at - a.at;
  return a.id < b.id ? 1 : -1;
}

const viewerKinds: ReadonlySet<string> = new Set(accessEntrySchema.shape.who.options.map(({ shape }) => shape.kind.value));
const grantKinds: ReadonlySet<string> = new Set(accessEntrySchema.shape.grant.options.map(({ shape }) => shape.kind.value));

/** Leaves out what a newer version has written, and this one has no name for. */
function toEntry(row: JoinedRow): AccessEntry[] {
  const { browser, system, range_from: from, range_until: until } = row;
  if (!viewerKinds.has(row.viewer_kind) || !grantKinds.has(row.grant_kind)) return [];
  return knownOf(accessKind, [row.kind]).map((kind) => ({
    id: row.id,
    kind,
    cameraId: row.camera_id,
    cameraTitle: row.title,
    at: row.at,
    until: row.until,
    range: from === null || until === null ? null : { from, until },
    who: whoOf(row),
    subject: row.subject,
    device: browser === null && system === null ? null : { browser, system },
    grant: grantOf(row),
  }));
}

function grantOf({ grant_kind: kind, grant_name, invite_id, invite_label }: JoinedRow): AccessEntry['grant'] {
  if (kind === 'link') return { kind, inviteId: invite_id ?? '', label: invite_label ?? '' };
  return kind === 'owner' || kind === 'full' || kind === 'view' ? { kind } : { kind, name: grant_name ?? '' };
}

function whoOf({ viewer_kind, viewer_id, viewer_name, email }: JoinedRow): AccessEntry['who'] {
  if (viewer_kind === 'guest') return { kind: 'guest', guestId: viewer_id };
  if (viewer_kind === 'website') return { kind: 'website', origin: viewer_id, viewerId: viewer_name };
  if (viewer_kind === 'api-key') return { kind: 'api-key', apiKeyId: viewer_id, name: viewer_name ?? '' };
  if (viewer_kind === 'stream-link') return { kind: 'stream-link', streamLinkId: viewer_id, name: viewer_name ?? '' };
  return email === null ? { kind: 'deleted' } : { kind: 'user', customerId: viewer_id, email };
}

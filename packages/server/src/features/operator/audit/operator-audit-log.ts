import { randomBytes } from 'node:crypto';
import type { AuditEntry, AuditFilter, AuditKind, AuditLogPage } from '@watchpost/contract/schemas/operator';
import { auditKind } from '@watchpost/contract/schemas/operator';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import type { AuditLogTable } from '../../../db/sharing-tables.ts';
import { knownOf } from '../../../kernel/contract/known.ts';

/** Who did what on this server. It is only ever added to: neither calls nor jobs change or remove entries. */
export interface AuditLog {
  record(entry: AuditRecord): Promise<void>;
  /**
   * Returns entries, newest first.
   * @param options.cursor of the last entry before this page; null for the newest
   */
  page(filter: AuditFilter, options: { readonly cursor: string | null; readonly limit: number }): Promise<AuditLogPage>;
}

interface AuditRecord {
  readonly kind: AuditKind;
  readonly actor: AuditEntry['actor'];
  readonly subject: AuditEntry['subject'];
}

export function createAuditLog({ db, clock }: { readonly db: Db; readonly clock: Pick<Clock, 'now'> }): AuditLog {
  return {
    record: async ({ kind, actor, subject }) => {
      await db
        .insertInto('audit_log')
        .values({
          // In lower case, which every database sorts like JavaScript, whatever its collation.
          id: `aud_${randomBytes(16).toString('hex')}`,
          at: clock.now(),
          kind,
          actor_id: actor?.customerId ?? null,
          actor_email: actor?.email ?? null,
          subject_id: subject?.id ?? null,
          subject_name: subject?.name ?? null,
        })
        .execute();
    },
    page: async ({ kind, actorId, from, to }, { cursor, limit }) => {
      let query = db.selectFrom('audit_log').selectAll();
      if (kind) query = query.where('kind', 'in', kind);
      if (actorId !== undefined) query = query.where('actor_id', '=', actorId);
      if (from !== undefined) query = query.where('at', '>=', from);
      if (to !== undefined) query = query.where('at', '<', to);
      if (cursor !== null) {
        const separator = cursor.indexOf('.');
        const [at, id] = [Number(cursor.slice(0, separator)), cursor.slice(separator + 1)];
        // The first condition is for SQLite, which seeks by it alone.
        query = query.where(({ eb, and, or }) => and([eb('at', '<=', at), or([eb('at', '<', at), eb('id', '<', id)])]));
      }
      const rows = await query
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return { entries: page.flatMap(toEntry), next: last ? `${last.at}.${last.id}` : null };
    },
  };
}

/** Leaves out what a newer version has written, and this one has no name for. */
function toEntry({ id, at, kind, actor_id, actor_email, subject_id, subject_name }: AuditLogTable): AuditEntry[] {
  return knownOf(auditKind, [kind]).map((known) => ({
    id,
    at,
    kind: known,
    actor: actor_id === null ? null : { customerId: actor_id, email: actor_email ?? '' },
    subject: subject_id === null ? null : { id: subject_id, name: subject_name },
  }));
}

import type { AccessEntry, AccessKind } from '@watchpost/contract/schemas/sharing';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import type { ApiKey } from '../../../kernel/access/api-key.ts';
import { newEntryId } from './sharing-log-entry-id.ts';

/** A change of a link, a key or a user's access. The other kinds of entries are about watching and steering. */
type AccessChangeKind = Exclude<AccessKind, 'live' | 'archive' | 'download' | 'steering' | 'refused'>;

export interface AccessChange {
  readonly kind: AccessChangeKind;
  readonly cameraId: string;
  /** The customer who changed it; for `link-accepted` the one who accepted, for `access-left` the one who left. */
  readonly actorId: string;
  /** The API key that changed it for the customer; absent for a user. */
  readonly actorKey?: Pick<ApiKey, 'id' | 'name'> | undefined;
  /** The actor's access to the camera: what allowed the change. */
  readonly grant: AccessEntry['grant'];
  /** E-mail address of the user or label of the link that was changed; null for none. */
  readonly subject: string | null;
  /** From the actor's User-Agent; null when unknown. */
  readonly device: AccessEntry['device'];
}

export interface AccessLog {
  /**
   * Writes changes in the caller's transaction: a change and its entry are stored together or not at all.
   * @example await accessLog.record(transaction, [{ kind: 'access-left', cameraId, actorId, grant: { kind: 'view' }, subject: null, device }])
   */
  record(db: Db, changes: readonly AccessChange[]): Promise<void>;
}

/** At most this many rows per statement: PostgreSQL limits the number of parameters. */
const rowsPerInsert = 500;

export function createAccessLog({ clock }: { readonly clock: Pick<Clock, 'now'> }): AccessLog {
  return {
    record: async (db, changes) => {
      const at = clock.now();
      const rows = changes.map(({ kind, cameraId, actorId, actorKey, grant, subject, device }) => ({
        id: newEntryId(),
        camera_id: cameraId,
        kind,
        at,
        until: at,
        range_from: null,
        range_until: null,
        viewer_kind: actorKey ? ('api-key' as const) : ('user' as const),
        viewer_id: actorKey?.id ?? actorId,
        viewer_name: actorKey?.name ?? null,
        subject,
        browser: device?.browser ?? null,
        system: device?.system ?? null,
        grant_kind: grant.kind,
        grant_name: 'name' in grant ? grant.name : null,
        invite_id: grant.kind === 'link' ? grant.inviteId : null,
        invite_label: grant.kind === 'link' ? grant.label : null,
      }));
      for (let start = 0; start < rows.length; start += rowsPerInsert) {
        await db
          .insertInto('access_log')
          .values(rows.slice(start, start + rowsPerInsert))
          .execute();
      }
    },
  };
}

import type { Users } from '@watchpost/contract/schemas/sharing';
import type { Db } from '../../../db/database.ts';
import { grantOfInvite } from '../invites/sharing-invite-grant.ts';
import { readInvites } from '../invites/sharing-invites-repository.ts';

type GuestsOfLink = Users['guests'][number];

/** Reads the guests of the active links of these cameras, in a constant number of queries. */
export async function readLinkGuests(db: Db, cameraIds: readonly string[], now: number): Promise<GuestsOfLink[]> {
  if (cameraIds.length === 0) return [];
  const invites = await readInvites(db, { kind: 'guests', cameraIds }, now);
  const active = invites.filter(({ row, state }) => state === 'active' && row.allows_guests === 1);
  if (active.length === 0) return [];
  const inviteIds = active.map(({ row }) => row.id);
  const counts = await db
    .selectFrom('guests')
    .select(({ fn }) => ['invite_id', fn.countAll<number>().as('total'), fn.min('joined_at').as('first_joined_at')])
    .where('invite_id', 'in', inviteIds)
    .groupBy('invite_id')
    .execute();
  const watched = await db
    .selectFrom('guests')
    .innerJoin('access_log', 'access_log.viewer_id', 'guests.id')
    .select(({ fn }) => [
      'guests.invite_id',
      fn.max('access_log.at').as('last_at'),
      fn.max('access_log.until').as('last_until'),
      fn.countAll<number>().as('total'),
      fn.count<number>('access_log.until').as('ended'),
    ])
    .where('guests.invite_id', 'in', inviteIds)
    .where('access_log.camera_id', 'in', cameraIds)
    .where('access_log.kind', 'in', ['live', 'archive'])
    .groupBy('guests.invite_id')
    .execute();
  const countsOf = new Map(counts.map((count) => [count.invite_id, count]));
  const watchedOf = new Map(watched.map((entry) => [entry.invite_id, entry]));
  const managed = new Set(cameraIds);
  return active.flatMap(({ row, cameras }): GuestsOfLink[] => {
    const count = countsOf.get(row.id);
    const shown = cameras.filter(({ id, isShareable }) => isShareable && managed.has(id)).map(({ id }) => id);
    if (!count || shown.length === 0) return [];
    const last = watchedOf.get(row.id);
    return [
      {
        source: { inviteId: row.id, label: row.label, creatorEmail: row.creator_email },
        // Recordings "from now on" begin when each guest joined: the list shows the first.
        grant: { ...grantOfInvite(row, Number(count.first_joined_at)), access: 'view' },
        count: Number(count.total),
        lastWatchedAt: last ? Math.max(Number(last.last_at), Number(last.last_until ?? 0)) : null,
        isWatching: last !== undefined && Number(last.total) > Number(last.ended),
        cameraIds: shown,
      },
    ];
  });
}

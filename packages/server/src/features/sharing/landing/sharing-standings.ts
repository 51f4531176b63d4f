import type { Grant } from '@watchpost/contract/access/capabilities';
import type { SharedCamera } from '@watchpost/contract/schemas/sharing';
import type { CameraGrantsTable } from '../../../db/sharing-tables.ts';
import { grantOf } from '../../cameras/index.ts';
import { grantOfInvite, isSameGrant } from '../invites/sharing-invite-grant.ts';
import type { Offer } from './sharing-active-invite.ts';

export type Standing = SharedCamera['standing'];

interface StandingUser {
  readonly customerId: string;
  /** What the user was granted on the link's cameras, expired grants included. */
  readonly grants: readonly CameraGrantsTable[];
}

/** Returns what a user has on each camera of a link, by the camera's id. */
export function standingsOf(
  { row, cameras, isClosed }: Offer,
  { customerId, grants }: StandingUser,
  now: number,
): ReadonlyMap<string, Standing> {
  const given = grantOfInvite(row, now);
  const byCamera = new Map(grants.map((grant) => [grant.camera_id, grant]));
  return new Map(
    cameras.map(({ id, ownerId }): [string, Standing] => {
      if (ownerId === customerId) return [id, { kind: 'owner' }];
      const grant = byCamera.get(id);
      if (!grant || (grant.expires_at !== null && grant.expires_at <= now)) return [id, { kind: 'new' }];
      const current: Grant = grantOf(grant);
      // What was changed after a user accepted stays as it is, however often they accept.
      const isByThis = grant.invite_id === row.id && (isClosed || isSameGrant(current, given, row.archive_kind));
      return [id, isByThis ? { kind: 'accepted' } : { kind: 'collision', current }];
    }),
  );
}

import { getInvitationPicture } from '@watchpost/contract/endpoints/sharing';
import { capabilities } from '@watchpost/contract/access/capabilities';
import { fillPath } from '@watchpost/contract/kernel';
import type { Invitation } from '@watchpost/contract/schemas/sharing';
import type { Complete } from '../../../kernel/contract/complete.ts';
import { grantOfInvite } from '../invites/sharing-invite-grant.ts';
import type { InviteCamera, StoredInvite } from '../invites/sharing-invites-repository.ts';

/** The last picture of each camera; implemented by the snapshots. */
export interface InvitationPictures {
  /** `takenAt`: Unix milliseconds. */
  preview(cameraId: string): { readonly takenAt: number } | null;
  /** JPEG. */
  read(cameraId: string): Promise<Uint8Array | null>;
}

type InvitedCamera = Invitation['cameras'][number];

/** @param token of the link, for the addresses of its pictures */
export function toInvitation(
  { row, cameras }: StoredInvite,
  { token, now, pictures }: { readonly token: string; readonly now: number; readonly pictures: InvitationPictures },
): Invitation {
  const invitedCamera = (camera: InviteCamera): InvitedCamera => {
    const takenAt = showsPicture(row, camera, now) ? (pictures.preview(camera.id)?.takenAt ?? null) : null;
    const path = fillPath(getInvitationPicture.path, { token, cameraId: camera.id });
    return {
      id: camera.id,
      title: camera.title,
      timeZone: camera.timeZone,
      platform: camera.platform,
      pictureUrl: takenAt === null ? null : `${path}?at=${takenAt}`,
      pictureAt: takenAt,
    } satisfies Complete<InvitedCamera>;
  };
  return {
    id: row.id,
    creatorEmail: row.creator_email,
    label: row.label,
    grant: grantOfInvite(row, now),
    allowsGuests: row.allows_guests === 1,
    cameras: cameras.map(invitedCamera),
  } satisfies Complete<Invitation>;
}

/** Whether an invitation shows a picture of a camera: only at hours when a user who accepts it can watch. */
export function showsPicture(row: StoredInvite['row'], camera: Pick<InviteCamera, 'platform' | 'timeZone'>, now: number): boolean {
  return row.has_picture === 1 && capabilities(camera, { kind: 'grantee' }, grantOfInvite(row, now), now).canWatch;
}

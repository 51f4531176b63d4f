import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { inviteTokenHash, type Tokens } from '../../../kernel/tokens.ts';
import { readInvites, type StoredInvite } from '../invites/sharing-invites-repository.ts';
import type { GuessLimit } from './sharing-guess-limit.ts';

/** An active link with the cameras that it can give a visitor. */
export interface Offer extends StoredInvite {
  /** Whether the user's access was changed or revoked after they accepted: then it gives them nothing more. */
  readonly isClosed: boolean;
}

/** Who presents the token of a link. */
interface LinkVisitor {
  /** Null without a session. */
  readonly customerId: string | null;
  /** Network address. */
  readonly address: string;
}

/**
 * Finds an active link by its token, with the cameras that it can give this visitor.
 * @throws {AppError} not-found alike for a link that is unknown, revoked, expired, closed for this user, or whose creator can no longer
 *   share its cameras; too-many-requests
 */
export type FindActiveInvite = (token: string, visitor: LinkVisitor) => Promise<Offer>;

interface ActiveInviteDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly limit: GuessLimit;
}

export function createFindActiveInvite({ db, clock, tokens, limit }: ActiveInviteDeps): FindActiveInvite {
  return async (token, { customerId, address }) => {
    limit.check(address);
    const [invite] = await readInvites(db, { kind: 'token', tokenHash: inviteTokenHash(tokens, token) }, clock.now());
    if (!invite) limit.miss(address);
    const offered = invite && (await offerTo(db, customerId, invite, clock.now()));
    if (!offered) throw new AppError('not-found');
    return offered;
  };
}

/**
 * Returns a link with the cameras that it can give a user: those that its creator can share, and of a closed link only those that the user
 * owns or still has by it. Null when there are none, except when all cameras were removed.
 */
export async function offerTo(db: Db, customerId: string | null, invite: StoredInvite, now: number): Promise<Offer | null> {
  if (invite.state !== 'active') return null;
  const kept = await readKept(db, customerId, invite.row.id, now);
  const isClosed = kept !== null;
  if (invite.cameras.length === 0) return isClosed ? null : { ...invite, isClosed };
  const cameras = invite.cameras.filter(({ id, ownerId, isShareable }) => isShareable && (!kept || ownerId === customerId || kept.has(id)));
  return cameras.length === 0 ? null : { ...invite, cameras, isClosed };
}

/** Returns the cameras that a user still has by a link that is closed for them; null for an open one. */
async function readKept(db: Db, customerId: string | null, inviteId: string, now: number): Promise<ReadonlySet<string> | null> {
  if (customerId === null) return null;
  const closed = await db
    .selectFrom('invite_users')
    .select('closed_at')
    .where('invite_id', '=', inviteId)
    .where('customer_id', '=', customerId)
    .where('closed_at', 'is not', null)
    .executeTakeFirst();
  if (!closed) return null;
  const rows = await db
    .selectFrom('camera_grants')
    .select('camera_id')
    .where('invite_id', '=', inviteId)
    .where('customer_id', '=', customerId)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute();
  return new Set(rows.map(({ camera_id: cameraId }) => cameraId));
}

import type { AcceptedInvite } from '@watchpost/contract/schemas/sharing';
import type { Clock } from '@watchpost/contract/timing/clock';
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../db/database.ts';
import type { CameraGrantsTable } from '../../../db/sharing-tables.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { inviteTokenHash, sameText, type Tokens } from '../../../kernel/tokens.ts';
import { grantColumnsOf } from '../../cameras/index.ts';
import { grantOfInvite, optionsOf } from '../invites/sharing-invite-grant.ts';
import { readInvites, type InviteRow, type StoredInvite } from '../invites/sharing-invites-repository.ts';
import { entryBy, type AccessChangeRecorder, type AccessNotifier, type SharingActor } from '../sharing-changes.ts';
import { lockCustomer, lockGrantsOfInvite, lockInvite, readGrantsOfInvite, retryOnce } from '../sharing-locks.ts';
import { offerTo, type Offer } from './sharing-active-invite.ts';
import type { GuessLimit } from './sharing-guess-limit.ts';
import { standingsOf, type Standing } from './sharing-standings.ts';

/** How a user accepts a link. */
interface Acceptance {
  readonly inviteId: string;
  readonly token: string;
  /** Replaces other access to the link's cameras instead of failing. */
  readonly replace: boolean;
  /** Network address. */
  readonly address: string;
}

/**
 * Adds a link's cameras to a user's account, all or none. Accepting twice changes nothing.
 * @throws {AppError} not-found as for `FindActiveInvite`, and for a token of another link; invite-cameras-gone, invite-own-cameras,
 *   invite-full, invite-collision with the cameras to which the user has other access; too-many-requests
 */
export type AcceptInvite = (actor: SharingActor, acceptance: Acceptance) => Promise<AcceptedInvite>;

export interface AcceptanceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly limit: GuessLimit;
  readonly record: AccessChangeRecorder;
  readonly notifier: AccessNotifier;
}

export function createAcceptance({ db, clock, tokens, limit, record, notifier }: AcceptanceDeps): AcceptInvite {
  const readOffer = async ({ inviteId, token, address }: Acceptance, customerId: string): Promise<Offer> => {
    const [invite] = await readInvites(db, { kind: 'id', id: inviteId }, clock.now());
    if (!invite || !sameText(invite.row.token_hash, inviteTokenHash(tokens, token))) {
      limit.miss(address);
      throw new AppError('not-found');
    }
    return requireOffer(db, customerId, invite, clock.now());
  };

  const give = async (transaction: Db, actor: SharingActor, known: Offer, replace: boolean): Promise<AcceptedInvite> => {
    const { customerId } = actor;
    // The link, the user, then what the user has: a transaction that accepts the same link, accepts as the same user or changes the user's access waits.
    // So the count is exact, and nothing is lost.
    const locked = await lockInvite(transaction, known.row.id);
    if (!locked || locked.revoked_at !== null || !isDeepStrictEqual(optionsOf(locked), optionsOf(known.row))) throw new ChangedError();
    await requirePlace(transaction, known.row, customerId);
    await lockCustomer(transaction, customerId);
    const grants = await lockGrantsOfInvite(transaction, customerId, known.row.id);
    const now = clock.now();
    const offer = await requireOffer(transaction, customerId, known, now);
    const accepted = planAcceptance(offer, { customerId, grants, replace }, now);
    const { id: inviteId, label } = offer.row;
    const cameraIds = [...accepted.added, ...accepted.replaced];
    if (cameraIds.length === 0) return accepted;
    await removeSettings(transaction, customerId, accepted.replaced);
    await giveAccess(transaction, offer.row, { customerId, cameraIds, at: now });
    const entry = { kind: 'link-accepted', grant: { kind: 'link', inviteId, label }, subject: label === '' ? null : label } as const;
    await record(
      transaction,
      cameraIds.map((cameraId) => entryBy(actor, { ...entry, cameraId })),
    );
    return accepted;
  };

  const acceptOnce = async (actor: SharingActor, acceptance: Acceptance): Promise<AcceptedInvite> => {
    const { customerId } = actor;
    const { replace } = acceptance;
    const offer = await readOffer(acceptance, customerId);
    const grants = await readGrantsOfInvite(db, customerId, offer.row.id);
    // Most refusals need no lock, so that many users at once don't wait for each other.
    const planned = planAcceptance(offer, { customerId, grants, replace }, clock.now());
    if (planned.added.length === 0 && planned.replaced.length === 0) return planned;
    await requirePlace(db, offer.row, customerId);
    return db.transaction().execute((transaction) => give(transaction, actor, offer, replace));
  };

  return async (actor, acceptance) => {
    limit.check(acceptance.address);
    const accepted = await retryOnce(() => acceptOnce(actor, acceptance));
    notifier.notify([...accepted.added, ...accepted.replaced], actor.customerId);
    return accepted;
  };
}

/** The link was changed since it was read: it is read again. */
class ChangedError extends Error {
  override readonly name = 'ChangedError';
}

async function requireOffer(executor: Db, customerId: string, invite: StoredInvite, now: number): Promise<Offer> {
  const offer = await offerTo(executor, customerId, invite, now);
  if (!offer) throw new AppError('not-found');
  if (offer.cameras.length === 0) throw new AppError('invite-cameras-gone');
  return offer;
}

/** Decides what accepting changes. @throws {AppError} invite-own-cameras, invite-collision */
function planAcceptance(
  offer: Offer,
  { replace, ...user }: { readonly customerId: string; readonly grants: readonly CameraGrantsTable[]; readonly replace: boolean },
  now: number,
): AcceptedInvite {
  const standings = [...standingsOf(offer, user, now)];
  const idsOf = (kind: Standing['kind']): string[] => standings.flatMap(([id, standing]) => (standing.kind === kind ? [id] : []));
  const owned = idsOf('owner');
  const collisions = idsOf('collision');
  if (owned.length === standings.length) throw new AppError('invite-own-cameras');
  if (collisions.length > 0 && !replace) throw new AppError('invite-collision', { details: { cameraIds: collisions } });
  return { added: idsOf('new'), replaced: collisions, unchanged: [...idsOf('accepted'), ...owned] };
}

/** @throws {AppError} invite-full for another user than those who accepted already */
async function requirePlace(executor: Db, { id, max_users: maxUsers }: InviteRow, customerId: string): Promise<void> {
  if (maxUsers === null) return;
  const { others } = await executor
    .selectFrom('invite_users')
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .where('invite_id', '=', id)
    .where('customer_id', '!=', customerId)
    .executeTakeFirstOrThrow();
  if (Number(others) < maxUsers) return;
  const own = await executor
    .selectFrom('invite_users')
    .select('customer_id')
    .where('invite_id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!own) throw new AppError('invite-full');
}

/**
 * Deletes what a user set for cameras whose access is replaced: they are removed and added again (specification 2, section 4). What the user
 * had is not deleted but changed, so that a transaction that revokes it at the same moment waits for the change and revokes the new access.
 */
async function removeSettings(transaction: Db, customerId: string, cameraIds: readonly string[]): Promise<void> {
  if (cameraIds.length === 0) return;
  for (const table of ['camera_notifications', 'event_notifications'] as const)
    await transaction.deleteFrom(table).where('customer_id', '=', customerId).where('camera_id', 'in', cameraIds).execute();
}

async function giveAccess(
  transaction: Db,
  invite: InviteRow,
  { customerId, cameraIds, at }: { readonly customerId: string; readonly cameraIds: readonly string[]; readonly at: number },
): Promise<void> {
  const columns = { ...grantColumnsOf(grantOfInvite(invite, at)), created_at: at, invite_id: invite.id };
  await transaction
    .insertInto('camera_grants')
    .values(cameraIds.map((cameraId) => ({ camera_id: cameraId, customer_id: customerId, ...columns })))
    .onConflict((conflict) => conflict.columns(['camera_id', 'customer_id']).doUpdateSet(columns))
    .execute();
  await transaction
    .insertInto('invite_users')
    .values({ invite_id: invite.id, customer_id: customerId, accepted_at: at, closed_at: null })
    .onConflict((conflict) => conflict.columns(['invite_id', 'customer_id']).doNothing())
    .execute();
}

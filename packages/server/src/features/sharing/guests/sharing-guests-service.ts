import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { newId, newSecret } from '../../../kernel/ids.ts';
import { createWindowLimit } from '../../../kernel/limits/window-limit.ts';
import { networkOf } from '../../../kernel/network/network-of.ts';
import { signGuestToken, type Tokens } from '../../../kernel/tokens.ts';
import type { DeviceDescription } from '../../session/index.ts';
import { readInvites, type StoredInvite } from '../invites/sharing-invites-repository.ts';
import { offerTo, type FindActiveInvite, type Offer } from '../landing/sharing-active-invite.ts';
import type { AccessNotifier } from '../sharing-changes.ts';

/** How long a guest's token is valid; the page renews it. */
const tokenMs = 10 * 60_000;
/** How long a browser that stays away remains a guest, ms. */
const guestRetentionMs: number = 90 * 24 * 60 * 60_000;
/** Browsers that are guests of one link. */
const maxGuests = 10_000;

export interface GuestSession {
  readonly offer: Offer;
  /** The value of the cookie. */
  readonly secret: string;
  /** `Authorization: Bearer` for media. */
  readonly token: string;
  /** Unix milliseconds. */
  readonly tokenExpiresAt: number;
  /** Unix milliseconds, by which the cookie ends. */
  readonly until: number;
}

/** Browsers that watch through a link without an account. */
export interface GuestsService {
  /**
   * Makes a browser a guest.
   * @param browser.secretOf returns the browser's cookie for a link: a guest stays the same one
   * @throws {AppError} not-found, invite-full, too-many-requests
   */
  join(token: string, browser: JoiningBrowser): Promise<GuestSession>;
  /** @throws {AppError} not-found when the link ended or the browser is no guest of it */
  renew(inviteId: string, secret: string | undefined): Promise<GuestSession>;
  /** Removes a guest; does nothing for a browser that is not a guest. */
  leave(inviteId: string, secret: string | undefined): Promise<void>;
}

interface JoiningBrowser {
  /** Network address. */
  readonly address: string;
  readonly device: DeviceDescription;
  readonly secretOf: (inviteId: string) => string | undefined;
}

interface GuestsServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly find: FindActiveInvite;
  readonly notifier: AccessNotifier;
}

export function createGuestsService({ db, clock, tokens, find, notifier }: GuestsServiceDeps): GuestsService {
  const limit = createWindowLimit({ clock, windowMs: 60 * 60_000, maxCount: 100 });
  const hashOf = (secret: string): string => tokens.digest('guest', secret);

  /** Finds the guest with this cookie, and notes that it was here. */
  const greet = async (inviteId: string, secret: string | undefined): Promise<{ readonly id: string } | undefined> => {
    if (secret === undefined) return undefined;
    return db
      .updateTable('guests')
      .set({ last_seen_at: clock.now() })
      .where('invite_id', '=', inviteId)
      .where('secret_hash', '=', hashOf(secret))
      .returning('id')
      .executeTakeFirst();
  };

  const sessionOf = (offer: Offer, guestId: string, secret: string): GuestSession => {
    const now = clock.now();
    const { id: inviteId, expires_at: expiresAt } = offer.row;
    const tokenExpiresAt = Math.min(now + tokenMs, expiresAt ?? Infinity);
    return {
      offer,
      secret,
      token: signGuestToken(tokens, { guestId, inviteId, exp: tokenExpiresAt }),
      tokenExpiresAt,
      until: Math.min(now + guestRetentionMs, expiresAt ?? Infinity),
    };
  };

  const insert = async (inviteId: string, { browser, system }: DeviceDescription): Promise<{ id: string; secret: string }> => {
    const now = clock.now();
    await db
      .deleteFrom('guests')
      .where('invite_id', '=', inviteId)
      .where('last_seen_at', '<', now - guestRetentionMs)
      .execute();
    const { total } = await db
      .selectFrom('guests')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('invite_id', '=', inviteId)
      .executeTakeFirstOrThrow();
    if (Number(total) >= maxGuests) throw new AppError('invite-full');
    const secret = newSecret();
    const id = newId('guest');
    await db
      .insertInto('guests')
      .values({ id, invite_id: inviteId, secret_hash: hashOf(secret), joined_at: now, last_seen_at: now, browser, system })
      .execute();
    return { id, secret };
  };

  return {
    join: async (token, { address, device, secretOf }) => {
      const offer = requireGuests(await find(token, { customerId: null, address }));
      const known = secretOf(offer.row.id);
      const guest = await greet(offer.row.id, known);
      if (guest && known !== undefined) return sessionOf(offer, guest.id, known);
      limit(networkOf(address));
      const { id, secret } = await insert(offer.row.id, device);
      return sessionOf(offer, id, secret);
    },
    renew: async (inviteId, secret) => {
      const guest = await greet(inviteId, secret);
      if (!guest || secret === undefined) throw new AppError('not-found');
      const now = clock.now();
      const [invite] = await readInvites(db, { kind: 'id', id: inviteId }, now);
      const offer = invite && (await offerTo(db, null, invite, now));
      if (!offer) throw new AppError('not-found');
      return sessionOf(requireGuests(offer), guest.id, secret);
    },
    leave: async (inviteId, secret) => {
      if (secret === undefined) return;
      const guest = await db
        .deleteFrom('guests')
        .where('invite_id', '=', inviteId)
        .where('secret_hash', '=', hashOf(secret))
        .returning('id')
        .executeTakeFirst();
      if (!guest) return;
      const cameras = await db.selectFrom('invite_cameras').select('camera_id').where('invite_id', '=', inviteId).execute();
      notifier.notify(
        cameras.map(({ camera_id: cameraId }) => cameraId),
        null,
      );
    },
  };
}

function requireGuests<T extends StoredInvite>(invite: T): T {
  if (invite.row.allows_guests !== 1) throw new AppError('not-found');
  return invite;
}

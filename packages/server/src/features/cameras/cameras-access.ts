import { cameraIdSchema } from '@watchpost/contract/schemas/cameras';
import type { Clock } from '@watchpost/contract/timing/clock';
import { requireRight, type CameraAccess, type CameraRight } from '../../kernel/access/access.ts';
import { isApiKeySecret, type ApiKey, type ApiKeys, type RequestSource } from '../../kernel/access/api-key.ts';
import type { Embeds } from '../../kernel/access/embed.ts';
import type { StreamLinks, StreamLinkTerms } from '../../kernel/access/stream-link.ts';
import { AppError } from '../../kernel/app-error.ts';
import { readGuestToken, type GuestClaims, type Tokens } from '../../kernel/tokens.ts';
import type { Db } from '../../db/database.ts';
import { accessOf, createAccessRowReader } from './cameras-access-rows.ts';
import { createEmbedAccess, type EmbedAccess } from './cameras-embed-access.ts';
import { resolveGuest } from './cameras-guest-access.ts';
import { accessOfKey, accessOfStreamLink } from './cameras-partner-access.ts';

/** Resolves a customer's rights on a camera live: a revoked or expired grant has no effect from the next call on. */
export interface CameraAccessResolver {
  /** Returns null when the camera does not exist or is invisible to the customer: both are answered alike. */
  resolve(customerId: string, cameraId: string): Promise<CameraAccess | null>;
  /** As `resolve`, for a key: null for a camera that it doesn't have, too. */
  resolveForKey(key: ApiKey, cameraId: string): Promise<CameraAccess | null>;
  /** Resolves what other software can do by a stream link; null when its creator can no longer share the camera. */
  resolveStreamLink(link: StreamLinkTerms): Promise<CameraAccess | null>;
  /**
   * Resolves the access of an access token, an API key, an embed token or a guest token, for HTTP and WebSocket alike.
   * @param from an embed token works only from its own page, a key from no page and only from its addresses
   * @throws {AppError} unauthorized, not-found, origin-forbidden, key-address-forbidden, or forbidden when an embed token's issuer has lost
   *   the right to grant it
   */
  authorizeToken(token: string, cameraId: string, from: RequestSource): Promise<CameraAccess>;
  /** Checks an embed token. @throws {AppError} unauthorized or origin-forbidden */
  readonly readEmbed: EmbedAccess['read'];
  /** Reads the claims of a guest token that has not expired, of a guest who has not left. @throws {AppError} unauthorized */
  readGuest(token: string): Promise<GuestClaims>;
  /**
   * Resolves the access of media in progress again; it outlives the access token that it began with, but not the sign-in.
   * @param familyId the viewer's sign-in; null for a guest and a key, and for an embed token, which has its own
   * @throws {AppError} session-expired, access-ended, access-outside-hours, no-archive-access, scope-missing or forbidden
   */
  recheck(known: CameraAccess, right: CameraRight, familyId: string | null): Promise<CameraAccess>;
}

/** Returns the customer of an access token; provided by the session feature. Throws AppError 401. */
export type AccessTokenReader = (accessToken: string) => Promise<{ readonly customerId: string }>;

export interface CameraAccessDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly readAccessToken: AccessTokenReader;
  readonly isSessionRunning: (familyId: string) => Promise<boolean>;
  readonly apiKeys: Pick<ApiKeys, 'check' | 'find'>;
  readonly embeds: Embeds;
  readonly streamLinks: StreamLinks;
}

export function createCameraAccess(deps: CameraAccessDeps): CameraAccessResolver {
  const { db, clock, tokens, readAccessToken, isSessionRunning, apiKeys, streamLinks } = deps;
  const readRow = createAccessRowReader(db);
  const resolve = async (customerId: string, cameraId: string): Promise<CameraAccess | null> => {
    // An invalid id is not looked up: PostgreSQL fails on a NUL.
    if (!cameraIdSchema.safeParse(cameraId).success) return null;
    const row = await readRow(customerId, cameraId);
    return row ? accessOf(row, customerId, clock.now()) : null;
  };

  const embed = createEmbedAccess({ ...deps, resolve });

  const resolveForKey = async (key: ApiKey, cameraId: string): Promise<CameraAccess | null> => {
    const own = await resolve(key.customerId, cameraId);
    return own && accessOfKey(own, key, clock.now());
  };

  const resolveStreamLink = async (link: StreamLinkTerms): Promise<CameraAccess | null> => {
    const own = await resolve(link.customerId, link.cameraId);
    // Other software shows no watermark: a viewer who must have one gets no streams.
    return own?.capabilities.canManageAccess && own.watermark === null ? accessOfStreamLink(own, link, clock.now()) : null;
  };

  const readGuest = async (token: string): Promise<GuestClaims> => {
    const claims = readGuestToken(tokens, token);
    if (!claims || claims.exp <= clock.now()) throw new AppError('unauthorized');
    const guest = await db.selectFrom('guests').select('id').where('id', '=', claims.guestId).executeTakeFirst();
    if (!guest) throw new AppError('unauthorized');
    return claims;
  };

  const authorizeGuest = async (token: string, cameraId: string): Promise<CameraAccess> => {
    const claims = await readGuest(token);
    const isId = cameraIdSchema.safeParse(cameraId).success;
    const access = isId ? await resolveGuest({ db, resolve }, claims, cameraId, clock.now()) : null;
    if (!access) throw new AppError('not-found');
    return access;
  };

  /** Resolves an access again, without the token that it began with, which may have expired since. */
  const resolveAgain = async (known: CameraAccess, familyId: string | null): Promise<CameraAccess | null> => {
    const { cameraId, customerId, partner, guestId, inviteId } = known;
    if (familyId !== null && !(await isSessionRunning(familyId))) throw new AppError('session-expired');
    if (partner?.embed) return embed.resolveAgain(partner.embed, cameraId, partner.origin ?? '');
    if (partner?.apiKey) {
      const key = await apiKeys.find(partner.apiKey.id);
      return key && resolveForKey(key, cameraId);
    }
    if (partner?.streamLink) {
      const link = await streamLinks.find(partner.streamLink.id);
      return link && resolveStreamLink(link);
    }
    if (guestId !== null && inviteId !== null) return resolveGuest({ db, resolve }, { guestId, inviteId }, cameraId, clock.now());
    return resolve(customerId, cameraId);
  };

  return {
    resolve,
    resolveForKey,
    resolveStreamLink,
    readEmbed: embed.read,
    readGuest,
    recheck: async (known, right, familyId) => {
      const access = await resolveAgain(known, familyId);
      if (!access) throw new AppError('access-ended');
      requireRight(access, right);
      return access;
    },
    authorizeToken: async (token, cameraId, from) => {
      if (token.startsWith('embed.')) return embed.resolve(await embed.read(token, from.origin, from.ownPage), cameraId);
      if (token.startsWith('guest.')) return authorizeGuest(token, cameraId);
      const access = isApiKeySecret(token)
        ? await resolveForKey(await apiKeys.check(token, from), cameraId)
        : await resolve((await readAccessToken(token)).customerId, cameraId);
      if (!access) throw new AppError('not-found');
      return access;
    },
  };
}

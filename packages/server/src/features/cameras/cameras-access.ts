import { cameraIdSchema } from '@watchpost/contract/schemas/cameras';
import type { CameraAccess } from '../../kernel/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readEmbedToken, type Tokens } from '../../kernel/tokens.ts';
import type { Db } from '../../db/database.ts';

/** Resolves who may do what with a camera, live: a revoked or expired grant is gone with the next call. */
export interface CameraAccessResolver {
  /** Null when the camera does not exist or is not visible to the customer: nobody can tell which. */
  resolve(customerId: string, cameraId: string): Promise<CameraAccess | null>;
  /**
   * The access of an access token or an embed token, for HTTP and WebSocket alike.
   * @param requestOrigin the request's Origin header; an embed token works only from its own page
   * @throws {AppError} unauthorized, not-found or origin-forbidden
   */
  authorizeToken(token: string, cameraId: string, requestOrigin: string | null): Promise<CameraAccess>;
}

/** What this needs of the session feature: the customer of an access token; throws AppError 401. */
export type AccessTokenReader = (accessToken: string) => Promise<{ readonly customerId: string }>;

export function createCameraAccess(deps: { db: Db; clock: Clock; tokens: Tokens; readAccessToken: AccessTokenReader }): CameraAccessResolver {
  const { db, clock, tokens, readAccessToken } = deps;

  const resolve = async (customerId: string, cameraId: string): Promise<CameraAccess | null> => {
    // What can't be an id is not asked for: PostgreSQL fails on a NUL.
    if (!cameraIdSchema.safeParse(cameraId).success) return null;
    // Nobody sees a camera whose owner deleted the account.
    const camera = await db
      .selectFrom('cameras')
      .innerJoin('customers', 'customers.id', 'cameras.owner_id')
      .select('cameras.owner_id')
      .where('cameras.id', '=', cameraId)
      .where('customers.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!camera) return null;
    if (camera.owner_id === customerId) {
      return { cameraId, customerId, isOwner: true, isFullAccess: true, withAudio: true, withArchive: true, origin: null };
    }
    const grant = await db
      .selectFrom('camera_grants')
      // An embed token outlives the session of who made it, but not the account.
      .innerJoin('customers', 'customers.id', 'camera_grants.customer_id')
      .selectAll('camera_grants')
      .where('camera_grants.camera_id', '=', cameraId)
      .where('camera_grants.customer_id', '=', customerId)
      .where('customers.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!grant || (grant.expires_at !== null && grant.expires_at <= clock.now())) return null;
    return {
      cameraId,
      customerId,
      isOwner: false,
      isFullAccess: grant.access === 'full',
      withAudio: grant.with_audio === 1,
      withArchive: grant.with_archive === 1,
      origin: null,
    };
  };

  const authorizeEmbed = async (token: string, cameraId: string, requestOrigin: string | null): Promise<CameraAccess> => {
    const claims = readEmbedToken(tokens, token);
    if (!claims || claims.exp <= clock.now()) throw new AppError('unauthorized');
    if (claims.cameraId !== cameraId) throw new AppError('not-found');
    if (requestOrigin !== claims.origin) throw new AppError('origin-forbidden');
    const access = await resolve(claims.customerId, cameraId);
    if (!access) throw new AppError('not-found');
    return {
      ...access,
      isOwner: false,
      isFullAccess: false,
      withAudio: access.withAudio && claims.withAudio,
      withArchive: access.withArchive && claims.withArchive,
      origin: claims.origin,
    };
  };

  return {
    resolve,
    authorizeToken: async (token, cameraId, requestOrigin) => {
      if (token.startsWith('embed.')) return authorizeEmbed(token, cameraId, requestOrigin);
      const { customerId } = await readAccessToken(token);
      const access = await resolve(customerId, cameraId);
      if (!access) throw new AppError('not-found');
      return access;
    },
  };
}

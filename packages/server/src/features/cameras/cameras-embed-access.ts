import type { Clock } from '@watchpost/contract/timing/clock';
import type { CameraAccess } from '../../kernel/access/access.ts';
import type { ApiKeys } from '../../kernel/access/api-key.ts';
import type { EmbedTerms, Embeds } from '../../kernel/access/embed.ts';
import { AppError } from '../../kernel/app-error.ts';
import { readEmbedToken, type EmbedClaims, type Tokens } from '../../kernel/tokens.ts';
import { accessOfEmbed, type EmbedPass } from './cameras-partner-access.ts';

/** Resolves what pages of partners can do, as it is at this moment. */
export interface EmbedAccess {
  /**
   * Reads a valid token: not expired and not revoked, on its own page, and what it was made with has not ended.
   * @param ownPage origins of this server, if the request comes from one of its own pages and names no origin
   * @throws {AppError} unauthorized or origin-forbidden
   */
  read(token: string, requestOrigin: string | null, ownPage?: readonly string[]): Promise<EmbedPass>;
  /** @throws {AppError} not-found, or forbidden when the issuer has lost the right to grant it */
  resolve(pass: EmbedPass, cameraId: string): Promise<CameraAccess>;
  /**
   * Resolves media in progress again, without the token that they began with. Returns null when the access has ended.
   * @throws {AppError} session-expired
   */
  resolveAgain(claims: EmbedClaims, cameraId: string, origin: string): Promise<CameraAccess | null>;
}

interface EmbedAccessDeps {
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly apiKeys: Pick<ApiKeys, 'find'>;
  readonly embeds: Embeds;
  readonly isSessionRunning: (familyId: string) => Promise<boolean>;
  readonly resolve: (customerId: string, cameraId: string) => Promise<CameraAccess | null>;
}

export function createEmbedAccess({ clock, tokens, apiKeys, embeds, isSessionRunning, resolve }: EmbedAccessDeps): EmbedAccess {
  /** Returns null when the token was revoked, or its link or key has ended. @throws {AppError} origin-forbidden or session-expired */
  const passOf = async (claims: EmbedClaims, requestOrigin: string | null, ownPage: readonly string[] = []): Promise<EmbedPass | null> => {
    const terms = await embeds.find(claims);
    if (!terms) return null;
    const origin = pageOf(claims, terms, requestOrigin, ownPage);
    if (terms.familyId !== null && !(await isSessionRunning(terms.familyId))) throw new AppError('session-expired');
    if (terms.apiKeyId === null) return { claims, terms, key: null, origin };
    const key = await apiKeys.find(terms.apiKeyId);
    if (!key?.scopes.includes('embed-tokens')) return null;
    if (key.origins.length > 0 && !key.origins.includes(origin)) throw new AppError('origin-forbidden');
    return { claims, terms, key, origin };
  };

  const resolvePass = async (pass: EmbedPass, cameraId: string): Promise<CameraAccess> => {
    const own = await resolve(pass.terms.customerId, cameraId);
    const access = own && accessOfEmbed(own, pass, clock.now());
    if (!own || !access) throw new AppError('not-found');
    // The right that was required to create the token.
    if (!own.capabilities.canManageAccess) throw new AppError('forbidden');
    return access;
  };

  return {
    read: async (token, requestOrigin, ownPage) => {
      const claims = readEmbedToken(tokens, token);
      if (!claims || claims.exp <= clock.now()) throw new AppError('unauthorized');
      const pass = await passOf(claims, requestOrigin, ownPage).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'session-expired' ? new AppError('unauthorized') : error;
      });
      if (!pass) throw new AppError('unauthorized');
      return pass;
    },
    resolve: resolvePass,
    resolveAgain: async (claims, cameraId, origin) => {
      // The token's own hour is an end that its page can see.
      if (claims.exp <= clock.now()) return null;
      try {
        const pass = await passOf(claims, origin);
        return pass && (await resolvePass(pass, cameraId));
      } catch (error) {
        // An issuer who has lost the camera or the right to share it ends what runs; a database that can't be reached doesn't.
        if (error instanceof AppError && error.status < 500 && error.code !== 'session-expired') return null;
        throw error;
      }
    },
  };
}

/** Returns the page that sends the request. @throws {AppError} origin-forbidden */
function pageOf({ link }: EmbedClaims, { origins }: EmbedTerms, requestOrigin: string | null, ownPage: readonly string[]): string {
  // A browser sends no origin with what a page reads from its own server.
  const pages = requestOrigin === null ? ownPage : [requestOrigin];
  const page = pages.find((one) => origins.includes(one));
  if (!link && page !== undefined) return page;
  if (link && (requestOrigin === null || requestOrigin === link.origin)) return link.origin;
  throw new AppError('origin-forbidden');
}

import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readEmbedToken, type Tokens } from '../../kernel/tokens.ts';
import type { LiveAccess } from '../../media/live/live-session.ts';
import type { AccessTokenReader, CameraAccessResolver } from '../cameras/index.ts';

export interface PlayerAccessDeps {
  readonly access: CameraAccessResolver;
  readonly readAccessToken: AccessTokenReader;
  readonly tokens: Tokens;
  readonly clock: Clock;
}

/**
 * Who may watch over a live socket. A session's token counts from this server's own pages (and from programs, which send no
 * Origin); an embed token from the page that it was made for.
 * @param ownOrigins origins under which the server's own pages are reached
 */
export function createLiveAccess({ access, readAccessToken, tokens, clock }: PlayerAccessDeps, ownOrigins: readonly string[]): LiveAccess {
  const checkToken = async (token: string, origin: string | null): Promise<void> => {
    if (token.startsWith('embed.')) {
      const claims = readEmbedToken(tokens, token);
      if (!claims || claims.exp <= clock.now()) throw new AppError('unauthorized');
      if (claims.origin !== origin) throw new AppError('origin-forbidden');
      return;
    }
    if (origin !== null && !ownOrigins.includes(origin)) throw new AppError('origin-forbidden');
    await readAccessToken(token);
  };
  return {
    checkToken,
    camera: async (token, cameraId, origin) => {
      await checkToken(token, origin);
      return access.authorizeToken(token, cameraId, origin);
    },
  };
}

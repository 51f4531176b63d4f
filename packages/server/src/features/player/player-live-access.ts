import { isApiKeySecret, type ApiKeys, type RequestSource } from '../../kernel/access/api-key.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { ViewingTracker } from '../../kernel/access/viewing.ts';
import type { LiveAccess } from '../../media/live/live-session.ts';
import type { AccessTokenReader, CameraAccessResolver } from '../cameras/index.ts';

export interface PlayerAccessDeps {
  readonly access: CameraAccessResolver;
  readonly readAccessToken: AccessTokenReader;
  readonly viewings: ViewingTracker;
  readonly apiKeys: Pick<ApiKeys, 'authorize'>;
}

interface LivePage {
  /** Origins under which the server's own pages are reached. */
  readonly ownOrigins: readonly string[];
  readonly address: string;
  readonly userAgent: string | undefined;
}

/**
 * Authorizes live sockets. A session's token and a guest's work from this server's own pages (and from programs, which send no Origin); an
 * embed token from its own page; an API key from programs only.
 */
export function createLiveAccess(
  { access, readAccessToken, viewings, apiKeys }: PlayerAccessDeps,
  { ownOrigins, address, userAgent }: LivePage,
): LiveAccess {
  return {
    checkToken: async (token, origin) => {
      const from: RequestSource = { origin, address };
      if (token.startsWith('embed.')) return void (await access.readEmbed(token, origin));
      if (isApiKeySecret(token)) return void (await apiKeys.authorize(token, from));
      if (origin !== null && !ownOrigins.includes(origin)) throw new AppError('origin-forbidden');
      if (token.startsWith('guest.')) await access.readGuest(token);
      else await readAccessToken(token);
    },
    // Checks the token again: an embed token's page and a key's addresses, too.
    camera: (token, cameraId, origin) => access.authorizeToken(token, cameraId, { origin, address }),
    watch: (viewed) => viewings.open(viewed, 'live', userAgent),
    refused: (viewed) => viewings.refuse(viewed, 'hours', userAgent),
  };
}

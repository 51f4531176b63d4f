import { streamTokenSchema, type StreamFormat } from '@watchpost/contract/schemas/stream-links';
import { requireRight, type CameraAccess } from '../../kernel/access/access.ts';
import type { StreamLinks, StreamLinkTerms } from '../../kernel/access/stream-link.ts';
import { AppError } from '../../kernel/app-error.ts';
import { sameText, streamLinkSecretOf, type Tokens } from '../../kernel/tokens.ts';
import type { CameraAccessResolver } from '../cameras/index.ts';

/** Resolves what the addresses of stream links open, as it is at this moment. */
export interface StreamLinkAccess {
  /**
   * Resolves the token in a path.
   * @throws {AppError} not-found for a token that opens nothing, access-outside-hours
   */
  byToken(token: string, format: StreamFormat): Promise<CameraAccess>;
  /**
   * Returns the password of a link for a camera by RTSP; null when it has none.
   * @param id of the link: the user name
   */
  passwordOf(id: string, cameraId: string): Promise<string | null>;
  /** Resolves a link whose password was checked. @throws {AppError} as `byToken` */
  byId(id: string, format: StreamFormat): Promise<CameraAccess>;
}

interface StreamLinkAccessDeps {
  readonly tokens: Tokens;
  readonly streamLinks: StreamLinks;
  readonly access: Pick<CameraAccessResolver, 'resolveStreamLink'>;
}

const idLength = 10;

/** Returns the link of a token that this server made; null for any other. */
async function findByToken({ tokens, streamLinks }: Omit<StreamLinkAccessDeps, 'access'>, token: string): Promise<StreamLinkTerms | null> {
  const id = token.slice(0, idLength);
  const isValid = streamTokenSchema.safeParse(token).success && sameText(token.slice(idLength), streamLinkSecretOf(tokens, id));
  return isValid ? streamLinks.find(id) : null;
}

/** Returns the camera of a link's token, whether or not it may be watched now; null for a token that opens nothing. */
export async function cameraOfStreamLink(deps: Omit<StreamLinkAccessDeps, 'access'>, token: string): Promise<string | null> {
  return (await findByToken(deps, token))?.cameraId ?? null;
}

export function createStreamLinkAccess({ tokens, streamLinks, access }: StreamLinkAccessDeps): StreamLinkAccess {
  const resolve = async (link: StreamLinkTerms | null, format: StreamFormat): Promise<CameraAccess> => {
    const camera = link?.formats.includes(format) ? await access.resolveStreamLink(link) : null;
    if (!camera) throw new AppError('not-found');
    requireRight(camera, 'watch');
    return camera;
  };
  const byId: StreamLinkAccess['byId'] = async (id, format) => resolve(await streamLinks.find(id), format);
  return {
    byId,
    byToken: async (token, format) => resolve(await findByToken({ tokens, streamLinks }, token), format),
    passwordOf: async (id, cameraId) => {
      const link = await streamLinks.find(id);
      return link?.cameraId === cameraId && link.formats.includes('rtsp') ? streamLinkSecretOf(tokens, id) : null;
    },
  };
}

import { streamLinkIdSchema } from '@watchpost/contract/schemas/stream-links';
import type { Db } from '../../db/database.ts';
import { viewerIdOf } from '../../kernel/access/access.ts';
import type { StreamLinks, StreamLinkTerms } from '../../kernel/access/stream-link.ts';
import { AppError } from '../../kernel/app-error.ts';
import { streamLinkSecretOf, type Tokens } from '../../kernel/tokens.ts';
import type { OnvifAuthorizer } from '../../media/onvif-server/onvif-link.ts';
import type { CameraSnapshots } from '../cameras/index.ts';
import type { StreamLinkAccess } from './stream-links-access.ts';

export interface OnvifAuthorizerDeps {
  readonly db: Db;
  readonly tokens: Tokens;
  readonly streamLinks: StreamLinks;
  readonly links: StreamLinkAccess;
  readonly snapshots: CameraSnapshots;
}

/** Lets the user name and the password of a stream link describe its camera by ONVIF, as long as the link says so. */
export function createOnvifAuthorizer({ db, tokens, streamLinks, links, snapshots }: OnvifAuthorizerDeps): OnvifAuthorizer {
  const find = async (id: string): Promise<StreamLinkTerms | null> => {
    // A user name of another form is not looked up: PostgreSQL fails on a NUL.
    const link = streamLinkIdSchema.safeParse(id).success ? await streamLinks.find(id) : null;
    return link?.withOnvif && link.formats.includes('rtsp') ? link : null;
  };
  return {
    passwordOf: async (id) => ((await find(id)) ? streamLinkSecretOf(tokens, id) : null),
    open: async (id) => {
      const link = await find(id);
      if (!link) throw new AppError('not-found');
      const { cameraId, capabilities } = await links.byId(id, 'rtsp');
      const camera = await db.selectFrom('cameras').select('title').where('id', '=', cameraId).executeTakeFirst();
      if (!camera) throw new AppError('not-found');
      return {
        id,
        cameraId,
        title: camera.title,
        withAudio: capabilities.canHear,
        withEvents: capabilities.canSeeEvents,
        withPtz: capabilities.canMove,
        snapshotToken: link.formats.includes('snapshot') ? id + streamLinkSecretOf(tokens, id) : null,
      };
    },
    snapshot: async (token) => {
      const camera = await links.byToken(token, 'snapshot');
      const id = camera.partner?.streamLink?.id;
      if (id === undefined || !(await find(id))) throw new AppError('not-found');
      return (await snapshots.take(viewerIdOf(camera), camera.cameraId)).jpeg;
    },
  };
}

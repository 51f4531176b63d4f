import { requireRight } from '../../kernel/access/access.ts';
import type { ViewingTracker } from '../../kernel/access/viewing.ts';
import type { RtspAuthorizer } from '../../media/rtsp-server/rtsp-session.ts';
import type { AccessWatch } from '../cameras/index.ts';
import type { StreamLinkAccess } from './stream-links-access.ts';

interface RtspAuthorizerDeps {
  readonly links: StreamLinkAccess;
  readonly watchAccess: AccessWatch;
  readonly viewings: ViewingTracker;
}

/** Lets the user name and the password of a stream link play its camera by RTSP, until the access ends. */
export function createRtspAuthorizer({ links, watchAccess, viewings }: RtspAuthorizerDeps): RtspAuthorizer {
  return {
    passwordOf: links.passwordOf,
    watch: async (linkId, userAgent, onEnd) => {
      const camera = await links.byId(linkId, 'rtsp');
      const viewing = viewings.open(camera, 'live', userAgent);
      const stop = watchAccess(
        camera,
        'watch',
        null,
        () => onEnd(),
        (now) => {
          requireRight(now, 'watch');
          viewing.check(now);
        },
      );
      return {
        withAudio: camera.capabilities.canHear,
        begin: viewing.begin,
        end: () => {
          stop();
          viewing.end();
        },
      };
    },
  };
}

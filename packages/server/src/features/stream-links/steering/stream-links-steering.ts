import { requireRight, type CameraAccess } from '../../../kernel/access/access.ts';
import type { OnvifSteering } from '../../../media/onvif-server/onvif-link.ts';
import type { PtzService } from '../../ptz/index.ts';
import type { StreamLinkAccess } from '../stream-links-access.ts';

interface LinkSteeringDeps {
  readonly links: Pick<StreamLinkAccess, 'byId'>;
  readonly ptz: Pick<PtzService, 'get' | 'moveFor' | 'go' | 'isMoving'>;
}

/** Steers cameras for recorders as for pages: with the lock, the stops and the checks of `ptz`. */
export function createLinkSteering({ links, ptz }: LinkSteeringDeps): OnvifSteering {
  const open = async (linkId: string): Promise<CameraAccess> => {
    const access = await links.byId(linkId, 'rtsp');
    requireRight(access, 'move');
    return access;
  };
  // Not the name of a page, which has no space.
  const steererOf = (linkId: string): string => `link ${linkId}`;
  return {
    read: async (linkId) => {
      const access = await open(linkId);
      const { abilities, presets } = await ptz.get(access);
      return abilities && { abilities, presets, isMoving: ptz.isMoving(access.cameraId) };
    },
    move: async (linkId, movement) => ptz.moveFor({ access: await open(linkId), familyId: null }, steererOf(linkId), movement),
    go: async (linkId, target) => ptz.go({ access: await open(linkId), familyId: null }, steererOf(linkId), target),
  };
}

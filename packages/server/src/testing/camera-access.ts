import { capabilities, type Grant } from '@watchpost/contract/access/capabilities';
import type { CameraAccess } from '../kernel/access/access.ts';

/** What tests grant unless they say otherwise: view only, with sound and the whole archive, without limits. */
export const viewGrant: Grant = {
  access: 'view',
  withAudio: true,
  withArchive: true,
  archiveFrom: null,
  archiveUntil: null,
  withPtz: false,
  dailyWindow: null,
  hasWatermark: false,
  expiresAt: null,
};

/** Creates access without a database: the owner's, or a grantee's when a grant is given. */
export function cameraAccess(
  { cameraId, customerId }: Pick<CameraAccess, 'cameraId' | 'customerId'>,
  grant: Grant | null = null,
  now = 0,
): CameraAccess {
  const camera = { platform: 'Embedded', timeZone: 'UTC' } as const;
  const viewerKind = grant ? 'grantee' : 'owner';
  return {
    ...camera,
    cameraId,
    customerId,
    viewerKind,
    grant,
    capabilities: capabilities(camera, { kind: viewerKind }, grant, now),
    partner: null,
    inviteId: null,
    maxViewers: null,
    guestId: null,
    sharedBy: null,
    watermark: null,
  };
}

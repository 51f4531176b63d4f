import { capabilities } from '@watchpost/contract/access/capabilities';
import type { Capabilities } from '@watchpost/contract/access/capabilities';
import type { Camera } from '@watchpost/contract/schemas/cameras';

/**
 * Returns what the signed-in user can do with a camera: screens ask this, never the role or the platform.
 * @param now Unix milliseconds by the server's clock; `changesAt` of the result says when to ask again
 * @example const { canChangeSettings, opensAt } = cameraCapabilities(camera, Date.now());
 */
export function cameraCapabilities(camera: Pick<Camera, 'platform' | 'timeZone' | 'isOwner' | 'grant'>, now: number): Capabilities {
  return capabilities(camera, { kind: camera.isOwner ? 'owner' : 'grantee' }, camera.grant, now);
}

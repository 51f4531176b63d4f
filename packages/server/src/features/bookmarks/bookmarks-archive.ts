import { capabilities, type Capabilities } from '@watchpost/contract/access/capabilities';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import { openArchive, type OpenArchive } from '../../kernel/access/open-archive.ts';
import { AppError } from '../../kernel/app-error.ts';

/** Returns the part of a camera's archive that is open to its user now; null when none is. */
export function openToUser(camera: Camera, now: number): OpenArchive | null {
  const able = ofUser(camera, now);
  return able.canPlayArchive ? openArchive(able) : null;
}

/** As `openToUser`. @throws {AppError} no-archive-access, access-outside-hours */
export function requireOpenToUser(camera: Camera, now: number): OpenArchive {
  const able = ofUser(camera, now);
  if (!able.canPlayArchive)
    throw new AppError(able.opensAt === null || !camera.grant?.withArchive ? 'no-archive-access' : 'access-outside-hours');
  return openArchive(able);
}

function ofUser(camera: Camera, now: number): Capabilities {
  return capabilities(camera, { kind: camera.isOwner ? 'owner' : 'grantee' }, camera.grant, now);
}

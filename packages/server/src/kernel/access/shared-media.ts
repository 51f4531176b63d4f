import type { Capabilities } from '@watchpost/contract/access/capabilities';
import { isWholeArchive, openArchive } from './open-archive.ts';

/**
 * Header of media and of the answers about access to it. Viewers with the same value get the same bytes from the same address: a cache in
 * front of the server may serve one of them what another has fetched, once both have access (deploy/nginx). `own` is never shared.
 */
export const mediaHeader = 'watchpost-media';

export function sharedLive({ canHear }: Pick<Capabilities, 'canHear'>): string {
  return canHear ? 'sound' : 'silent';
}

export function sharedArchive(capabilities: Pick<Capabilities, 'canHear' | 'archiveFrom' | 'archiveUntil'>): string {
  return isWholeArchive(openArchive(capabilities)) ? sharedLive(capabilities) : 'own';
}

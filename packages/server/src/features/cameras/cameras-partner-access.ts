import { capabilities, narrowGrant, type Grant, type GrantTerms } from '@watchpost/contract/access/capabilities';
import type { CameraAccess } from '../../kernel/access/access.ts';
import { isCameraOfKey, type ApiKey } from '../../kernel/access/api-key.ts';
import type { EmbedTerms } from '../../kernel/access/embed.ts';
import type { StreamLinkTerms } from '../../kernel/access/stream-link.ts';
import type { EmbedClaims } from '../../kernel/tokens.ts';

/**
 * Returns what a key can do with a camera: what its creator can, narrowed to its scopes. Null for a camera that the key doesn't have.
 * @param own the creator's access
 */
export function accessOfKey(own: CameraAccess, key: ApiKey, now: number): CameraAccess | null {
  if (!isCameraOfKey(key, own.cameraId)) return null;
  const grant = grantOfKey(own.grant, key);
  return {
    ...own,
    viewerKind: 'api-key',
    grant,
    capabilities: capabilities(own, { kind: 'api-key' }, grant, now),
    partner: { origin: null, embed: null, apiKey: key, link: null, viewerId: null },
    sharedBy: null,
  };
}

/** A valid token of a page. */
export interface EmbedPass {
  readonly claims: EmbedClaims;
  readonly terms: EmbedTerms;
  /** The key that it was made with. */
  readonly key: ApiKey | null;
  readonly origin: string;
}

/**
 * Returns what a page can do with a camera: what its token names, as far as the issuer and their key still can. Null for a camera that the
 * token doesn't have.
 * @param own the issuer's access
 */
export function accessOfEmbed(own: CameraAccess, { claims, terms, key, origin }: EmbedPass, now: number): CameraAccess | null {
  const { cameraId } = own;
  if (!terms.cameraIds.includes(cameraId) || (key && !isCameraOfKey(key, cameraId))) return null;
  // The timeline of the archive shows its events.
  const grant = narrowGrant(key ? grantOfKey(own.grant, key) : own.grant, { ...terms, withEvents: terms.withArchive });
  return {
    ...own,
    viewerKind: 'embed',
    grant,
    capabilities: capabilities(own, { kind: 'embed' }, grant, now),
    partner: { origin, embed: claims, apiKey: key, link: terms.link, viewerId: terms.viewerId },
    sharedBy: null,
    watermark: watermarkOf(own, terms),
  };
}

/**
 * Returns what other software can do by a stream link: watch now; with sound, events and PTZ if the link has them.
 * @param own the access of the link's creator
 */
export function accessOfStreamLink(own: CameraAccess, link: StreamLinkTerms, now: number): CameraAccess {
  const grant = narrowGrant(own.grant, {
    withLive: true,
    withAudio: link.withAudio,
    withArchive: false,
    archiveFrom: null,
    archiveUntil: null,
    withEvents: link.withEvents,
    withPtz: link.withPtz,
    withTalk: false,
    hasWatermark: false,
  });
  return {
    ...own,
    viewerKind: 'embed',
    grant,
    capabilities: capabilities(own, { kind: 'embed' }, grant, now),
    partner: { origin: null, embed: null, apiKey: null, link: null, streamLink: link, viewerId: null },
    sharedBy: null,
  };
}

/** The issuer's own watermark, if there is one, can't be replaced. */
function watermarkOf(own: CameraAccess, { hasWatermark, viewerId }: EmbedTerms): string | null {
  const texts = [own.watermark, hasWatermark ? viewerId : null].filter((text) => text !== null);
  return texts.length > 0 ? texts.join(' · ') : null;
}

function grantOfKey(own: Grant | null, { scopes }: ApiKey): Grant {
  const terms: GrantTerms = {
    withLive: scopes.includes('live'),
    withAudio: scopes.includes('sound'),
    withArchive: scopes.includes('archive'),
    archiveFrom: null,
    archiveUntil: null,
    withEvents: scopes.includes('events'),
    withPtz: scopes.includes('ptz'),
    withTalk: scopes.includes('talk'),
    hasWatermark: false,
  };
  return narrowGrant(own, terms);
}

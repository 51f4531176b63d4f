import type { AccessLogTable } from '../../../db/sharing-tables.ts';
import type { CameraAccess, Partner } from '../../../kernel/access/access.ts';

type GrantColumns = Pick<AccessLogTable, 'grant_kind' | 'grant_name' | 'invite_id'>;
type WhoColumns = GrantColumns & Pick<AccessLogTable, 'viewer_kind' | 'viewer_id' | 'viewer_name'>;

/** Returns who uses an access, and what grants it. */
export function whoOf(access: CameraAccess): WhoColumns {
  const { customerId, guestId, partner } = access;
  const by = grantOf(access);
  if (guestId !== null) return { viewer_kind: 'guest', viewer_id: guestId, viewer_name: null, ...by };
  if (!partner) return { viewer_kind: 'user', viewer_id: customerId, viewer_name: null, ...by };
  const { origin, apiKey, streamLink, viewerId } = partner;
  if (streamLink) return { viewer_kind: 'stream-link', viewer_id: streamLink.id, viewer_name: streamLink.name, ...by };
  if (origin !== null) return { viewer_kind: 'website', viewer_id: origin, viewer_name: viewerId, ...by };
  return { viewer_kind: 'api-key', viewer_id: apiKey?.id ?? '', viewer_name: apiKey?.name ?? null, ...by };
}

function grantOf({ viewerKind, grant, inviteId, partner }: CameraAccess): GrantColumns {
  const named = namedGrantOf(partner);
  if (named) return { ...named, invite_id: null };
  const kind = viewerKind === 'owner' ? 'owner' : inviteId !== null ? 'link' : (grant?.access ?? 'view');
  return { grant_kind: kind, grant_name: null, invite_id: inviteId };
}

function namedGrantOf(partner: Partner | null): Pick<GrantColumns, 'grant_kind' | 'grant_name'> | null {
  if (partner?.link) return { grant_kind: 'embed-link', grant_name: partner.link.name };
  if (partner?.streamLink) return { grant_kind: 'stream-link', grant_name: partner.streamLink.name };
  return partner?.apiKey ? { grant_kind: 'api-key', grant_name: partner.apiKey.name } : null;
}

/**
 * Identifies a viewer: all tabs and devices of a user, one browser of a guest, one visitor of an embed link, all visitors of a website
 * that it doesn't name, all requests of a key, all players of a stream link.
 */
export function viewerKey(access: CameraAccess): string {
  const { viewer_kind, viewer_id, viewer_name } = whoOf(access);
  const visitor = access.partner?.embed?.link?.visitor ?? viewer_name;
  return visitor === null ? `${viewer_kind} ${viewer_id}` : `${viewer_kind} ${viewer_id} ${visitor}`;
}

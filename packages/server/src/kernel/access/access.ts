import type { Capabilities, CapabilityCamera, CapabilityViewer, Grant } from '@watchpost/contract/access/capabilities';
import type { ApiKeyScope } from '@watchpost/contract/schemas/api-keys';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { EmbedClaims } from '../tokens.ts';
import { requireScope, type ApiKey } from './api-key.ts';
import type { EmbedLinkTerms } from './embed.ts';
import type { StreamLinkTerms } from './stream-link.ts';

/** The identity that a request acts for. */
export interface Viewer {
  readonly customerId: string;
  /** Its sign-in; null for an embed token. */
  readonly familyId: string | null;
  /** The device that signed in; null for an embed token. */
  readonly deviceId: string | null;
  /** Null for a token without a language. */
  readonly locale: string | null;
  /** The key that sends the request for the customer; absent for anyone else. */
  readonly apiKey?: ApiKey | undefined;
}

/** A partner's page or server, or other software, that an access is for. */
export interface Partner {
  /** The page's origin; null for a server and for other software. */
  readonly origin: string | null;
  /** The claims of the page's token; null without one. */
  readonly embed: EmbedClaims | null;
  /** The key of the server, or that the page's token was made with; null for none. */
  readonly apiKey: ApiKey | null;
  /** The embed link whose page it is; null for none. */
  readonly link: EmbedLinkTerms | null;
  /** The stream link whose address the software plays; absent for anyone else. */
  readonly streamLink?: StreamLinkTerms | undefined;
  /** The partner's own name for the viewer. */
  readonly viewerId: string | null;
}

/** What a viewer can do with one camera, resolved for every request. */
export interface CameraAccess extends CapabilityCamera {
  readonly cameraId: string;
  /** The customer with this access; for an embed token or an API key, its creator; for a guest, the creator of the link. */
  readonly customerId: string;
  readonly viewerKind: CapabilityViewer['kind'];
  /** What the viewer was granted; null for the owner. */
  readonly grant: Grant | null;
  /** What that allows now: the only thing to decide from. */
  readonly capabilities: Capabilities;
  /** Null for users and guests. */
  readonly partner: Partner | null;
  /** The link by which the access came; null for none. */
  readonly inviteId: string | null;
  /** How many of the link's viewers can watch this camera at the same time; null for any number. */
  readonly maxViewers: number | null;
  /** Null for anyone else. */
  readonly guestId: string | null;
  /** E-mail address of the user who shared the camera; null for the owner, and on a partner's page. */
  readonly sharedBy: string | null;
  /** The text to show over the picture; null for none. */
  readonly watermark: string | null;
}

/**
 * What the caller must be able to do with the camera: see that it exists · watch it now · play its archive · read its events · move it ·
 * change its settings · manage access to it · delete its recordings. The first is the default.
 */
export type CameraRight = 'view' | 'watch' | 'archive' | 'events' | 'move' | 'settings' | 'manage-access' | 'delete-data';

const scopeOfRight: Partial<Record<CameraRight, ApiKeyScope>> = { watch: 'live', archive: 'archive', events: 'events', move: 'ptz' };

/** @throws {AppError} scope-missing, access-outside-hours, no-archive-access, or forbidden for a viewer without the right */
export function requireRight({ capabilities, viewerKind, partner }: CameraAccess, right: CameraRight): void {
  const scope = scopeOfRight[right];
  if (viewerKind === 'api-key' && partner?.apiKey && scope !== undefined) requireScope(partner.apiKey, scope);
  const { opensAt } = capabilities;
  if (scope !== undefined && opensAt !== null) throw new AppError('access-outside-hours', { details: { opensAt } });
  if (!hasRight(capabilities, right)) throw new AppError(right === 'archive' || right === 'events' ? 'no-archive-access' : 'forbidden');
}

function hasRight(capabilities: Capabilities, right: CameraRight): boolean {
  switch (right) {
    case 'view':
      return capabilities.isVisible;
    case 'watch':
      return capabilities.canWatch;
    case 'archive':
      return capabilities.canPlayArchive;
    case 'events':
      return capabilities.canSeeEvents;
    case 'move':
      return capabilities.canMove;
    case 'settings':
      return capabilities.canChangeSettings;
    case 'manage-access':
      return capabilities.canManageAccess;
    case 'delete-data':
      return capabilities.canDeleteData;
  }
}

/** Returns who watches, for limits per viewer: the customer, or a guest, a visitor or a server of theirs. */
export function viewerIdOf({ guestId, customerId, partner }: CameraAccess): string {
  if (guestId !== null) return guestId;
  if (!partner) return customerId;
  const { embed, apiKey, streamLink, viewerId } = partner;
  if (embed?.link) return embed.link.visitor;
  if (streamLink) return streamLink.id;
  return [apiKey?.id ?? customerId, viewerId].filter((part) => part !== null).join(' ');
}

/** Identifies the caller for the routes; implemented by the session and cameras features, wired by the app. */
export interface Guards {
  /** Returns the session of the bearer token, or of the cookie when a forgery check passes. Throws AppError 401 or 403. */
  session(request: FastifyRequest): Promise<Viewer>;
  /** As `session`, but also accepts an API key with the scope. Throws AppError 401, 403 or 429. */
  account(request: FastifyRequest, scope: ApiKeyScope | 'any'): Promise<Viewer>;
  /** Returns the API key of the bearer token. Throws AppError 401, 403 or 429. */
  apiKey(request: FastifyRequest): Promise<Viewer>;
  /** Returns null when the camera is invisible to the viewer, which is answered like an unknown id. */
  camera(viewer: Viewer, cameraId: string): Promise<CameraAccess | null>;
  /**
   * As `session` and `camera`, but also accepts an API key, an embed token, a guest token or, for a GET, the session cookie. Throws
   * AppError.
   */
  media(request: FastifyRequest, cameraId: string): Promise<{ readonly viewer: Viewer; readonly camera: CameraAccess }>;
}

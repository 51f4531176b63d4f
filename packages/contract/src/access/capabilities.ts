import { isInDailyWindow, isWithinDailyWindow, nextDailyWindowChange, type DailyWindow } from './daily-window.ts';

/** What one person was granted on one camera (specification 2, sections 3 and 6). Times are Unix milliseconds. */
export interface Grant {
  readonly access: 'view' | 'full';
  readonly withAudio: boolean;
  readonly withArchive: boolean;
  /** Recordings from before this time stay closed; null when none do. */
  readonly archiveFrom: number | null;
  /** Recordings from this time on stay closed; null when none do. */
  readonly archiveUntil: number | null;
  /** Whether a view-only user can move the camera; full access always can. */
  readonly withPtz: boolean;
  /** Hours of the day, in the camera's time zone; null for all day. */
  readonly dailyWindow: DailyWindow | null;
  /** Whether the viewer's e-mail address is shown over the picture. */
  readonly hasWatermark: boolean;
  /** When the access ends; null for never. */
  readonly expiresAt: number | null;
  /** Whether the live picture is part of it; it is if absent. Pages and API keys can have the archive alone. */
  readonly withLive?: boolean | undefined;
  /** Whether a page or an API key can talk through the camera; if absent, only full access with sound does. */
  readonly withTalk?: boolean | undefined;
  /** Whether events are part of it; if absent, they come with the archive. */
  readonly withEvents?: boolean | undefined;
}

export interface CapabilityCamera {
  readonly platform: 'Embedded' | 'ThirdParty' | 'Mobile';
  /** IANA name. */
  readonly timeZone: string;
}

/** Who looks at the camera: its owner, an account with a grant, a guest of a link, a page with an embed token, or a partner's server. */
export interface CapabilityViewer {
  readonly kind: 'owner' | 'grantee' | 'guest' | 'embed' | 'api-key';
}

/** What a viewer can do with a camera now. Nothing else decides from a role or a platform. */
export interface Capabilities {
  readonly role: 'owner' | 'full' | 'view' | 'none';
  /** Whether the camera appears in the viewer's list, even outside the daily window. */
  readonly isVisible: boolean;
  readonly canWatch: boolean;
  readonly canHear: boolean;
  readonly canPlayArchive: boolean;
  /** The part of the archive that is open, Unix milliseconds; null for no limit. */
  readonly archiveFrom: number | null;
  readonly archiveUntil: number | null;
  /** Events of the open part of the archive, and their pictures. */
  readonly canSeeEvents: boolean;
  readonly canTalk: boolean;
  readonly canMove: boolean;
  readonly canChangeSettings: boolean;
  /** Create links, change and revoke other users' access, read the access log. */
  readonly canManageAccess: boolean;
  /** Delete recordings and the camera for everyone, manage its subscription. */
  readonly canDeleteData: boolean;
  readonly canManageSubscription: boolean;
  /** Whether seeing it asks an account to choose plans for its own cameras (specification 1, section 4): all but phones do. */
  readonly asksForPlan: boolean;
  /** Specification 2, section 6: an Embedded or ThirdParty camera with settings that this viewer can change. */
  readonly isManaged: boolean;
  readonly hasWatermark: boolean;
  /** When the access ends for good; null for never. */
  readonly expiresAt: number | null;
  /** When the daily window opens next, if it is closed now. */
  readonly opensAt: number | null;
  /** When any of this changes by itself: the window opens or closes, or the access ends. Null for never. */
  readonly changesAt: number | null;
}

const nothing: Capabilities = {
  role: 'none',
  isVisible: false,
  canWatch: false,
  canHear: false,
  canPlayArchive: false,
  archiveFrom: null,
  archiveUntil: null,
  canSeeEvents: false,
  canTalk: false,
  canMove: false,
  canChangeSettings: false,
  canManageAccess: false,
  canDeleteData: false,
  canManageSubscription: false,
  asksForPlan: false,
  isManaged: false,
  hasWatermark: false,
  expiresAt: null,
  opensAt: null,
  changesAt: null,
};

/**
 * Returns what a viewer can do with a camera at a moment: the one place that decides (specification 2, section 6).
 * @param grant what the viewer was granted; ignored for the owner, and null for a stranger
 * @param now Unix milliseconds
 * @example capabilities(camera, { kind: 'grantee' }, grant, clock.now()).canHear
 */
export function capabilities(camera: CapabilityCamera, viewer: CapabilityViewer, grant: Grant | null, now: number): Capabilities {
  const isDevice = camera.platform !== 'Mobile';
  if (viewer.kind === 'owner') {
    return {
      ...nothing,
      role: 'owner',
      isVisible: true,
      canWatch: true,
      canHear: true,
      canPlayArchive: true,
      canSeeEvents: true,
      canTalk: true,
      canMove: true,
      canChangeSettings: true,
      canManageAccess: true,
      canDeleteData: true,
      canManageSubscription: true,
      asksForPlan: isDevice,
      isManaged: isDevice,
    };
  }
  if (!grant || (grant.expiresAt !== null && grant.expiresAt <= now)) return nothing;
  const { dailyWindow, expiresAt } = grant;
  const isOpen = !dailyWindow || isInDailyWindow(dailyWindow, now, camera.timeZone);
  const windowChange = dailyWindow && nextDailyWindowChange(dailyWindow, now, camera.timeZone);
  // A partner's page or server does what its grant names, whatever its issuer can do; a guest only watches.
  const isFull = grant.access === 'full' && viewer.kind === 'grantee';
  const isGuest = viewer.kind === 'guest';
  const changes = [windowChange, expiresAt].filter((time) => time !== null);
  return {
    ...nothing,
    role: isFull ? 'full' : 'view',
    isVisible: true,
    canWatch: isOpen && hasLive(grant),
    canHear: isOpen && grant.withAudio,
    canPlayArchive: isOpen && grant.withArchive,
    archiveFrom: grant.archiveFrom,
    archiveUntil: grant.archiveUntil,
    canSeeEvents: isOpen && hasEvents(grant),
    canTalk: isOpen && !isGuest && (grant.withTalk ?? (isFull && grant.withAudio)),
    canMove: isOpen && !isGuest && (isFull || grant.withPtz),
    canChangeSettings: isFull,
    canManageAccess: isFull,
    asksForPlan: isDevice,
    isManaged: isFull && isDevice,
    hasWatermark: grant.hasWatermark,
    expiresAt,
    opensAt: isOpen ? null : windowChange,
    changesAt: changes.length > 0 ? Math.min(...changes) : null,
  };
}

/**
 * Whether a grant gives nothing that another one doesn't: nobody can share more than they have, nor raise their own access.
 * @param own the grant of the user who shares; null for the owner, who has everything
 */
export function isGrantWithin(grant: Grant, own: Grant | null): boolean {
  if (own === null) return true;
  return (
    (grant.access === 'view' || own.access === 'full') &&
    (!grant.withAudio || own.withAudio) &&
    (!grant.withArchive || (own.withArchive && isArchiveWithin(grant, own))) &&
    (!hasEvents(grant) || (hasEvents(own) && isArchiveWithin(grant, own))) &&
    (!grant.withPtz || own.withPtz || own.access === 'full') &&
    (!hasLive(grant) || hasLive(own)) &&
    (!hasTalk(grant) || hasTalk(own)) &&
    (own.dailyWindow === null || (grant.dailyWindow !== null && isWithinDailyWindow(grant.dailyWindow, own.dailyWindow))) &&
    (!own.hasWatermark || grant.hasWatermark) &&
    (own.expiresAt === null || (grant.expiresAt !== null && grant.expiresAt <= own.expiresAt))
  );
}

function hasLive({ withLive }: Grant): boolean {
  return withLive ?? true;
}

function hasEvents({ withEvents, withArchive }: Grant): boolean {
  return withEvents ?? withArchive;
}

function hasTalk({ withTalk, access, withAudio }: Grant): boolean {
  return withTalk ?? (access === 'full' && withAudio);
}

function isArchiveWithin(grant: Grant, own: Grant): boolean {
  return (
    (own.archiveFrom === null || (grant.archiveFrom !== null && grant.archiveFrom >= own.archiveFrom)) &&
    (own.archiveUntil === null || (grant.archiveUntil !== null && grant.archiveUntil <= own.archiveUntil))
  );
}

/** What a partner's page or server is meant to have. Times are Unix milliseconds. */
export interface GrantTerms {
  readonly withLive: boolean;
  readonly withAudio: boolean;
  readonly withArchive: boolean;
  readonly archiveFrom: number | null;
  readonly archiveUntil: number | null;
  readonly withEvents: boolean;
  readonly withPtz: boolean;
  readonly withTalk: boolean;
  readonly hasWatermark: boolean;
}

/**
 * Returns a grant for a partner's page or server: what the terms name, and no more than its giver has at this moment.
 * @param own the grant of the giver, which can itself be the result of this function; null for the owner, who has everything
 */
export function narrowGrant(own: Grant | null, terms: GrantTerms): Grant {
  return {
    access: 'view',
    withLive: terms.withLive && (own === null || hasLive(own)),
    withAudio: terms.withAudio && (own === null || own.withAudio),
    withArchive: terms.withArchive && (own === null || own.withArchive),
    archiveFrom: furthest(Math.max, own?.archiveFrom, terms.archiveFrom),
    archiveUntil: furthest(Math.min, own?.archiveUntil, terms.archiveUntil),
    withEvents: terms.withEvents && (own === null || hasEvents(own)),
    withPtz: terms.withPtz && (own === null || own.withPtz || own.access === 'full'),
    withTalk: terms.withTalk && (own === null || hasTalk(own)),
    dailyWindow: own?.dailyWindow ?? null,
    hasWatermark: terms.hasWatermark || (own?.hasWatermark ?? false),
    // The end of a token or a key is not announced to viewers: pages renew it.
    expiresAt: own?.expiresAt ?? null,
  };
}

function furthest(choose: (a: number, b: number) => number, own: number | null | undefined, other: number | null): number | null {
  if (own === null || own === undefined) return other;
  return other === null ? own : choose(own, other);
}

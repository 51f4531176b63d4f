import { WatchpostError } from '@watchpost/sdk-core';
import type { CallOptions, Invitation, SharedCamera, SharingApi } from '@watchpost/sdk-core';

/** What a link shows. */
export type Landing =
  /** Without a session: the link has no guests, or is not valid; only an account can find out. */
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'invalid' }
  /** The owner removed all of its cameras. */
  | { readonly kind: 'gone'; readonly creatorEmail: string }
  /** The user owns all of its cameras. */
  | { readonly kind: 'own'; readonly cameras: readonly SharedCamera[] }
  /** The user has accepted it already. */
  | { readonly kind: 'accepted'; readonly cameras: readonly SharedCamera[] }
  | InvitedLanding;

export interface InvitedLanding {
  readonly kind: 'invitation';
  readonly invitation: Invitation;
  readonly cameras: readonly SharedCamera[];
  /** What the link adds or replaces. */
  readonly gained: readonly SharedCamera[];
  /** The user's own cameras among them, which stay as they are. */
  readonly own: readonly SharedCamera[];
  /** Cameras that the user has with other access. */
  readonly collisions: readonly CollidingCamera[];
}

type CollidingCamera = SharedCamera & { readonly standing: Extract<SharedCamera['standing'], { readonly kind: 'collision' }> };

/** Why a link could not be used; `failed` may be temporary. */
export type Refusal = 'collision' | 'own' | 'full' | 'gone' | 'inactive' | 'invalid' | 'failed';

/** Whether a text can be the secret of a link (specification 2, section 2). */
export function isLinkToken(text: string): boolean {
  return /^[\w/]{16,128}$/.test(text);
}

/**
 * Loads what is behind a link, for a user or for a browser without a session.
 * @throws {WatchpostError} when it could not be found out
 */
export async function loadLanding(
  sharing: Pick<SharingApi, 'guestInvitation' | 'invitation' | 'sharedCameras'>,
  token: string,
  { hasSession, ...options }: CallOptions & { readonly hasSession: boolean },
): Promise<Landing> {
  try {
    if (!hasSession) {
      const invitation = await sharing.guestInvitation(token, options);
      return landingOf(
        invitation,
        invitation.cameras.map((camera) => ({ ...camera, standing: { kind: 'new' } })),
      );
    }
    const [invitation, cameras] = await Promise.all([sharing.invitation(token, options), sharing.sharedCameras(token, options)]);
    return landingOf(invitation, cameras);
  } catch (error) {
    if (!isEnded(error)) throw error;
    return { kind: hasSession ? 'invalid' : 'sign-in' };
  }
}

function landingOf(invitation: Invitation, cameras: readonly SharedCamera[]): Landing {
  const of = (kind: SharedCamera['standing']['kind']): SharedCamera[] => cameras.filter(({ standing }) => standing.kind === kind);
  const gained = cameras.filter(({ standing }) => standing.kind === 'new' || standing.kind === 'collision');
  if (cameras.length === 0) return { kind: 'gone', creatorEmail: invitation.creatorEmail };
  if (gained.length > 0) {
    return { kind: 'invitation', invitation, cameras, gained, own: of('owner'), collisions: cameras.filter(isColliding) };
  }
  const accepted = of('accepted');
  return accepted.length > 0 ? { kind: 'accepted', cameras: accepted } : { kind: 'own', cameras };
}

function isColliding(camera: SharedCamera): camera is CollidingCamera {
  return camera.standing.kind === 'collision';
}

/** Whether the server says that a link is unknown, revoked or expired. */
export function isEnded(error: unknown): boolean {
  return error instanceof WatchpostError && (error.code === 'not-found' || error.code === 'invite-inactive');
}

export function refusalOf(error: unknown): Refusal {
  if (isEnded(error)) return 'inactive';
  if (!(error instanceof WatchpostError)) return 'failed';
  switch (error.code) {
    case 'invite-collision':
      return 'collision';
    case 'invite-own-cameras':
      return 'own';
    case 'invite-full':
      return 'full';
    case 'invite-cameras-gone':
      return 'gone';
    default:
      return 'failed';
  }
}

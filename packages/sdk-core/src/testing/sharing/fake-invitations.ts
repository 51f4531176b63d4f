import {
  acceptInvite,
  becomeGuest,
  getGuestInvitation,
  getInvitation,
  getInvitationPicture,
  leaveGuest,
  listSharedCameras,
  renewGuest,
} from '@watchpost/contract/endpoints/sharing';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import type { AcceptedInvite, Guest, Invitation, SharedCamera } from '@watchpost/contract/schemas/sharing';
import { buildCamera, buildGrant } from '../builders.ts';

interface FakeInvitation {
  readonly invitation: Invitation;
  readonly cameras: SharedCamera[];
  /** As many users as the link allows have accepted it. */
  readonly isFull?: boolean;
}

/** The in-memory server's invitations: a link that ended is removed. */
export interface FakeInvitationState {
  /** By token. */
  invitations: Map<string, FakeInvitation>;
  /** Ids of the links that the browser is a guest of. */
  guestOf: Set<string>;
  /** Lifetime of guest tokens, milliseconds. */
  guestTokenLifetimeMs: number;
}

type State = FakeInvitationState & { cameras: Camera[] };

export function createFakeInvitations(): FakeInvitationState {
  return { invitations: new Map(), guestOf: new Set(), guestTokenLifetimeMs: 600_000 };
}

/** Builds a camera of a link that the user does not have yet; a test sets only the fields it depends on. */
export function buildSharedCamera(camera: Partial<SharedCamera> = {}): SharedCamera {
  return {
    id: 'camera-1',
    title: 'Front door',
    timeZone: 'Europe/Moscow',
    platform: 'ThirdParty',
    pictureUrl: null,
    pictureAt: null,
    standing: { kind: 'new' },
    ...camera,
  };
}

/**
 * Builds an invitation to cameras, with view-only access and without guests; a test sets only the fields it depends on.
 * @example server.invitations.set(token, buildInvitation([buildSharedCamera()], { allowsGuests: true }))
 */
export function buildInvitation(cameras: readonly SharedCamera[], invitation: Partial<Invitation> = {}): FakeInvitation {
  return {
    invitation: {
      id: 'invite-1',
      creatorEmail: 'owner@example.com',
      label: '',
      grant: buildGrant(),
      allowsGuests: false,
      cameras: cameras.map(({ standing: _, ...camera }) => camera),
      ...invitation,
    },
    cameras: [...cameras],
  };
}

const tokenOf = (path: string): string => decodeURIComponent(/\/by-token\/([^/?]+)/.exec(path)?.[1] ?? '');
const idOf = (path: string): string => /\/(?:invites|guests)\/([\w-]+)/.exec(path)?.[1] ?? '';

/** Answers what a browser without an account may ask; null for any other call. @param now Unix milliseconds */
export function answerGuest(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  state: FakeInvitationState,
  now: number,
): Response | ErrorCode | null {
  if (is(renewGuest)) return guestAnswer(state, state.guestOf.has(idOf(path)) ? invitationById(state, idOf(path)) : undefined, now);
  if (is(leaveGuest)) {
    state.guestOf.delete(idOf(path));
    return new Response(null, { status: 204 });
  }
  const found = state.invitations.get(tokenOf(path));
  const open = found?.invitation.allowsGuests ? found : undefined;
  if (is(getGuestInvitation)) return open ? Response.json(open.invitation) : 'not-found';
  if (is(becomeGuest)) {
    if (open) state.guestOf.add(open.invitation.id);
    return guestAnswer(state, open, now);
  }
  return is(getInvitationPicture) && open ? picture(path, open) : null;
}

/** Answers a signed-in user's call about a link; null for any other call. */
export function answerInvitations(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  state: State,
): Response | ErrorCode | null {
  if (is(acceptInvite)) return accept(state, idOf(path), body);
  const found = state.invitations.get(tokenOf(path));
  if (is(getInvitation)) return found ? Response.json(found.invitation) : 'not-found';
  if (is(listSharedCameras)) return found ? Response.json(found.cameras) : 'not-found';
  if (is(getInvitationPicture)) return found ? picture(path, found) : 'not-found';
  return null;
}

function invitationById(state: FakeInvitationState, id: string): FakeInvitation | undefined {
  return [...state.invitations.values()].find(({ invitation }) => invitation.id === id);
}

function picture(path: string, { cameras }: FakeInvitation): Response | ErrorCode {
  const camera = cameras.find(({ id }) => path.includes(`/cameras/${id}/`));
  if (camera?.pictureUrl === undefined || camera.pictureUrl === null) return 'not-found';
  return new Response(new Uint8Array([0xff, 0xd8, 0xff]), { headers: { 'Content-Type': 'image/jpeg' } });
}

function guestAnswer(state: FakeInvitationState, found: FakeInvitation | undefined, now: number): Response | ErrorCode {
  if (!found?.invitation.allowsGuests) return 'not-found';
  const exp = now + state.guestTokenLifetimeMs;
  const claims = btoa(JSON.stringify({ guestId: 'guest-1', inviteId: found.invitation.id, exp }));
  const guest: Guest = { token: `guest.${claims}.signature`, tokenExpiresAt: exp, invitation: found.invitation };
  return Response.json(guest);
}

function accept(state: State, id: string, body: Readonly<Record<string, unknown>>): Response | ErrorCode {
  const token = String(body['token']);
  const found = state.invitations.get(token);
  if (found?.invitation.id !== id) return 'not-found';
  const { cameras, invitation, isFull } = found;
  const of = (...kinds: SharedCamera['standing']['kind'][]): SharedCamera[] =>
    cameras.filter(({ standing }) => kinds.includes(standing.kind));
  if (cameras.length === 0) return 'invite-cameras-gone';
  if (of('owner').length === cameras.length) return 'invite-own-cameras';
  const [fresh, others] = [of('new'), of('collision')];
  if (isFull && fresh.length + others.length > 0) return 'invite-full';
  if (others.length > 0 && body['replace'] !== true) return 'invite-collision';
  const gained = [...fresh, ...others];
  const isGained = ({ id: cameraId }: { readonly id: string }): boolean => gained.some((camera) => camera.id === cameraId);
  state.cameras = [...state.cameras.filter((camera) => !isGained(camera)), ...gained.map((camera) => addedCamera(camera, invitation))];
  state.invitations.set(token, {
    ...found,
    cameras: cameras.map((camera) => (isGained(camera) ? { ...camera, standing: { kind: 'accepted' } } : camera)),
  });
  const ids = (list: readonly SharedCamera[]): string[] => list.map((camera) => camera.id);
  const answer: AcceptedInvite = { added: ids(fresh), replaced: ids(others), unchanged: ids(of('accepted', 'owner')) };
  return Response.json(answer);
}

function addedCamera({ id, title, timeZone, platform }: SharedCamera, { grant, creatorEmail }: Invitation): Camera {
  return buildCamera({
    id,
    title,
    timeZone,
    platform,
    grant,
    isOwner: false,
    isFullAccess: grant.access === 'full',
    withAudio: grant.withAudio,
    withArchive: grant.withArchive,
    sharedBy: creatorEmail,
  });
}

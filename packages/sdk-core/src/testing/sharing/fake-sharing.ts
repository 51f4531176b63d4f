import {
  countAccessLog,
  createInvite,
  emailInvite,
  exportAccessLog,
  getAccessLog,
  listCameraInvites,
  listCameraUsers,
  listInvites,
  listUsers,
  removeCameraUser,
  removeUser,
  revokeInvite,
  updateCameraUser,
  updateInvite,
} from '@watchpost/contract/endpoints/sharing';
import { isGrantWithin } from '@watchpost/contract/access/capabilities';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import type {
  AccessEntry,
  AccessLogCounts,
  CameraUser,
  CreateInviteBody,
  Invite,
  InviteOptions,
  LinkGuests,
  User,
} from '@watchpost/contract/schemas/sharing';
import { buildGrant } from '../builders.ts';

/** The in-memory server's links, users with access, and access log. */
export interface FakeSharingState {
  invites: Invite[];
  /** By camera, the owner first. */
  cameraUsers: Map<string, CameraUser[]>;
  cameraGuests: Map<string, LinkGuests[]>;
  /** Newest first. */
  accessLog: AccessEntry[];
  /** E-mail messages with links. */
  readonly sentInvites: { readonly inviteId: string; readonly email: string }[];
}

export function createFakeSharing(): FakeSharingState {
  return { invites: [], cameraUsers: new Map(), cameraGuests: new Map(), accessLog: [], sentInvites: [] };
}

/** The options of a link: view only, with sound and the whole archive, without an end or limits. */
export const plainInviteOptions: InviteOptions = {
  label: '',
  access: 'view',
  withAudio: true,
  withArchive: true,
  archiveRange: { kind: 'all' },
  withPtz: false,
  dailyWindow: null,
  hasWatermark: false,
  expiresAt: null,
  maxUsers: null,
  maxViewers: null,
  allowsGuests: false,
  hasPicture: false,
};

/** Builds an active link of the user for live view and archive with sound; a test sets only the fields it depends on. */
export function buildInvite(invite: Partial<Invite> = {}): Invite {
  return {
    ...plainInviteOptions,
    id: 'invite-1',
    label: 'Neighbours',
    cameras: [{ id: 'camera-1', title: 'Front door' }],
    creator: { customerId: 'anna', email: 'anna@example.com' },
    isOwn: true,
    token: 'token_of_an_invite_1',
    state: 'active',
    userCount: 0,
    guestCount: 0,
    createdAt: 0,
    revokedAt: null,
    ...invite,
  };
}

/** Builds a user with view-only access to a camera; a test sets only the fields it depends on. */
export function buildCameraUser(user: Partial<CameraUser> = {}): CameraUser {
  return {
    customerId: 'boris',
    email: 'boris@example.com',
    isOwner: false,
    isSelf: false,
    grant: user.isOwner ? null : buildGrant(),
    source: null,
    grantedAt: user.isOwner ? null : 0,
    lastWatchedAt: null,
    isWatching: false,
    ...user,
  };
}

/** Builds an entry of the access log: a user watched live for a minute; a test sets only the fields it depends on. */
export function buildAccessEntry(entry: Partial<AccessEntry> = {}): AccessEntry {
  return {
    id: 'entry-1',
    kind: 'live',
    cameraId: 'camera-1',
    cameraTitle: 'Front door',
    at: 0,
    until: 60_000,
    range: null,
    who: { kind: 'user', customerId: 'boris', email: 'boris@example.com' },
    subject: null,
    device: { browser: 'Chrome', system: 'Windows' },
    grant: { kind: 'view' },
    ...entry,
  };
}

/** Answers a call about links, users and the access log; null for any other call. */
export function answerSharing(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  query: URLSearchParams,
  body: Readonly<Record<string, unknown>>,
  state: FakeSharingState & { readonly cameras: readonly Camera[] },
): Response | ErrorCode | null {
  return answerInvites(is, path, query, body, state) ?? answerUsers(is, path, body, state) ?? answerLog(is, query, state);
}

function answerInvites(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  query: URLSearchParams,
  body: Readonly<Record<string, unknown>>,
  state: FakeSharingState & { readonly cameras: readonly Camera[] },
): Response | ErrorCode | null {
  if (is(listInvites)) return Response.json(state.invites.filter(({ isOwn }) => isOwn));
  if (is(listCameraInvites)) {
    const cameraId = cameraIdOf(path);
    return Response.json(state.invites.filter(({ cameras }) => cameras.some(({ id }) => id === cameraId)));
  }
  if (is(createInvite)) {
    const { cameraIds, ...options } = asOptions(body);
    const number = state.invites.length + 1;
    const made = buildInvite({
      ...options,
      id: `invite-${number}`,
      token: `token_of_an_invite_${number}`,
      cameras: camerasOf(cameraIds ?? [], state.cameras),
      createdAt: number,
    });
    state.invites = [made, ...state.invites];
    return Response.json(made, { status: 201 });
  }
  const inviteId = /\/invites\/([\w-]+)/.exec(path)?.[1];
  const invite = state.invites.find(({ id }) => id === inviteId);
  if (is(updateInvite)) {
    if (!invite) return 'not-found';
    if (!invite.isOwn) return 'forbidden';
    const { cameraIds, ...options } = asOptions(body);
    const changed: Invite = { ...invite, ...options, ...(cameraIds && { cameras: camerasOf(cameraIds, state.cameras) }) };
    state.invites = state.invites.map((one) => (one === invite ? changed : one));
    return Response.json(changed);
  }
  if (is(revokeInvite)) {
    if (!invite) return 'not-found';
    state.invites = state.invites.map((one) => (one === invite ? { ...one, state: 'revoked', token: null, guestCount: 0 } : one));
    if (query.get('removeUsers') === 'true') keepUsers(state, ({ source }) => source?.inviteId !== invite.id);
    return new Response(null, { status: 204 });
  }
  if (is(emailInvite)) {
    if (!invite) return 'not-found';
    if (!invite.isOwn) return 'forbidden';
    state.sentInvites.push({ inviteId: invite.id, email: String(body['email']) });
    return new Response(null, { status: 204 });
  }
  return null;
}

function answerUsers(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  state: FakeSharingState,
): Response | ErrorCode | null {
  const customerId = /\/customers\/([\w-]+)$/.exec(path)?.[1] ?? '';
  if (is(listUsers)) {
    const users = usersOf(state.cameraUsers);
    return Response.json({ users, guests: guestsOf(state.cameraGuests), total: users.length, next: null });
  }
  if (is(removeUser)) {
    keepUsers(state, (user) => user.isOwner || user.customerId !== customerId);
    return new Response(null, { status: 204 });
  }
  const cameraId = cameraIdOf(path);
  const users = state.cameraUsers.get(cameraId) ?? [];
  if (is(listCameraUsers)) {
    return Response.json({ users, guests: state.cameraGuests.get(cameraId) ?? [], total: users.length, next: null });
  }
  const user = users.find((one) => one.customerId === customerId);
  if (is(updateCameraUser)) {
    if (!user) return 'not-found';
    if (user.grant === null) return 'forbidden';
    const changed: CameraUser = { ...user, grant: { ...user.grant, ...body } };
    if (user.isSelf && changed.grant && !isGrantWithin(changed.grant, user.grant)) return 'share-exceeds-access';
    state.cameraUsers.set(
      cameraId,
      users.map((one) => (one === user ? changed : one)),
    );
    return Response.json(changed);
  }
  if (is(removeCameraUser)) {
    if (!user) return 'not-found';
    if (user.isOwner) return 'forbidden';
    state.cameraUsers.set(
      cameraId,
      users.filter((one) => one !== user),
    );
    return new Response(null, { status: 204 });
  }
  return null;
}

function answerLog(is: (endpoint: Endpoint) => boolean, query: URLSearchParams, { accessLog }: FakeSharingState): Response | null {
  const kinds = query.getAll('kind');
  const [cameraId, viewerId] = [query.get('cameraId'), query.get('viewerId')];
  const [from, to] = [Number(query.get('from') ?? 0), Number(query.get('to') ?? Number.POSITIVE_INFINITY)];
  const found = accessLog.filter(
    ({ kind, cameraId: camera, who, at }) =>
      (kinds.length === 0 || kinds.includes(kind)) &&
      (cameraId === null || camera === cameraId) &&
      (viewerId === null || viewerId === viewerIdOf(who)) &&
      at >= from &&
      at <= to,
  );
  if (is(getAccessLog)) {
    const limit = Number(query.get('limit') ?? 50);
    const cursor = query.get('cursor');
    const start = cursor === null ? 0 : found.findIndex(({ at, id }) => `${at}.${id}` === cursor) + 1;
    const entries = found.slice(start, start + limit);
    const last = entries.at(-1);
    return Response.json({ entries, next: last && start + limit < found.length ? `${last.at}.${last.id}` : null });
  }
  if (is(countAccessLog)) {
    const counts: AccessLogCounts = {};
    for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1;
    return Response.json(counts);
  }
  if (is(exportAccessLog)) {
    const rows = found.map(({ at, kind, cameraTitle }) => [new Date(at).toISOString(), kind, cameraTitle].join(','));
    return new Response(['at,kind,camera', ...rows].join('\r\n'), { headers: { 'Content-Type': 'text/csv' } });
  }
  return null;
}

function cameraIdOf(path: string): string {
  return /\/cameras\/([\w-]+)\/(?:invites|customers)/.exec(path)?.[1] ?? '';
}

/** The client sends bodies of the contract's type; the fake does not check them again. */
function asOptions(body: Readonly<Record<string, unknown>>): Partial<CreateInviteBody> {
  return body;
}

function camerasOf(ids: readonly string[], cameras: readonly Camera[]): Invite['cameras'] {
  return cameras.filter(({ id }) => ids.includes(id)).map(({ id, title }) => ({ id, title }));
}

function keepUsers(state: FakeSharingState, isKept: (user: CameraUser) => boolean): void {
  for (const [id, users] of state.cameraUsers) state.cameraUsers.set(id, users.filter(isKept));
}

function viewerIdOf(who: AccessEntry['who']): string | null {
  if (who.kind === 'user') return who.customerId;
  return who.kind === 'guest' ? who.guestId : null;
}

function usersOf(cameraUsers: FakeSharingState['cameraUsers']): User[] {
  const users = new Map<string, User>();
  for (const [cameraId, ofCamera] of cameraUsers) {
    for (const { customerId, email, isSelf, isOwner, grant, source, lastWatchedAt, isWatching } of ofCamera) {
      const known = users.get(customerId) ?? { customerId, email, isSelf, lastWatchedAt: null, isWatching: false, cameras: [] };
      users.set(customerId, {
        ...known,
        lastWatchedAt: Math.max(known.lastWatchedAt ?? 0, lastWatchedAt ?? 0) || null,
        isWatching: known.isWatching || isWatching,
        cameras: [...known.cameras, { cameraId, isOwner, grant, source }],
      });
    }
  }
  return [...users.values()];
}

function guestsOf(cameraGuests: FakeSharingState['cameraGuests']): (LinkGuests & { cameraIds: string[] })[] {
  const links = new Map<string, LinkGuests & { cameraIds: string[] }>();
  for (const [cameraId, ofCamera] of cameraGuests) {
    for (const guests of ofCamera) {
      const known = links.get(guests.source.inviteId);
      links.set(guests.source.inviteId, { ...guests, cameraIds: [...(known?.cameraIds ?? []), cameraId] });
    }
  }
  return [...links.values()];
}

import {
  acceptInvite,
  becomeGuest,
  countAccessLog,
  createInvite,
  emailInvite,
  exportAccessLog,
  getAccessLog,
  getGuestInvitation,
  getInvitation,
  getInvitationPicture,
  leaveGuest,
  listCameraInvites,
  listCameraUsers,
  listInvites,
  listSharedCameras,
  listUsers,
  removeCameraUser,
  removeUser,
  renewGuest,
  revokeInvite,
  updateCameraUser,
  updateInvite,
} from '@watchpost/contract/endpoints/sharing';
import type {
  AcceptedInvite,
  AccessEntry,
  AccessLogCounts,
  AccessLogFilter,
  AccessLogPage,
  AccessLogQuery,
  CameraUser,
  CameraUsers,
  CreateInviteBody,
  EmailInviteBody,
  Guest,
  Invitation,
  Invite,
  SharedCamera,
  UpdateCameraUserBody,
  UpdateInviteBody,
  Users,
  UsersQuery,
} from '@watchpost/contract/schemas/sharing';
import type { HttpClient } from '../../kernel/http.ts';
import { paged, type Paged } from '../../kernel/paged.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** Links, the users behind them, and the log of who watched what (specification 2, sections 2 to 8). Times are Unix milliseconds. */
export interface SharingApi {
  /** Lists the user's own links, over all cameras, newest first. @example const [newest] = await client.sharing.invites(); */
  invites(options?: CallOptions): Promise<Invite[]>;
  /** Lists all links of a camera, by any creator, revoked ones included. @throws {WatchpostError} `forbidden` without full access */
  cameraInvites(cameraId: string, options?: CallOptions): Promise<Invite[]>;
  /**
   * Creates a link.
   * @throws {WatchpostError} `forbidden` for a camera with view-only access, `share-exceeds-access` for more than the user has
   * @example
   * const invite = await client.sharing.createInvite({ cameraIds: [camera.id], access: 'view', ...options });
   * await navigator.clipboard.writeText(client.sharing.inviteUrl(invite));
   */
  createInvite(body: CreateInviteBody, options?: CallOptions): Promise<Invite>;
  /** Changes a link for those who accept it from now on. @throws {WatchpostError} `forbidden` for anyone but its creator */
  updateInvite(id: string, change: UpdateInviteBody, options?: CallOptions): Promise<Invite>;
  /**
   * Revokes a link. Users who accepted it keep their access, unless `removeUsers` is set.
   * @throws {WatchpostError} `not-found`, `forbidden`
   * @example await client.sharing.revokeInvite(invite.id, { removeUsers: true });
   */
  revokeInvite(id: string, options?: CallOptions & { readonly removeUsers?: boolean }): Promise<void>;
  /**
   * Sends a link by e-mail, in the recipient's language.
   * @throws {WatchpostError} `forbidden` for anyone but its creator, `invite-inactive`, `invite-cameras-gone`, `too-many-requests` after 20 an hour
   */
  emailInvite(id: string, message: EmailInviteBody, options?: CallOptions): Promise<void>;
  /** Returns the address that opens a link; null for a link whose secret the user doesn't know. */
  inviteUrl(invite: Pick<Invite, 'token'>): string | null;
  /**
   * Lists who has access to a camera, its owner first: a page, or with `for await` everyone.
   * @throws {WatchpostError} `forbidden` without full access
   */
  cameraUsers(cameraId: string, query?: UsersQuery, options?: CallOptions): Paged<CameraUsers, CameraUser>;
  /** Lists everyone with access to the cameras that the user manages: a page, or with `for await` all of them. */
  users(query?: UsersQuery, options?: CallOptions): Paged<Users, Users['users'][number]>;
  /** Changes a user's access. @throws {WatchpostError} `forbidden` for the owner's, `share-exceeds-access` for more than one's own */
  updateCameraUser(cameraId: string, customerId: string, change: UpdateCameraUserBody, options?: CallOptions): Promise<CameraUser>;
  /** Revokes a user's access to a camera; one's own as well. @throws {WatchpostError} `forbidden` for the owner's */
  removeCameraUser(cameraId: string, customerId: string, options?: CallOptions): Promise<void>;
  /** Revokes someone's access to every camera that the user manages; they lose what plays within 10 seconds. */
  removeUser(customerId: string, options?: CallOptions): Promise<void>;

  /** Returns the invitation behind a link. @throws {WatchpostError} `not-found` for a link that is unknown, revoked or expired */
  invitation(token: string, options?: CallOptions): Promise<Invitation>;
  /** Lists a link's cameras with what the user already has on each. @throws {WatchpostError} as `invitation` */
  sharedCameras(token: string, options?: CallOptions): Promise<SharedCamera[]>;
  /** Loads the picture of an invited camera, with or without an account. */
  invitationPicture(token: string, cameraId: string, options?: CallOptions & { readonly asGuest?: boolean }): Promise<Blob>;
  /**
   * Adds a link's cameras to the user's account. Accepting twice changes nothing.
   * @throws {WatchpostError} `invite-collision` when the user has other access to some of them and `replace` is not set,
   *   `invite-own-cameras`, `invite-full`, `invite-cameras-gone`, `not-found`
   */
  acceptInvite(id: string, body: { readonly token: string; readonly replace?: boolean }, options?: CallOptions): Promise<AcceptedInvite>;
  /** Returns the invitation for a person without an account. @throws {WatchpostError} `not-found` also when it has no guests */
  guestInvitation(token: string, options?: CallOptions): Promise<Invitation>;
  /** Makes this browser a guest of the link. */
  becomeGuest(token: string, options?: CallOptions): Promise<Guest>;
  /** Returns the next token of this browser's guest. @throws {WatchpostError} `not-found` when the link ended or this browser is no guest */
  renewGuest(inviteId: string, options?: CallOptions): Promise<Guest>;
  /** Forgets this browser as a guest. */
  leaveGuest(inviteId: string, options?: CallOptions): Promise<void>;

  /**
   * Lists what happened to the cameras that the user manages, newest first, kept for 90 days: a page, or with `for await` all of it.
   * @example for await (const { at, kind } of client.sharing.accessLog({ cameraId: camera.id })) console.log(new Date(at), kind);
   */
  accessLog(query?: AccessLogQuery, options?: CallOptions): Paged<AccessLogPage, AccessEntry>;
  /** Counts the entries of a filter by kind. @example const counts = await client.sharing.accessLogCounts({ cameraId: camera.id }); */
  accessLogCounts(filter?: AccessLogFilter, options?: CallOptions): Promise<AccessLogCounts>;
  /** Loads the filtered log as CSV. @param filter with the time zone of its times, an IANA name */
  exportAccessLog(filter?: AccessLogFilter & { readonly timeZone?: string }, options?: CallOptions): Promise<Blob>;
}

export function createSharingApi(http: HttpClient): SharingApi {
  const readBlob = (response: Response): Promise<Blob> => response.blob();
  return {
    invites: (options) => http.request(listInvites, { ...options }),
    cameraInvites: (id, options) => http.request(listCameraInvites, { ...options, parameters: { id } }),
    createInvite: (body, options) => http.request(createInvite, { ...options, body }),
    updateInvite: (id, body, options) => http.request(updateInvite, { ...options, parameters: { id }, body }),
    revokeInvite: (id, { removeUsers, ...options } = {}) =>
      http.request(revokeInvite, { ...options, parameters: { id }, query: { removeUsers: removeUsers || null } }),
    emailInvite: (id, body, options) => http.request(emailInvite, { ...options, parameters: { id }, body }),
    inviteUrl: ({ token }) => token && `${http.baseUrl || globalThis.location?.origin || ''}/s/${token}`,
    cameraUsers: (id, { cursor: start, limit } = {}, options) =>
      paged(
        (cursor) => http.request<CameraUsers>(listCameraUsers, { ...options, parameters: { id }, query: { cursor, limit } }),
        start,
        ({ users }) => users,
      ),
    users: ({ cursor: start, limit } = {}, options) =>
      paged(
        (cursor) => http.request<Users>(listUsers, { ...options, query: { cursor, limit } }),
        start,
        ({ users }) => users,
      ),
    updateCameraUser: (id, customerId, body, options) =>
      http.request(updateCameraUser, { ...options, parameters: { id, customerId }, body }),
    removeCameraUser: (id, customerId, options) => http.request(removeCameraUser, { ...options, parameters: { id, customerId } }),
    removeUser: (customerId, options) => http.request(removeUser, { ...options, parameters: { customerId } }),
    invitation: (token, options) => http.request(getInvitation, { ...options, parameters: { token } }),
    sharedCameras: (token, options) => http.request(listSharedCameras, { ...options, parameters: { token } }),
    invitationPicture: (token, cameraId, { asGuest, ...options } = {}) =>
      http.request(getInvitationPicture, {
        ...options,
        parameters: { token, cameraId },
        read: readBlob,
        ...(asGuest && { skipAuthorization: true }),
      }),
    acceptInvite: (id, body, options) => http.request(acceptInvite, { ...options, parameters: { id }, body }),
    guestInvitation: (token, options) => http.request(getGuestInvitation, { ...options, parameters: { token }, skipAuthorization: true }),
    becomeGuest: (token, options) => http.request(becomeGuest, { ...options, parameters: { token }, skipAuthorization: true }),
    renewGuest: (id, options) => http.request(renewGuest, { ...options, parameters: { id }, skipAuthorization: true }),
    leaveGuest: (id, options) => http.request(leaveGuest, { ...options, parameters: { id }, skipAuthorization: true }),
    accessLog: ({ cursor: start, ...query } = {}, options) =>
      paged(
        (cursor) => http.request<AccessLogPage>(getAccessLog, { ...options, query: { ...query, cursor } }),
        start,
        ({ entries }) => entries,
      ),
    accessLogCounts: (filter, options) => http.request(countAccessLog, { ...options, query: { ...filter } }),
    exportAccessLog: (filter, options) => http.request(exportAccessLog, { ...options, query: { ...filter }, read: readBlob }),
  };
}

import {
  acceptInvite,
  getGuestInvitation,
  getInvitation,
  getInvitationPicture,
  listSharedCameras,
} from '@watchpost/contract/endpoints/sharing';
import {
  acceptInviteBody,
  acceptedInviteSchema,
  invitationParameters,
  invitationPictureParameters,
  invitationSchema,
  inviteParameters,
  sharedCameraListSchema,
  type SharedCamera,
} from '@watchpost/contract/schemas/sharing';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { registerRoute } from '../../../kernel/http.ts';
import { actorOf } from '../sharing-changes.ts';
import { readGrantsOfInvite } from '../sharing-locks.ts';
import type { AcceptInvite } from './sharing-acceptance.ts';
import type { FindActiveInvite } from './sharing-active-invite.ts';
import { showsPicture, toInvitation, type InvitationPictures } from './sharing-invitation.ts';
import { standingsOf } from './sharing-standings.ts';

export interface LandingRoutesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly find: FindActiveInvite;
  readonly accept: AcceptInvite;
  readonly pictures: InvitationPictures;
}

export function registerLandingRoutes(app: FastifyInstance, { db, clock, find, accept, pictures }: LandingRoutesDeps): void {
  registerRoute(
    app,
    getInvitation,
    {
      access: 'session',
      params: invitationParameters,
      response: { 200: invitationSchema },
      summary: 'The invitation of an active link; all others are unknown',
    },
    async ({ viewer, params: { token }, request }) =>
      toInvitation(await find(token, { customerId: viewer.customerId, address: request.ip }), { token, now: clock.now(), pictures }),
  );

  registerRoute(
    app,
    getGuestInvitation,
    {
      access: 'public',
      params: invitationParameters,
      response: { 200: invitationSchema },
      summary: 'The invitation of an active link that opens without an account',
    },
    async ({ params: { token }, request }) => {
      const offer = await find(token, { customerId: null, address: request.ip });
      if (offer.row.allows_guests !== 1) throw new AppError('not-found');
      return toInvitation(offer, { token, now: clock.now(), pictures });
    },
  );

  registerRoute(
    app,
    listSharedCameras,
    {
      access: 'session',
      params: invitationParameters,
      response: { 200: sharedCameraListSchema },
      summary: 'The cameras of an active link, with what the caller has on each',
    },
    async ({ viewer: { customerId }, params: { token }, request }): Promise<SharedCamera[]> => {
      const offer = await find(token, { customerId, address: request.ip });
      const now = clock.now();
      const grants = await readGrantsOfInvite(db, customerId, offer.row.id);
      const standings = standingsOf(offer, { customerId, grants }, now);
      const { cameras } = toInvitation(offer, { token, now, pictures });
      return cameras.map((camera) => ({ ...camera, standing: standings.get(camera.id) ?? { kind: 'new' } }));
    },
  );

  registerRoute(
    app,
    getInvitationPicture,
    {
      access: 'public',
      params: invitationPictureParameters,
      response: { 200: { contentType: 'image/jpeg' } },
      summary: 'The last picture of a link’s camera, with a session or for guests; unknown when the link shows none',
    },
    async ({ params: { token, cameraId }, request, reply }) => {
      const isGuest = request.headers.authorization === undefined;
      const customerId = isGuest ? null : (await app.guards.session(request)).customerId;
      const { row, cameras } = await find(token, { customerId, address: request.ip });
      const camera = cameras.find(({ id }) => id === cameraId);
      const isShown = camera && showsPicture(row, camera, clock.now()) && (!isGuest || row.allows_guests === 1);
      const picture = isShown ? await pictures.read(cameraId) : null;
      if (!picture) throw new AppError('not-found');
      reply.header('cache-control', 'private, no-store');
      return Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
    },
  );

  registerRoute(
    app,
    acceptInvite,
    {
      access: 'session',
      params: inviteParameters,
      body: acceptInviteBody,
      response: { 200: acceptedInviteSchema },
      summary: 'Adds the cameras of a link to the caller’s account; the body names the token, because an id proves nothing',
    },
    ({ viewer, params, body, request }) => accept(actorOf(viewer, request), { inviteId: params.id, ...body, address: request.ip }),
  );
}

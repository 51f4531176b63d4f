import {
  createInvite,
  emailInvite,
  listCameraInvites,
  listInvites,
  revokeInvite,
  updateInvite,
} from '@watchpost/contract/endpoints/sharing';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import {
  createInviteBody,
  emailInviteBody,
  inviteListSchema,
  inviteParameters,
  inviteSchema,
  revokeInviteQuery,
  updateInviteBody,
} from '@watchpost/contract/schemas/sharing';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { registerRoute } from '../../../kernel/http.ts';
import { actorOf } from '../sharing-changes.ts';
import type { InviteEmails } from './sharing-invite-emails.ts';
import type { InvitesService } from './sharing-invites-service.ts';

export interface InvitesRoutesDeps {
  readonly invites: InvitesService;
  readonly emails: InviteEmails;
}

export function registerInvitesRoutes(app: FastifyInstance, { invites, emails }: InvitesRoutesDeps): void {
  registerRoute(
    app,
    listInvites,
    { access: 'session', response: { 200: inviteListSchema }, summary: 'The caller’s own links, newest first' },
    ({ viewer }) => invites.listOwn(viewer.customerId),
  );

  registerRoute(
    app,
    listCameraInvites,
    {
      access: 'camera',
      right: 'manage-access',
      params: cameraParameters,
      response: { 200: inviteListSchema },
      summary: 'All links of a camera, newest first',
    },
    ({ viewer, camera }) => invites.listOfCamera(viewer.customerId, camera.cameraId),
  );

  registerRoute(
    app,
    createInvite,
    {
      access: 'session',
      body: createInviteBody,
      response: { 201: inviteSchema },
      summary: 'Creates a link that shares cameras whose access the caller manages',
    },
    ({ viewer, body, request }) => invites.create(actorOf(viewer, request), body),
  );

  registerRoute(
    app,
    updateInvite,
    {
      access: 'session',
      params: inviteParameters,
      body: updateInviteBody,
      response: { 200: inviteSchema },
      summary: 'Changes a link for those who accept it from now on; its creator only',
    },
    ({ viewer, params, body, request }) => invites.update(actorOf(viewer, request), params.id, body),
  );

  registerRoute(
    app,
    revokeInvite,
    {
      access: 'session',
      params: inviteParameters,
      query: revokeInviteQuery,
      response: { 204: z.undefined() },
      summary: 'Revokes a link; users who accepted it keep their access unless removeUsers is set',
    },
    ({ viewer, params, query, request }) => invites.revoke(actorOf(viewer, request), params.id, query),
  );

  registerRoute(
    app,
    emailInvite,
    {
      access: 'session',
      params: inviteParameters,
      body: emailInviteBody,
      response: { 204: z.undefined() },
      summary: 'Sends a link by e-mail, in the recipient’s language; its creator only; 20 an hour',
    },
    ({ viewer, params, body }) => emails.send(viewer.customerId, params.id, body),
  );
}

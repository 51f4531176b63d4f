import { listCameraUsers, listUsers, removeCameraUser, removeUser, updateCameraUser } from '@watchpost/contract/endpoints/sharing';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import {
  cameraUserParameters,
  cameraUserSchema,
  cameraUsersSchema,
  updateCameraUserBody,
  userParameters,
  usersQuery,
  usersSchema,
} from '@watchpost/contract/schemas/sharing';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { registerRoute } from '../../../kernel/http.ts';
import { actorOf } from '../sharing-changes.ts';
import type { SharingUsersService } from './sharing-users-service.ts';

export function registerSharingUsersRoutes(app: FastifyInstance, { users }: { readonly users: SharingUsersService }): void {
  registerRoute(
    app,
    listCameraUsers,
    {
      access: 'camera',
      right: 'manage-access',
      params: cameraParameters,
      query: usersQuery,
      response: { 200: cameraUsersSchema },
      summary: 'The users who have access to a camera, its owner first',
    },
    ({ camera, query }) => users.listOfCamera(camera, query),
  );

  registerRoute(
    app,
    updateCameraUser,
    {
      access: 'camera',
      right: 'manage-access',
      params: cameraUserParameters,
      body: updateCameraUserBody,
      response: { 200: cameraUserSchema },
      summary: 'Changes a user’s access to a camera; nobody can raise their own',
    },
    ({ viewer, camera, params, body, request }) => users.update(camera, actorOf(viewer, request), params.customerId, body),
  );

  registerRoute(
    app,
    removeCameraUser,
    {
      access: 'camera',
      right: 'manage-access',
      params: cameraUserParameters,
      response: { 204: z.undefined() },
      summary: 'Revokes a user’s access to a camera, or gives up the caller’s own',
    },
    ({ viewer, camera, params, request }) => users.remove(camera, actorOf(viewer, request), params.customerId),
  );

  registerRoute(
    app,
    listUsers,
    {
      access: 'session',
      query: usersQuery,
      response: { 200: usersSchema },
      summary: 'Everyone with access to the cameras that the caller manages',
    },
    ({ viewer, query }) => users.list(viewer.customerId, query),
  );

  registerRoute(
    app,
    removeUser,
    {
      access: 'session',
      params: userParameters,
      response: { 204: z.undefined() },
      summary: 'Revokes a user’s access to every camera that the caller manages',
    },
    ({ viewer, params, request }) => users.removeFromAll(actorOf(viewer, request), params.customerId),
  );
}

import {
  changeEmail,
  deleteAccount,
  getDeletionSummary,
  getProfile,
  listDevices,
  requestDeletionCode,
  requestEmailCode,
  signOutDevice,
  signOutOtherDevices,
  updateProfile,
} from '@watchpost/contract/endpoints/account';
import {
  changeEmailBody,
  deleteAccountBody,
  deletionSummarySchema,
  deviceListSchema,
  deviceParameters,
  profileSchema,
  requestEmailCodeAnswer,
  requestEmailCodeBody,
  updateProfileBody,
} from '@watchpost/contract/schemas/account';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { registerRoute } from '../../kernel/http.ts';
import { clearSessionCookies, resendAfterSeconds } from '../session/index.ts';
import { sessionOf } from './account-customers.ts';
import type { AccountService } from './account-service.ts';

const done = { 204: z.undefined() };

export function registerAccountRoutes(app: FastifyInstance, { service }: { service: AccountService }): void {
  registerRoute(
    app,
    getProfile,
    { access: 'session', response: { 200: profileSchema }, summary: 'The caller’s account' },
    ({ viewer, request }) => service.profile(sessionOf(viewer, request.ip)),
  );

  registerRoute(
    app,
    updateProfile,
    { access: 'session', body: updateProfileBody, response: { 200: profileSchema }, summary: 'Saves the language, the time zone, or both' },
    ({ viewer, request, body }) => service.updateProfile(sessionOf(viewer, request.ip), body),
  );

  registerRoute(
    app,
    requestEmailCode,
    {
      access: 'session',
      body: requestEmailCodeBody,
      response: { 200: requestEmailCodeAnswer },
      summary: 'Sends a code to the new address',
    },
    async ({ viewer, request, body }) => {
      await service.requestEmailCode(sessionOf(viewer, request.ip), body.email);
      return { resendAfterSeconds };
    },
  );

  registerRoute(
    app,
    changeEmail,
    {
      access: 'session',
      body: changeEmailBody,
      response: { 200: profileSchema },
      summary: 'Changes the address with the code sent to it; every other device is signed out',
    },
    ({ viewer, request, body }) => service.changeEmail(sessionOf(viewer, request.ip), body.email, body.otp),
  );

  registerRoute(
    app,
    getDeletionSummary,
    { access: 'session', response: { 200: deletionSummarySchema }, summary: 'What deleting the account would delete' },
    ({ viewer, request }) => service.deletionSummary(sessionOf(viewer, request.ip)),
  );

  registerRoute(
    app,
    requestDeletionCode,
    { access: 'session', response: { 200: requestEmailCodeAnswer }, summary: 'Sends a code for deleting the account to its own address' },
    async ({ viewer, request }) => {
      await service.requestDeletionCode(sessionOf(viewer, request.ip));
      return { resendAfterSeconds };
    },
  );

  registerRoute(
    app,
    deleteAccount,
    {
      access: 'session',
      body: deleteAccountBody,
      response: done,
      summary: 'Deletes the account; signing in within the grace period brings it back',
    },
    async ({ viewer, request, reply, body }) => {
      await service.delete(sessionOf(viewer, request.ip), body.otp);
      clearSessionCookies(reply);
    },
  );

  registerRoute(
    app,
    listDevices,
    { access: 'session', response: { 200: deviceListSchema }, summary: 'The devices that are signed in' },
    ({ viewer, request }) => service.devices(sessionOf(viewer, request.ip)),
  );

  registerRoute(
    app,
    signOutOtherDevices,
    { access: 'session', response: done, summary: 'Signs out every device but the caller’s' },
    ({ viewer, request }) => service.signOutOtherDevices(sessionOf(viewer, request.ip)),
  );

  registerRoute(
    app,
    signOutDevice,
    { access: 'session', params: deviceParameters, response: done, summary: 'Signs out one device' },
    async ({ viewer, request, reply, params }) => {
      await service.signOutDevice(sessionOf(viewer, request.ip), params.deviceId);
      if (params.deviceId === viewer.deviceId) clearSessionCookies(reply);
    },
  );
}

import {
  approveDeviceAuthorization,
  denyDeviceAuthorization,
  findDeviceAuthorization,
  redeemDeviceCode,
  startDeviceAuthorization,
} from '@watchpost/contract/endpoints/session';
import {
  deviceAuthorizationAnswer,
  deviceAuthorizationSchema,
  redeemDeviceCodeBody,
  sessionAnswer,
  startDeviceAuthorizationBody,
  userCodeBody,
  type DeviceAuthorizationAnswer,
} from '@watchpost/contract/schemas/session';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Viewer } from '../../../kernel/access/access.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { Complete } from '../../../kernel/contract/complete.ts';
import { registerRoute } from '../../../kernel/http.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { SessionService } from '../session-service.ts';
import { intervalSeconds, validitySeconds, type DeviceAuthorizations, type EnteredCode } from './session-device-code-authorizations.ts';

export interface DeviceCodeRoutesDeps {
  readonly authorizations: DeviceAuthorizations;
  readonly service: Pick<SessionService, 'startOnDevice'>;
  readonly log: Logger;
  /** Where the app is reached; null when unknown: then where the request came to. */
  readonly publicUrl: string | null;
}

export function registerDeviceCodeRoutes(app: FastifyInstance, { authorizations, service, log, publicUrl }: DeviceCodeRoutesDeps): void {
  registerRoute(
    app,
    startDeviceAuthorization,
    {
      access: 'public',
      body: startDeviceAuthorizationBody,
      response: { 200: deviceAuthorizationAnswer },
      summary: 'Starts a sign-in by device code (RFC 8628), for a command or a device without a browser',
    },
    async ({ request, body }) => {
      const { deviceCode, userCode } = await authorizations.start({ ...body, address: request.ip });
      const verificationUrl = `${publicUrl ?? `${request.protocol}://${request.host}`}/device`;
      return {
        deviceCode,
        userCode,
        verificationUrl,
        verificationUrlComplete: `${verificationUrl}?code=${userCode}`,
        expiresInSeconds: validitySeconds,
        intervalSeconds,
      } satisfies Complete<DeviceAuthorizationAnswer>;
    },
  );

  registerRoute(
    app,
    redeemDeviceCode,
    {
      access: 'public',
      body: redeemDeviceCodeBody,
      response: { 200: sessionAnswer },
      summary: 'The session of a device, once its user has approved the sign-in',
    },
    async ({ body }) => {
      const { customerId, ...device } = await authorizations.redeem(body.deviceCode);
      // Without cookies: they are for our own pages.
      return (await service.startOnDevice(customerId, { ...device, deviceToken: body.deviceToken })).answer;
    },
  );

  registerRoute(
    app,
    findDeviceAuthorization,
    {
      access: 'session',
      body: userCodeBody,
      response: { 200: deviceAuthorizationSchema },
      summary: 'The sign-in that waits with a user code: which device asks, when and from where',
    },
    ({ viewer, request, body }) => authorizations.find(enteredBy(viewer, request.ip, body.userCode)),
  );

  registerRoute(
    app,
    approveDeviceAuthorization,
    { access: 'session', body: userCodeBody, response: { 204: z.undefined() }, summary: 'Signs a device in to the caller’s account' },
    async ({ viewer, request, body }) => {
      const { deviceId } = await authorizations.approve(enteredBy(viewer, request.ip, body.userCode));
      log.info({ customerId: viewer.customerId, deviceId, address: request.ip }, 'A sign-in by device code was approved');
    },
  );

  registerRoute(
    app,
    denyDeviceAuthorization,
    { access: 'session', body: userCodeBody, response: { 204: z.undefined() }, summary: 'Denies the sign-in of a device' },
    async ({ viewer, request, body }) => {
      const { deviceId } = await authorizations.deny(enteredBy(viewer, request.ip, body.userCode));
      log.info({ customerId: viewer.customerId, deviceId, address: request.ip }, 'A sign-in by device code was denied');
    },
  );
}

function enteredBy({ customerId, deviceId }: Viewer, address: string, userCode: string): EnteredCode {
  if (deviceId === null) throw new AppError('forbidden');
  return { customerId, deviceId, address, userCode };
}

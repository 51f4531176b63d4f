import {
  createRegistrationToken,
  createSerialRegistrationToken,
  discoverCameras,
  getFoundPicture,
  getRegistration,
  probeSource,
  registerCamera,
  registerLocalCamera,
} from '@watchpost/contract/endpoints/add-camera';
import {
  discoverCamerasAnswer,
  discoverCamerasBody,
  foundPictureBody,
  probeSourceAnswer,
  probeSourceBody,
  registerCameraAnswer,
  registerCameraBody,
  registerLocalCameraAnswer,
  registerLocalCameraBody,
  registrationAnswer,
  registrationParameters,
  registrationTokenAnswer,
  registrationTokenBody,
  serialRegistrationTokenBody,
} from '@watchpost/contract/schemas/add-camera';
import type { FastifyInstance } from 'fastify';
import { abortOf, registerRoute } from '../../kernel/http.ts';
import type { FoundPictures } from './add-camera-pictures.ts';
import type { LocalCameras } from './local/add-camera-local.ts';
import type { CameraSearch } from './add-camera-search.ts';
import type { AddCameraService } from './add-camera-service.ts';

export function registerAddCameraRoutes(
  app: FastifyInstance,
  { service, search, pictures, local }: { service: AddCameraService; search: CameraSearch; pictures: FoundPictures; local: LocalCameras },
): void {
  registerRoute(
    app,
    createRegistrationToken,
    {
      access: 'session',
      body: registrationTokenBody,
      response: { 201: registrationTokenAnswer },
      summary: 'A single-use token, 10 minutes, to add a camera to the account',
    },
    ({ viewer }) => service.createRegistrationToken(viewer.customerId),
  );

  registerRoute(
    app,
    createSerialRegistrationToken,
    {
      access: 'session',
      body: serialRegistrationTokenBody,
      response: { 201: registrationTokenAnswer },
      summary: 'The same, for a camera with this serial number only',
    },
    ({ viewer, body }) => service.createSerialRegistrationToken(viewer.customerId, body.serialNumber),
  );

  registerRoute(
    app,
    getRegistration,
    {
      access: 'session',
      params: registrationParameters,
      response: { 200: registrationAnswer },
      summary: 'The state of a registration that the caller started',
    },
    ({ viewer, params }) => service.registration(viewer.customerId, params.id),
  );

  registerRoute(
    app,
    registerLocalCamera,
    {
      access: 'session',
      body: registerLocalCameraBody,
      response: { 201: registerLocalCameraAnswer },
      summary: 'Registers the camera at an address in the server’s network (port 7654)',
    },
    ({ viewer, body }) => local.register(viewer.customerId, body.address),
  );

  // The token in the body authorizes the call: a camera that registers itself has no session.
  registerRoute(
    app,
    registerCamera,
    {
      access: 'public',
      body: registerCameraBody,
      response: { 201: registerCameraAnswer },
      summary: 'Adds a camera with a registration token',
    },
    ({ body }) => service.register(body),
  );

  registerRoute(
    app,
    probeSource,
    {
      access: 'session',
      body: probeSourceBody,
      response: { 200: probeSourceAnswer },
      summary: 'Probes an address and reports what was found; adds nothing',
    },
    ({ viewer, body }) => service.probe(viewer.customerId, body.source),
  );

  registerRoute(
    app,
    discoverCameras,
    {
      access: 'session',
      body: discoverCamerasBody,
      response: { 200: discoverCamerasAnswer },
      summary: 'The ONVIF cameras in the server’s networks; takes 3 s',
    },
    ({ viewer }) => search.find(viewer.customerId),
  );

  registerRoute(
    app,
    getFoundPicture,
    {
      access: 'session',
      body: foundPictureBody,
      response: { 200: { contentType: 'image/jpeg' } },
      summary: 'A picture of a camera found by the caller’s search',
    },
    async ({ viewer, body, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return Buffer.from(await pictures.picture(viewer.customerId, body, abortOf(reply)));
    },
  );
}

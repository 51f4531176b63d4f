import { endWhep, startWhep } from '@watchpost/contract/endpoints/player';
import { fillPath } from '@watchpost/contract/kernel';
import { whepParameters, whepQuery } from '@watchpost/contract/schemas/player';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Viewer } from '../../kernel/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import { registerRoute } from '../../kernel/http.ts';
import type { Whep } from '../../media/webrtc/whep.ts';
import type { CameraAccessResolver } from '../cameras/index.ts';

export interface WhepRoutesDeps {
  readonly whep: Whep;
  readonly access: CameraAccessResolver;
  /** Whether a sign-in goes on: a session over WebRTC outlives the access token it began with. */
  readonly isSessionRunning: (familyId: string) => Promise<boolean>;
}

const sdpType = 'application/sdp';
/** What browsers offer has some 6 kB. */
const maximumOffer = 64 * 1024;

export function registerWhepRoutes(app: FastifyInstance, { whep, access, isSessionRunning }: WhepRoutesDeps): void {
  app.addContentTypeParser(sdpType, { parseAs: 'string', bodyLimit: maximumOffer }, (_request, body, done) => done(null, body));

  registerRoute(
    app,
    startWhep,
    { access: 'media', params: cameraParameters, query: whepQuery, body: z.string().startsWith('v=0').max(maximumOffer), response: { 201: { contentType: sdpType } }, summary: 'WHEP: watch over WebRTC; an SDP offer in, the answer out. Picture only: cameras send AAC, WebRTC takes Opus' },
    async ({ camera, viewer, query, body, request, reply }) => {
      const { cameraId, customerId } = camera;
      const checkAccess = createAccessCheck({ access, isSessionRunning }, request, viewer, cameraId);
      const { sessionId, answer } = await whep.start({ cameraId, customerId, quality: query.quality, offer: body, addresses: addressesOf(request), checkAccess });
      reply.header('location', fillPath(endWhep.path, { id: cameraId, sessionId }));
      return answer;
    },
  );

  registerRoute(app, endWhep, { access: 'media', params: whepParameters, response: { 204: z.undefined() }, summary: 'Ends a WHEP session' }, ({ camera, params }) => {
    if (!whep.end(camera.cameraId, camera.customerId, params.sessionId)) throw new AppError('not-found');
  });
}

/** The address under which the browser reached this server is one that the media can take, whatever else the machine calls its own. */
function addressesOf({ socket }: FastifyRequest): string[] {
  const address = socket.localAddress?.replace(/^::ffff:/, '');
  return address === undefined ? [] : [address === '::1' ? '127.0.0.1' : address];
}

/** For as long as the session lasts: by the sign-in it belongs to, or by the embed token itself. */
function createAccessCheck({ access, isSessionRunning }: Pick<WhepRoutesDeps, 'access' | 'isSessionRunning'>, request: FastifyRequest, viewer: Viewer, cameraId: string): () => Promise<void> {
  const { familyId, customerId } = viewer;
  if (familyId !== null) {
    return async () => {
      if (!(await isSessionRunning(familyId))) throw new AppError('session-expired');
      if (!(await access.resolve(customerId, cameraId))) throw new AppError('not-found');
    };
  }
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const origin = request.headers.origin ?? null;
  return async () => void (await access.authorizeToken(token, cameraId, origin));
}

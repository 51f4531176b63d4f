import { endWhep, startWhep } from '@watchpost/contract/endpoints/player';
import { fillPath } from '@watchpost/contract/kernel';
import { whepParameters, whepQuery } from '@watchpost/contract/schemas/player';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { viewerIdOf } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import { registerRoute } from '../../kernel/http.ts';
import type { ViewingTracker } from '../../kernel/access/viewing.ts';
import type { Whep } from '../../media/webrtc/whep.ts';
import type { CameraAccessResolver } from '../cameras/index.ts';

export interface WhepRoutesDeps {
  readonly whep: Whep;
  readonly access: CameraAccessResolver;
  readonly viewings: ViewingTracker;
}

const sdpType = 'application/sdp';
/** Browsers' offers have about 6 kB. */
const maximumOffer = 64 * 1024;

export function registerWhepRoutes(app: FastifyInstance, { whep, access, viewings }: WhepRoutesDeps): void {
  app.addContentTypeParser(sdpType, { parseAs: 'string', bodyLimit: maximumOffer }, (_request, body, done) => done(null, body));

  registerRoute(
    app,
    startWhep,
    {
      access: 'media',
      right: 'watch',
      params: cameraParameters,
      query: whepQuery,
      body: z.string().startsWith('v=0').max(maximumOffer),
      response: { 201: { contentType: sdpType } },
      summary: 'WHEP: playback over WebRTC; accepts an SDP offer and returns the answer. With audio if the camera sends Opus',
    },
    async ({ camera, viewer, query, body, request, reply }) => {
      const { cameraId, customerId } = camera;
      const { canHear } = camera.capabilities;
      const viewing = viewings.open(camera, 'live', request.headers['user-agent']);
      const checkAccess = async (): Promise<void> => {
        const now = await access.recheck(camera, 'watch', viewer.familyId);
        viewing.check(now);
        // The player begins another session, without sound.
        if (canHear && !now.capabilities.canHear) throw new AppError('access-ended');
      };
      const { sessionId, answer } = await whep
        .start({
          cameraId,
          customerId,
          viewerId: viewerIdOf(camera),
          quality: query.quality,
          offer: body,
          audio: canHear,
          addresses: addressesOf(request),
          checkAccess,
          onEnd: viewing.end,
        })
        .catch((error: unknown) => {
          viewing.end();
          throw error;
        });
      viewing.begin();
      reply.header('location', fillPath(endWhep.path, { id: cameraId, sessionId }));
      return answer;
    },
  );

  registerRoute(
    app,
    endWhep,
    { access: 'media', params: whepParameters, response: { 204: z.undefined() }, summary: 'Ends a WHEP session' },
    ({ camera, params }) => {
      if (!whep.end(camera.cameraId, viewerIdOf(camera), params.sessionId)) throw new AppError('not-found');
    },
  );
}

/** Returns the address by which the browser reached this server, because it also works for media, whatever addresses the machine has. */
function addressesOf({ socket }: FastifyRequest): string[] {
  const address = socket.localAddress?.replace(/^::ffff:/, '');
  return address === undefined ? [] : [address === '::1' ? '127.0.0.1' : address];
}

import { uploadFromCamera } from '@watchpost/contract/endpoints/cameras';
import { uploadParameters } from '@watchpost/contract/schemas/cameras';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { AppError } from '../../kernel/app-error.ts';
import { registerRoute } from '../../kernel/http.ts';
import type { CameraUploads } from './cameras-uploads.ts';

export interface CameraUploadsRoutesDeps {
  readonly uploads: CameraUploads;
  readonly findAgent: (agentToken: string) => Promise<{ readonly cameraId: string } | null>;
}

const pieceType = 'application/octet-stream';
/** ms: cameras may have slow uplinks. */
const pieceTimeoutMs = 60_000;

export function registerCameraUploadsRoutes(app: FastifyInstance, { uploads, findAgent }: CameraUploadsRoutesDeps): void {
  // Registered in its own scope: no other route accepts raw bytes.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(pieceType, (_request, body, done) => done(null, body));
    registerRoute(
      scope,
      uploadFromCamera,
      {
        access: 'public',
        params: uploadParameters,
        receiveTimeoutMs: pieceTimeoutMs,
        response: { 204: z.undefined() },
        summary: 'Receives the data that the server requested from a camera; authenticated by its agent token',
      },
      async ({ params, request }) => {
        const agent = await findAgent(agentTokenOf(request));
        if (!agent) throw new AppError('unauthorized');
        const { body } = request;
        if (!(body instanceof Readable)) throw new AppError('invalid-request');
        await uploads.take(agent.cameraId, params.uploadId, body);
      },
    );
  });
}

function agentTokenOf({ headers }: FastifyRequest): string {
  const [, token] = /^Bearer ([\w-]{16,256})$/i.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) throw new AppError('unauthorized');
  return token;
}

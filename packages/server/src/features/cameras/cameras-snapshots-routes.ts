import { takeSnapshot } from '@watchpost/contract/endpoints/cameras';
import { takenAtHeader } from '@watchpost/contract/kernel';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import type { FastifyInstance } from 'fastify';
import { viewerIdOf } from '../../kernel/access/access.ts';
import { registerRoute } from '../../kernel/http.ts';
import type { CameraSnapshots } from './cameras-snapshots.ts';

export function registerCameraSnapshotsRoutes(app: FastifyInstance, { snapshots }: { readonly snapshots: CameraSnapshots }): void {
  registerRoute(
    app,
    takeSnapshot,
    {
      access: 'media',
      right: 'watch',
      params: cameraParameters,
      response: { 200: { contentType: 'image/jpeg' } },
      summary: 'A current picture in the camera’s full quality',
    },
    async ({ camera, reply }) => {
      const { jpeg, takenAt } = await snapshots.take(viewerIdOf(camera), camera.cameraId);
      reply.header('cache-control', 'private, no-store').header(takenAtHeader, takenAt);
      return Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
    },
  );
}

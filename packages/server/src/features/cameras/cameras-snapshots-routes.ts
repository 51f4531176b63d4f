import { takeSnapshot } from '@watchpost/contract/endpoints/cameras';
import { takenAtHeader } from '@watchpost/contract/kernel';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../kernel/http.ts';
import type { CameraSnapshots } from './cameras-snapshots.ts';

export function registerCameraSnapshotsRoutes(app: FastifyInstance, { snapshots }: { readonly snapshots: CameraSnapshots }): void {
  registerRoute(
    app,
    takeSnapshot,
    { access: 'media', params: cameraParameters, response: { 200: { contentType: 'image/jpeg' } }, summary: 'A picture of now, in the camera’s own full quality' },
    async ({ camera, reply }) => {
      const { jpeg, takenAt } = await snapshots.take(camera.customerId, camera.cameraId);
      reply.header('cache-control', 'private, no-store').header(takenAtHeader, takenAt);
      return Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
    },
  );
}

import type { FastifyRequest } from 'fastify';
import type { Guards, Viewer } from '../kernel/access.ts';
import { AppError } from '../kernel/app-error.ts';
import type { CameraAccessResolver } from '../features/cameras/index.ts';
import { bearerToken, type SessionGuard } from '../features/session/index.ts';

/** Puts sessions and camera access together into what every route is guarded by. */
export function createGuards({ sessions, cameras }: { sessions: SessionGuard; cameras: CameraAccessResolver }): Guards {
  const resolveFor = async (viewer: Viewer, cameraId: string) => {
    const camera = await cameras.resolve(viewer.customerId, cameraId);
    if (!camera) throw new AppError('not-found');
    return { viewer, camera };
  };
  return {
    session: sessions.session,
    camera: (viewer, cameraId) => cameras.resolve(viewer.customerId, cameraId),
    media: async (request: FastifyRequest, cameraId: string) => {
      const token = bearerToken(request);
      if (token?.startsWith('embed.')) {
        const camera = await cameras.authorizeToken(token, cameraId, request.headers.origin ?? null);
        return { viewer: { customerId: camera.customerId, familyId: null, deviceId: null, locale: null }, camera };
      }
      if (request.headers.authorization === undefined) return resolveFor(await sessions.cookie(request), cameraId);
      return resolveFor(await sessions.session(request), cameraId);
    },
  };
}

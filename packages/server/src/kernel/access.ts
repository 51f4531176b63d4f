import type { FastifyRequest } from 'fastify';

/** Who a request acts for. */
export interface Viewer {
  readonly customerId: string;
  /** The sign-in that it belongs to; null for an embed token. */
  readonly familyId: string | null;
  /** The device that signed in; null for an embed token. */
  readonly deviceId: string | null;
  /** Null when it acts by a token that has no language of its own. */
  readonly locale: string | null;
}

/** What a viewer may do with one camera, resolved anew for every request. */
export interface CameraAccess {
  readonly cameraId: string;
  /** Whose access this is; for an embed token, the customer who issued it. */
  readonly customerId: string;
  readonly isOwner: boolean;
  readonly isFullAccess: boolean;
  readonly withAudio: boolean;
  readonly withArchive: boolean;
  /** The page that an embed token is bound to; null for a session. */
  readonly origin: string | null;
}

/** How the routes learn who asks; implemented by the session and cameras features, wired by the app. */
export interface Guards {
  /** The session of the bearer token, or of the cookie when a forgery check passes. Throws AppError 401 or 403. */
  session(request: FastifyRequest): Promise<Viewer>;
  /** Null when the camera is not visible to the viewer: answered exactly as an unknown id. */
  camera(viewer: Viewer, cameraId: string): Promise<CameraAccess | null>;
  /** As `session` and `camera`, but an embed token or, on a GET, the session cookie will do. Throws AppError. */
  media(request: FastifyRequest, cameraId: string): Promise<{ readonly viewer: Viewer; readonly camera: CameraAccess }>;
}

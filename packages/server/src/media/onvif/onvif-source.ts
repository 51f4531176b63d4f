import { readOnvifCamera, readOnvifSnapshot, type OnvifCamera, type OnvifCameraOptions, type OnvifSnapshotOptions } from '@watchpost/onvif';
import { throwAsAppError } from './onvif-errors.ts';

/**
 * Reads from a camera its identity and the addresses of its streams.
 * @throws {AppError} the exact reason
 */
export function readOnvifSource(options: OnvifCameraOptions): Promise<OnvifCamera> {
  return readOnvifCamera(options).catch(throwAsAppError);
}

/**
 * Reads the camera's current picture as it sends it; it must be re-encoded before it is shown to a user.
 * @throws {AppError} the exact reason
 */
export function readOnvifPicture(options: OnvifSnapshotOptions): Promise<Uint8Array> {
  return readOnvifSnapshot(options).catch(throwAsAppError);
}

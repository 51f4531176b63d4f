import { readOnvifCamera, readOnvifSnapshot, type OnvifCamera, type OnvifCameraOptions, type OnvifSnapshotOptions } from '@watchpost/onvif';
import { throwAsAppError } from './onvif-errors.ts';

/** Asks a camera who it is and where its pictures are. @throws {AppError} the exact reason */
export function readOnvifSource(options: OnvifCameraOptions): Promise<OnvifCamera> {
  return readOnvifCamera(options).catch(throwAsAppError);
}

/** What a camera sees now, as it gives it: to be made anew before anybody is shown it. @throws {AppError} the exact reason */
export function readOnvifPicture(options: OnvifSnapshotOptions): Promise<Uint8Array> {
  return readOnvifSnapshot(options).catch(throwAsAppError);
}

import { readOnvifCamera, type OnvifCamera, type OnvifCameraOptions } from '@watchpost/onvif';
import { throwAsAppError } from './onvif-errors.ts';

/** Asks a camera who it is and where its pictures are. @throws {AppError} the exact reason */
export function readOnvifSource(options: OnvifCameraOptions): Promise<OnvifCamera> {
  return readOnvifCamera(options).catch(throwAsAppError);
}

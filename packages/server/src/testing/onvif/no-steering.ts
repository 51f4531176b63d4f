import { AppError } from '../../kernel/app-error.ts';
import type { OnvifSteering } from '../../media/onvif-server/onvif-link.ts';

/** For tests in which no camera turns. */
export const noSteering: OnvifSteering = {
  read: async () => null,
  move: () => Promise.reject(new AppError('camera-unsupported')),
  go: () => Promise.reject(new AppError('camera-unsupported')),
};

import { OnvifError } from '@watchpost/onvif';
import { AppError } from '../../kernel/app-error.ts';

/** Throws an ONVIF error as the server's own; rethrows any other error. */
export function throwAsAppError(error: unknown): never {
  throw error instanceof OnvifError ? new AppError(error.code, { message: error.message, cause: error }) : error;
}

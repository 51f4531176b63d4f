import { OnvifError } from '@watchpost/onvif';
import { AppError } from '../../kernel/app-error.ts';

/** An ONVIF error as the server's own; anything else as it is. */
export function throwAsAppError(error: unknown): never {
  throw error instanceof OnvifError ? new AppError(error.code, { message: error.message, cause: error }) : error;
}

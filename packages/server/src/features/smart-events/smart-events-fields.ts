import type { z } from 'zod';
import { AppError } from '../../kernel/app-error.ts';

const maxFields = 20;
const maxMessageLength = 200;

/** Returns the error that names what is wrong with the settings of a detection. */
export function invalidSettings(error: z.ZodError): AppError {
  const fields = error.issues
    .slice(0, maxFields)
    .map(({ path, message }) => ({ field: path.join('.'), message: message.slice(0, maxMessageLength) }));
  return new AppError('invalid-request', { details: { fields } });
}

import { z } from 'zod';
import { emailSchema } from '../session/session-schemas.ts';

/** Largest message, characters; the specification shows no bound. */
export const feedbackMessageLength = 4000;

/** The fields of the form. Who sends it is told by the session alone: customerId and deviceId are kept as claims, never believed. */
export const feedbackFields = z.strictObject({
  /** Made by the sender; sending the same id again changes nothing. */
  id: z.uuid(),
  customerId: z.string().max(64),
  deviceId: z.string().max(64),
  message: z.string().trim().min(1).max(feedbackMessageLength),
  /** Where an answer goes. */
  email: emailSchema,
});
export const feedbackAnswer = z.object({ id: z.uuid() });

export type FeedbackFields = z.input<typeof feedbackFields>;
export type FeedbackAnswer = z.infer<typeof feedbackAnswer>;

import { z } from 'zod';

/** The recognition of objects; without it, detections keep their settings and find nothing. */
export const detectionEngineSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ready') }),
  z.object({ state: z.literal('unavailable'), reason: z.enum(['not-installed', 'model-missing', 'failed', 'no-decoder']) }),
  z.object({
    /** The operator's own detector does not answer as it should; it is asked again by itself. */
    state: z.literal('failing'),
    reason: z.enum(['unreachable', 'timed-out', 'unauthorized', 'not-found', 'failing', 'unreadable']),
    /** Time of the first failure in a row, Unix ms. */
    since: z.int(),
  }),
]);

export type DetectionEngine = z.infer<typeof detectionEngineSchema>;

import { z } from 'zod';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';

export const livePlaylistQuery = z.object({
  _HLS_msn: z.coerce.number().int().nonnegative().optional(),
  _HLS_part: z.coerce.number().int().nonnegative().optional(),
});
/** `init-{hash}.mp4`, `{sequence}.m4s` (a segment) or `{sequence}.{part}.m4s`. */
export const liveMediaParameters = z.object({
  id: cameraIdSchema,
  file: z.string().regex(/^(init-[0-9a-f]{8,64}\.mp4|\d{1,12}(\.\d{1,4})?\.m4s)$/),
});

/** 128 bits, so that a session can't be ended by guessing. */
export const whepParameters = z.object({ id: cameraIdSchema, sessionId: z.string().regex(/^[\w-]{16,64}$/) });
/** `low` where the window is small; the main stream otherwise. */
export const whepQuery = z.object({ quality: z.enum(['low', 'high']).default('high') });

export const createEmbedTokenBody = z.strictObject({
  /** Exact origin of the page that will show the camera: `https://shop.example`. */
  origin: z.string().trim().toLowerCase().max(300).regex(/^https?:\/\/[^\s/?#@]+$/),
  /** Seconds, at most an hour. */
  ttlSeconds: z.int().min(60).max(3600).default(3600),
  withAudio: z.boolean().default(false),
  withArchive: z.boolean().default(false),
});
export const createEmbedTokenAnswer = z.object({ token: z.string(), expiresAt: z.int() });

export type CreateEmbedTokenBody = z.input<typeof createEmbedTokenBody>;
export type CreateEmbedTokenAnswer = z.infer<typeof createEmbedTokenAnswer>;

import { z } from 'zod';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';

export const livePlaylistQuery = z.object({
  _HLS_msn: z.coerce.number().int().nonnegative().optional(),
  _HLS_part: z.coerce.number().int().nonnegative().optional(),
});
/** `init-{hash}.mp4`, `{sequence}.m4s` (a segment) or `{sequence}.{part}.m4s`. */
export const liveFileSchema = z.string().regex(/^(init-[0-9a-f]{8,64}\.mp4|\d{1,12}(\.\d{1,4})?\.m4s)$/);
export const liveMediaParameters = z.object({ id: cameraIdSchema, file: liveFileSchema });

/** 128 bits, so that a session can't be ended by guessing. */
export const whepParameters = z.object({ id: cameraIdSchema, sessionId: z.string().regex(/^[\w-]{16,64}$/) });
/** `low` requests the substream, for small players; otherwise, the main stream. */
export const whepQuery = z.object({ quality: z.enum(['low', 'high']).default('high') });

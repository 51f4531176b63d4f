import { z } from 'zod';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';

/** Tiles on a page; `auto`: as the window's shape and the number of cameras ask for. */
export const wallLayout = z.enum(['auto', '1', '4', '6', '9', '16', '25']);
export const wallArrangementSchema = z.strictObject({
  layout: wallLayout,
  /** By places, page after page; null is an empty place. Empty: all cameras in their usual order. */
  cameraIds: z.array(cameraIdSchema.nullable()).max(250),
  /** Seconds on a page before the next one is shown; 0: pages change by hand only. */
  cycleSeconds: z.int().min(0).max(600),
});
export const videoWallSchema = z.object({
  account: wallArrangementSchema.nullable(),
  device: wallArrangementSchema.nullable(),
});
export const saveVideoWallBody = z.strictObject({ scope: z.enum(['account', 'device']), arrangement: wallArrangementSchema });

export type WallLayout = z.infer<typeof wallLayout>;
export type WallArrangement = z.infer<typeof wallArrangementSchema>;
export type VideoWall = z.infer<typeof videoWallSchema>;
export type SaveVideoWallBody = z.input<typeof saveVideoWallBody>;

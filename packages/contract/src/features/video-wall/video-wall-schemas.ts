import { z } from 'zod';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';

/** Tiles per page; `auto` follows the window's shape and the number of cameras. */
export const wallLayout = z.enum(['auto', '1', '4', '6', '9', '16', '25']);
export const wallArrangementSchema = z.strictObject({
  layout: wallLayout,
  /** Cameras by tile, page after page; null is an empty tile. An empty list shows all cameras in their default order. */
  cameraIds: z.array(cameraIdSchema.nullable()).max(250),
  /** Seconds before the next page is shown; 0 if pages change only manually. */
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

import { z } from 'zod';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';
import { plugInDetectionTypes } from '../../protocols/detection-protocol.ts';
import { detectionEngineSchema } from './smart-events-engine-schemas.ts';

const plugInDetectionType = z.enum(plugInDetectionTypes);
/** The minimum score, 0 to 1. */
const confidence = z.number().min(0).max(1);

export const plugInDetectionSettingsSchema = z.object({ type: plugInDetectionType, isEnabled: z.boolean(), confidence });
export const listPlugInDetectionsAnswer = z.object({
  /** Only what the detector says that it finds. */
  detections: z.array(
    z.object({
      ...plugInDetectionSettingsSchema.shape,
      /** Whether it is looked or listened for now. Settings are kept in any case. */
      engine: detectionEngineSchema,
    }),
  ),
});
export const plugInDetectionParameters = z.object({ id: cameraIdSchema, type: plugInDetectionType });
export const updatePlugInDetectionBody = z
  .strictObject({ isEnabled: z.boolean(), confidence })
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'Give what is to be changed.' });

/** The confidence of a detection until it is changed. */
export const defaultPlugInConfidence = 0.6;

export type PlugInDetectionSettings = z.infer<typeof plugInDetectionSettingsSchema>;
export type CameraPlugInDetections = z.infer<typeof listPlugInDetectionsAnswer>;
export type UpdatePlugInDetectionBody = z.input<typeof updatePlugInDetectionBody>;

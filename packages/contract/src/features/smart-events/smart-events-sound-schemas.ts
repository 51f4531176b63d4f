import { z } from 'zod';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';
import { soundDetectionTypes } from '../../protocols/detection-protocol.ts';

/** What is heard in the sound of a camera. */
export const soundDetectionType = z.enum(soundDetectionTypes);

/** 0 to 10; 10 hears the faintest. */
const sensitivity = z.int().min(0).max(10);
export const soundDetectionSettingsSchema = z.object({ type: soundDetectionType, isEnabled: z.boolean(), sensitivity });

/** Whether the sound of a camera can be analysed now. Settings are kept in any case. */
export const soundAnalysisSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ready') }),
  z.discriminatedUnion('reason', [
    z.object({ state: z.literal('unavailable'), reason: z.enum(['offline', 'no-sound', 'no-decoder']) }),
    /** The camera encodes its sound in a format that is not understood here, such as `MP2`. */
    z.object({ state: z.literal('unavailable'), reason: z.literal('unknown-codec'), codec: z.string() }),
  ]),
]);
export const listSoundDetectionsAnswer = z.object({
  analysis: soundAnalysisSchema,
  /** Whether sound is skipped, because its analysis needs more CPU time than it may take. */
  isOverBudget: z.boolean(),
  /** One of each type. */
  detections: z.array(soundDetectionSettingsSchema),
});
export const soundDetectionParameters = z.object({ id: cameraIdSchema, type: soundDetectionType });
export const updateSoundDetectionBody = z
  .strictObject({ isEnabled: z.boolean(), sensitivity })
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'Give what is to be changed.' });

/** The sensitivity of a detection until it is changed. */
export const defaultSoundSensitivity = 5;

export type SoundDetectionSettings = z.infer<typeof soundDetectionSettingsSchema>;
export type SoundAnalysis = z.infer<typeof soundAnalysisSchema>;
export type CameraSoundDetections = z.infer<typeof listSoundDetectionsAnswer>;
export type UpdateSoundDetectionBody = z.input<typeof updateSoundDetectionBody>;

import { z } from 'zod';

/** Specification 2, section 3: always, motions only, disabled. */
export const archiveRecording = z.enum(['always', 'motion', 'disabled']);
export const cameraSettingsSchema = z.object({
  isSoundRecorded: z.boolean(),
  /** `motion`: 10 s before and after what moves. */
  archiveRecording,
});
export const updateCameraSettingsBody = z
  .strictObject(cameraSettingsSchema.shape)
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'Give what is to be changed.' });

export type ArchiveRecording = z.infer<typeof archiveRecording>;
export type CameraSettings = z.infer<typeof cameraSettingsSchema>;
export type UpdateCameraSettingsBody = z.input<typeof updateCameraSettingsBody>;

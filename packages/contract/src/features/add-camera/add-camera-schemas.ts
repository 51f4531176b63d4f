import { z } from 'zod';
import { cameraNameSchema, cameraSchema } from '../cameras/cameras-schemas.ts';

/** An RTSP address; user and password may be in it or beside it. They are encrypted at rest and never answered. */
export const rtspSource = z.strictObject({
  kind: z.literal('rtsp'),
  url: z.string().trim().min(1).max(2048),
  /** The same picture small, with the same user; without it the server makes one while somebody watches it. */
  lowUrl: z.string().trim().min(1).max(2048).optional(),
  username: z.string().max(256).optional(),
  password: z.string().max(256).optional(),
});
export const agentSource = z.strictObject({
  kind: z.literal('agent'),
  serialNumber: z.string().trim().regex(/^[\w-]{4,64}$/),
  model: z.string().trim().max(100).optional(),
  /** IANA name of the time zone of the place the camera looks at. */
  timeZone: z.string().max(64).optional(),
});
export const cameraSource = z.discriminatedUnion('kind', [rtspSource, agentSource]);

export const registrationTokenBody = z.strictObject({}).optional().nullable();
export const registrationTokenAnswer = z.object({ registrationToken: z.string(), expiresAt: z.int() });

export const registerCameraBody = z.strictObject({
  registrationToken: z.string().min(16).max(256),
  title: cameraNameSchema.optional(),
  source: cameraSource,
});
export const registerCameraAnswer = z.object({
  camera: cameraSchema,
  /** Only for an agent: its credential for the agent link. Shown once. */
  agentToken: z.string().optional(),
});

export const probeSourceBody = z.strictObject({ source: rtspSource });
export const probedTrack = z.object({
  kind: z.enum(['video', 'audio']),
  /** As in an SDP: H264, H265, MPEG4-GENERIC, PCMA … */
  encoding: z.string(),
  playable: z.boolean(),
  width: z.int().optional(),
  height: z.int().optional(),
});
export const probeSourceAnswer = z.object({ tracks: z.array(probedTrack) });

export type RtspSource = z.input<typeof rtspSource>;
export type CameraSource = z.input<typeof cameraSource>;
export type RegistrationTokenAnswer = z.infer<typeof registrationTokenAnswer>;
export type RegisterCameraBody = z.input<typeof registerCameraBody>;
export type RegisterCameraAnswer = z.infer<typeof registerCameraAnswer>;
export type ProbeSourceBody = z.input<typeof probeSourceBody>;
export type ProbeSourceAnswer = z.infer<typeof probeSourceAnswer>;

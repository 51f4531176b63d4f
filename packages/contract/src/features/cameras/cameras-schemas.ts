import { z } from 'zod';
import type { CameraCommand } from '../../protocols/control-protocol.ts';

/** Word characters and dashes (specification 2, section 9). */
export const cameraIdSchema = z.string().regex(/^[\w-]{1,64}$/);
/** 1 to 100 characters, trimmed; the specification shows no bounds. */
export const cameraNameSchema = z.string().trim().min(1).max(100);

export const cameraPlatform = z.enum(['Embedded', 'ThirdParty', 'Mobile']);
export const cameraState = z.enum(['connecting', 'online', 'offline']);

export const cameraSchema = z.object({
  id: cameraIdSchema,
  title: z.string(),
  /** Path of the last picture; changes when the picture does, so that it can be cached. Null before the first picture. */
  previewUrl: z.string().nullable(),
  /** Time of that picture, Unix milliseconds. */
  previewAt: z.int().nullable(),
  platform: cameraPlatform,
  isFullAccess: z.boolean(),
  isOwner: z.boolean(),
  withAudio: z.boolean(),
  withArchive: z.boolean(),
  /** The caller may speak through it: it has a speaker, is connected, and the caller has full access. */
  canTalk: z.boolean(),
  state: cameraState,
  /** Since when it is in this state, Unix milliseconds. */
  stateSince: z.int(),
  /** Why it is not online, one of the contract's error codes. */
  stateReason: z.string().nullable(),
  /** IANA name of the camera's time zone. */
  timeZone: z.string(),
  /** Of a phone that is a camera, while it is connected and tells; only to whom may change its settings. `level` is 0 to 1. */
  battery: z.object({ level: z.number().min(0).max(1), isCharging: z.boolean() }).optional(),
  archiveDays: z.int().nonnegative(),
  createdAt: z.int(),
});
export const cameraListSchema = z.array(cameraSchema);
export const cameraParameters = z.object({ id: cameraIdSchema });
export const renameCameraBody = z.strictObject({ name: cameraNameSchema });

/** What is null is not known of this camera; serial number and device id are told only to whom may change its settings. */
export const cameraAboutSchema = z.object({
  name: z.string(),
  model: z.string().nullable(),
  firmwareVersion: z.string().nullable(),
  serialNumber: z.string().nullable(),
  /** Of a phone that is a camera. */
  appVersion: z.string().nullable(),
  deviceId: z.string().nullable(),
});

/** Names the place that a camera brings something to; only who was asked knows it. */
export const uploadIdSchema = z.string().regex(/^[\w-]{32,64}$/);
export const uploadParameters = z.object({ uploadId: uploadIdSchema });
/** Of a snapshot, bytes. */
export const largestSnapshot = 8 * 1024 * 1024;
/** Brings a JPEG of now, as large as the camera sees, to `uploadFromCamera`; answered when it is there. `age`: of the picture by then, ms. */
export const takeSnapshotCommand = {
  name: 'camera.snapshot',
  parameters: z.object({ uploadId: uploadIdSchema }),
  result: z.object({ age: z.number().min(0).max(600_000) }),
} as const satisfies CameraCommand;

export type CameraAbout = z.infer<typeof cameraAboutSchema>;
export type Camera = z.infer<typeof cameraSchema>;
export type CameraState = z.infer<typeof cameraState>;
export type CameraPlatform = z.infer<typeof cameraPlatform>;
export type RenameCameraBody = z.input<typeof renameCameraBody>;

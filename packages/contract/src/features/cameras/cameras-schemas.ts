import { z } from 'zod';
import type { Grant } from '../../access/capabilities.ts';
import { hasAtMostCharacters } from '../../kernel/characters.ts';
import { isIanaTimeZone } from '../../kernel/iana-time-zone.ts';
import type { CameraCommand } from '../../protocols/control-protocol.ts';

/** Word characters and dashes (specification 2, section 9). */
export const cameraIdSchema = z.string().regex(/^[\w-]{1,64}$/);
/** A zone of the IANA database. */
export const timeZoneSchema = z.string().refine(isIanaTimeZone, { message: 'There is no such time zone.' });
/** 1 to 100 characters, trimmed; the specification shows no limits. */
export const cameraNameSchema = z
  .string()
  .trim()
  .min(1)
  .refine((name) => hasAtMostCharacters(name, 100), 'At most 100 characters');

export const cameraPlatform = z.enum(['Embedded', 'ThirdParty', 'Mobile']);
export const cameraState = z.enum(['connecting', 'online', 'offline']);

const minuteOfDay = z.int().min(0).max(1439);
/** Hours of every day in the camera's time zone, minutes since midnight. Midnight may lie between them. */
export const dailyWindowSchema = z
  .strictObject({ fromMinutes: minuteOfDay, untilMinutes: minuteOfDay })
  .refine(({ fromMinutes, untilMinutes }) => fromMinutes !== untilMinutes, 'The hours begin when they end');
/** What a user was granted on a camera; `capabilities` of `@watchpost/contract/access/capabilities` reads it. */
export const grantSchema = z.object({
  access: z.enum(['view', 'full']),
  withAudio: z.boolean(),
  withArchive: z.boolean(),
  /** Recordings from before this time stay closed, Unix milliseconds; null when none do. */
  archiveFrom: z.int().nullable(),
  /** Recordings from this time on stay closed, Unix milliseconds; null when none do. */
  archiveUntil: z.int().nullable(),
  withPtz: z.boolean(),
  dailyWindow: dailyWindowSchema.nullable(),
  hasWatermark: z.boolean(),
  /** When the access ends, Unix milliseconds; null for never. */
  expiresAt: z.int().nullable(),
  /** The next three are for partners' pages and servers alone: see `Grant`. */
  withLive: z.boolean().optional(),
  withTalk: z.boolean().optional(),
  withEvents: z.boolean().optional(),
}) satisfies z.ZodType<Grant>;

export const cameraSchema = z.object({
  id: cameraIdSchema,
  title: z.string(),
  /** Path of the latest preview. It changes with the picture, so that it can be cached. Null before the first picture. */
  previewUrl: z.string().nullable(),
  /** When the preview was taken, Unix milliseconds. */
  previewAt: z.int().nullable(),
  platform: cameraPlatform,
  isFullAccess: z.boolean(),
  isOwner: z.boolean(),
  /** Whether the caller may hear the camera and it is known to have audio that browsers play. */
  withAudio: z.boolean(),
  withArchive: z.boolean(),
  /** Whether the caller may speak through the camera: it has a speaker, is connected, and the caller has full access. */
  canTalk: z.boolean(),
  /** What the caller was granted; null for the owner. */
  grant: grantSchema.nullable(),
  /** E-mail address of the user who shared the camera, to ask for more access; null for the owner, and on a partner's page. */
  sharedBy: z.string().nullable(),
  /** The text to show over the picture: the caller's e-mail address; null for none. */
  watermark: z.string().nullable(),
  state: cameraState,
  /** When the camera entered this state, Unix milliseconds. */
  stateSince: z.int(),
  /** Why the camera is not online: one of the contract's error codes. */
  stateReason: z.string().nullable(),
  /** IANA name of the camera's time zone. */
  timeZone: z.string(),
  /** The battery of a connected phone that reports it. Sent only to users with permission to change the camera's settings. `level` is 0 to 1. */
  battery: z.object({ level: z.number().min(0).max(1), isCharging: z.boolean() }).optional(),
  archiveDays: z.int().nonnegative(),
  createdAt: z.int(),
});
export const cameraListSchema = z.array(cameraSchema);
export const cameraParameters = z.object({ id: cameraIdSchema });
export const renameCameraBody = z.strictObject({ name: cameraNameSchema });

/** Null stands for unknown. Serial number and device id are sent only to users with permission to change the camera's settings. */
export const cameraAboutSchema = z.object({
  name: z.string(),
  model: z.string().nullable(),
  firmwareVersion: z.string().nullable(),
  serialNumber: z.string().nullable(),
  /** Only for a phone that serves as a camera. */
  appVersion: z.string().nullable(),
  deviceId: z.string().nullable(),
  /** Codec of the audio if browsers can't play it (`MP2`); absent for playable audio, and without audio. */
  unplayedSound: z.string().optional(),
  /** Seconds that the camera's clock counts per real second. Present if it is off by 1 % or more: then timestamps don't advance in real time. */
  clockRate: z.number().nullable(),
  /** Pictures of the last hour that can't be shown whole, because they or those that they build on did not arrive; absent for none. */
  damagedPictures: z.int().positive().optional(),
});

/** Names the address that a camera uploads to; only that camera knows it. */
export const uploadIdSchema = z.string().regex(/^[\w-]{32,64}$/);
export const uploadParameters = z.object({ uploadId: uploadIdSchema });
/** Maximum size of a snapshot in bytes. */
export const maxSnapshotBytes = 8 * 1024 * 1024;
/** Uploads a current JPEG in full resolution to `uploadFromCamera`, then answers. `age`: of the picture at that moment, ms. */
export const takeSnapshotCommand = {
  name: 'camera.snapshot',
  parameters: z.object({ uploadId: uploadIdSchema }),
  result: z.object({ age: z.number().min(0).max(600_000) }),
} as const satisfies CameraCommand;

/** Requests a key frame, for cameras whose key frames are far apart. */
export const requestKeyFrameCommand = {
  name: 'camera.key-frame',
  parameters: z.strictObject({}),
  result: z.strictObject({}),
} as const satisfies CameraCommand;

export type CameraAbout = z.infer<typeof cameraAboutSchema>;
export type Camera = z.infer<typeof cameraSchema>;
export type CameraState = z.infer<typeof cameraState>;
export type CameraPlatform = z.infer<typeof cameraPlatform>;
export type RenameCameraBody = z.input<typeof renameCameraBody>;

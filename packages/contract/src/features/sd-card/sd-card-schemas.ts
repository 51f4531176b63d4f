import { z } from 'zod';
import type { CameraCommand } from '../../protocols/control-protocol.ts';
import { mergeSchedule, minutesOf, weekdays } from '../../protocols/schedule-protocol.ts';
import { cameraIdSchema, uploadIdSchema } from '../cameras/cameras-schemas.ts';

/** Specification 2, section 3: off, continuous, on events only, on schedule. `events`: 10 s before and after a motion. */
export const sdCardRecording = z.enum(['off', 'always', 'events', 'schedule']);

const timeOfDay = z.string().refine((time) => minutesOf(time) !== null, { message: 'Invalid time format' });
export const scheduleEntrySchema = z
  .strictObject({ days: z.array(z.enum(weekdays)).min(1).max(7), from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => (minutesOf(from) ?? 0) < (minutesOf(to) ?? 1), { path: ['from'], message: 'Invalid From time' });
/** More than a user can keep track of. */
export const maxScheduleEntries = 50;
/** Entries with identical times are merged. */
export const scheduleSchema = z.array(scheduleEntrySchema).max(maxScheduleEntries).transform(mergeSchedule);

const bytes = z.int().min(0);
const cardSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-installed') }),
  /** The card is not formatted, or corrupted. */
  z.object({ state: z.literal('not-mounted') }),
  z.object({ state: z.literal('installed'), memory: z.object({ used: bytes, total: bytes }) }),
]);
const settingsShape = {
  recording: sdCardRecording,
  schedule: z.array(scheduleEntrySchema).max(maxScheduleEntries),
  /** IANA time zone of the schedule: the camera's. */
  timeZone: z.string().min(1).max(64),
};
/** The card as the camera reports it. */
export const cameraSdCardSchema = z.object({ card: cardSchema, ...settingsShape });
/** Progress is 0 to 1; null until the camera reports some. A failure is reported until the next attempt. */
const workSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running'), kind: z.enum(['format', 'erase']), progress: z.number().min(0).max(1).nullable() }),
  z.object({ state: z.literal('failed'), kind: z.enum(['format', 'erase']) }),
]);
export const sdCardSchema = z.discriminatedUnion('support', [
  /** The camera has no card slot. */
  z.object({ support: z.literal('none') }),
  z.object({ support: z.literal('card'), ...cameraSdCardSchema.shape, work: workSchema.nullable() }),
]);
export const updateSdCardBody = z
  .strictObject({ recording: sdCardRecording, schedule: scheduleSchema })
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'Give what is to be changed.' });
export const sdCardWorkAnswer = z.object({});

const instant = z.int().min(0).max(8.64e15);
/** Identifies the recording for as long as it is on the card. */
export const sdCardVideoId = z.string().regex(/^\d{1,16}$/);
export const sdCardVideoSchema = z.object({
  id: sdCardVideoId,
  /** Unix milliseconds, by the camera's clock. */
  startAt: instant,
  /** Null while recording; until then it can't be played. */
  endAt: instant.nullable(),
  size: bytes,
});
const pageSize = 50;
export const sdCardVideosQuery = z.object({
  /** Returns recordings that begin before it, Unix milliseconds: `next` of the previous page. */
  before: z.coerce.number().pipe(instant).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(pageSize),
});
export const sdCardVideosAnswer = z.object({
  videos: z.array(sdCardVideoSchema),
  /** `before` of the next, older page; null at the end. */
  next: instant.nullable(),
});
export const sdCardVideoParameters = z.object({ id: cameraIdSchema, videoId: sdCardVideoId });

/** Maximum number of bytes in one request to a camera. */
export const maxSdCardPieceBytes = 1024 * 1024;

const nothing = z.object({});
export const readSdCardCommand = { name: 'sd-card.read', parameters: nothing, result: cameraSdCardSchema } as const satisfies CameraCommand;
export const writeSdCardCommand = {
  name: 'sd-card.write',
  parameters: z.object({ recording: sdCardRecording.optional(), schedule: settingsShape.schedule.optional() }),
  result: cameraSdCardSchema,
} as const satisfies CameraCommand;
/** Takes up to 2 minutes (specification 2, section 9), and reports progress. */
export const formatSdCardCommand = { name: 'sd-card.format', parameters: nothing, result: nothing } as const satisfies CameraCommand;
export const eraseSdCardCommand = { name: 'sd-card.erase', parameters: nothing, result: nothing } as const satisfies CameraCommand;
export const listSdCardVideosCommand = {
  name: 'sd-card.list',
  parameters: z.object({ before: instant.nullable(), limit: z.int().min(1).max(100) }),
  result: sdCardVideosAnswer,
} as const satisfies CameraCommand;
const rendition = { videoId: sdCardVideoId, /** If false, the camera sends no audio. */ withAudio: z.boolean() };
export const openSdCardVideoCommand = {
  name: 'sd-card.open',
  parameters: z.object(rendition),
  result: z.object({ size: z.int().min(1), /** Identifies exactly these bytes. */ etag: z.string().regex(/^"[\w-]{1,64}"$/) }),
} as const satisfies CameraCommand;
/** Uploads the bytes from `start` to `end`, both inclusive, to `uploadFromCamera`, then answers. */
export const sendSdCardPieceCommand = {
  name: 'sd-card.send',
  parameters: z
    .object({ ...rendition, start: bytes, end: bytes, uploadId: uploadIdSchema })
    .refine(({ start, end }) => start <= end && end - start < maxSdCardPieceBytes),
  result: nothing,
} as const satisfies CameraCommand;
/** The state of the server's motion detection. Cameras record by it; while they don't receive it, they record everything. */
export const moveSdCardCommand = {
  name: 'sd-card.motion',
  parameters: z.object({ isMoving: z.boolean() }),
  result: nothing,
} as const satisfies CameraCommand;

export type SdCardRecording = z.infer<typeof sdCardRecording>;
export type CameraSdCard = z.infer<typeof cameraSdCardSchema>;
export type SdCard = z.infer<typeof sdCardSchema>;
export type UpdateSdCardBody = z.input<typeof updateSdCardBody>;
export type SdCardVideo = z.infer<typeof sdCardVideoSchema>;
export type SdCardVideoPage = z.infer<typeof sdCardVideosAnswer>;

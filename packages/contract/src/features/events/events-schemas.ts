import { z } from 'zod';
import { cameraIdSchema, timeZoneSchema } from '../cameras/cameras-schemas.ts';
import { locationIdSchema } from '../locations/locations-schemas.ts';
import { detectionTypes, maxAreaShare, plugInDetectionTypes, soundDetectionTypes } from '../../protocols/detection-protocol.ts';

export { maxAreaShare };

/** Specification 2, section 3. A timelapse is a report of a whole day, from `startAt` to `endAt`; sounds are ours. */
export const eventType = z.enum([
  ...(['human', 'lineCrossing', 'intrusion', 'motion', 'vehicle', 'video', 'timelapse'] as const),
  ...soundDetectionTypes,
  ...plugInDetectionTypes,
]);

const share = z.number().min(0).max(1);
/** A rectangle in the picture, relative to its top left corner, 0 to 1. */
export const areaSchema = z.object({ x: share, y: share, width: share, height: share });

export const eventIdSchema = z.string().regex(/^[\w-]{1,64}$/);
export const eventSchema = z.object({
  id: eventIdSchema,
  cameraId: cameraIdSchema,
  type: eventType,
  /** Start in the recording, Unix milliseconds. */
  startAt: z.int(),
  /** Null while the event continues. */
  endAt: z.int().nullable(),
  /** The part of the picture that caused the event. */
  area: areaSchema,
  /** Path of the event's picture; null until it exists, or if the server can't create pictures. */
  pictureUrl: z.string().nullable(),
  isSeen: z.boolean(),
  /** Whether a user with full access marked it as a false alarm. */
  isFalseAlarm: z.boolean(),
  /** How certain the recognition is, 0 to 1; null for motion. */
  score: z.number().min(0).max(1).nullable(),
  /** Name of the line or zone; null for the whole picture. Of a timelapse: `empty` or `failed` where there is no film. */
  label: z.string().nullable(),
  /**
   * Where that line or zone was when the event began, whatever its settings are now, in parts of the picture: the two ends of a line, at least
   * three corners of a zone. Absent for the whole picture, and for events of versions that didn't keep it.
   */
  shape: z.array(z.object({ x: share, y: share })).optional(),
});

/** Reads a repeated key as a list, and a single value as a list of one. */
const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item).max(200).optional());
const instant = z.coerce.number().int().min(0).max(8.64e15);

/** The cameras; all visible ones if both are absent. */
const camerasQuery = {
  cameraId: listOf(cameraIdSchema),
  /** One of the caller's locations with all its cameras. An unknown location has none. */
  locationId: locationIdSchema.optional(),
};

export const listEventsQuery = z.object({
  ...camerasQuery,
  /** All types if absent. */
  type: listOf(eventType),
  /** Only events that the caller has seen, or only others; both if absent. */
  isSeen: z.stringbool().optional(),
  /** Returns events that start at or after it, Unix ms. */
  from: instant.optional(),
  /** Returns events that start before it, Unix ms. */
  to: instant.optional(),
  /** `next` of the previous page. */
  cursor: z
    .string()
    .max(100)
    .regex(/^\d{1,16}\.[\w-]{1,64}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const eventPageSchema = z.object({
  events: z.array(eventSchema),
  /** Cursor of the next, older page; null at the end. */
  next: z.string().nullable(),
});
export const eventTimelineQuery = z
  .object({ from: instant, to: instant, /** Length of a step, ms; at most 2,000 steps. */ step: z.coerce.number().int().min(1000) })
  .refine(({ from, to }) => to > from, { path: ['to'], message: 'The end of the range must be after its start.' })
  .refine(({ from, to, step }) => (to - from) / step <= 2000, { path: ['step'], message: 'Ask for at most 2,000 steps at once.' });
export const eventTimelineAnswer = z.object({
  /** Sorted by time, at most one per step and type. A mark stands for `count` events, the first of which is `eventId`. */
  marks: z.array(z.object({ at: z.int(), type: eventType, count: z.int().positive(), eventId: eventIdSchema })),
  /** Amount of motion in each step from `from`, 0 to 1. */
  activity: z.array(z.number().min(0).max(1)),
});
export const countEventsQuery = z.object({ ...camerasQuery, from: instant.optional(), to: instant.optional() });
export const countEventsAnswer = z.object({
  total: z.int(),
  unseen: z.int(),
  types: z.partialRecord(eventType, z.int()),
  /** Those marked as false alarms; the other numbers include them. */
  falseAlarms: z.int(),
});
const dateText = z.iso.date();
export const eventDaysQuery = z
  .object({
    ...camerasQuery,
    type: listOf(eventType),
    /** Calendar days, both inclusive, at most 62. */
    from: dateText,
    to: dateText,
    /** IANA time zone of the calendar. */
    timeZone: timeZoneSchema,
  })
  .refine(({ from, to }) => to >= from, { path: ['to'], message: 'The last day must not be before the first.' })
  .refine(({ to }) => to < '9999', { path: ['to'], message: 'The last day must be before the year 9999.' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < 62 * 86_400_000, {
    path: ['to'],
    message: 'Ask for at most 62 days at once.',
  });
export const eventDaysAnswer = z.object({ /** Days with events, sorted. */ days: z.array(dateText) });
export const latestEventsAnswer = z.object({ events: z.array(eventSchema) });
export const mqttAuthorizationAnswer = z.object({
  /** WebSocket URL of the broker; a path if it is this server. */
  url: z.string(),
  clientId: z.string(),
  username: z.string(),
  password: z.string(),
  /** Topics that the caller may subscribe to. `#` and `+` are refused. */
  topics: z.array(z.string()),
  /** The credentials expire then, Unix ms; request new ones before. */
  expiresAt: z.int(),
});
/** Events by id, or all that match a filter. */
export const markEventsSeenBody = z.union([
  z.strictObject({ eventIds: z.array(eventIdSchema).min(1).max(200) }),
  z.strictObject({
    cameraIds: z.array(cameraIdSchema).min(1).max(200).optional(),
    locationId: locationIdSchema.optional(),
    types: z.array(eventType).min(1).optional(),
    from: z.int().min(0).optional(),
    /** Start of the newest event on the page, plus 1: later events stay unseen. Unix ms. */
    to: z.int().min(0).max(8.64e15),
  }),
]);
/** When the events were marked, Unix ms: names this marking, to undo it. */
export const markEventsSeenAnswer = z.object({ seenAt: z.int() });
export const unmarkEventsSeenBody = z.strictObject({ /** As `markEventsSeen` returned it. */ seenAt: z.int().min(0).max(8.64e15) });
export const eventPictureParameters = z.object({ id: cameraIdSchema, eventId: eventIdSchema });
/** `marked=1`: corners are drawn around what was recognised, for programs that show the picture alone. */
export const eventPictureQuery = z.object({ marked: z.literal('1').optional() });

export const maxMotionAreas = 4;
export const motionDetectionSchema = z.object({
  isEnabled: z.boolean(),
  /** 0 to 10. */
  sensitivity: z.int().min(0).max(10),
  /** Areas in which motion counts; the whole picture if empty. */
  areas: z.array(areaSchema).max(maxMotionAreas),
});
export const updateMotionDetectionBody = z
  .strictObject({
    isEnabled: z.boolean(),
    sensitivity: z.int().min(0).max(10),
    areas: z
      .array(
        areaSchema
          .refine(({ x, width }) => x + width <= 1.0001, { path: ['width'], message: 'The area must be inside of the picture.' })
          .refine(({ y, height }) => y + height <= 1.0001, { path: ['height'], message: 'The area must be inside of the picture.' })
          .refine(({ width, height }) => width * height <= maxAreaShare, { message: 'Too large' }),
      )
      .max(maxMotionAreas),
    /** Smart events to turn off, because they can't run beside motion. */
    turnOff: z.array(z.enum(detectionTypes)).max(detectionTypes.length),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'Give what is to be changed.' });

export type EventType = z.infer<typeof eventType>;
export type EventArea = z.infer<typeof areaSchema>;
export type CameraEvent = z.infer<typeof eventSchema>;
export type EventPage = z.infer<typeof eventPageSchema>;
export type ListEventsQuery = z.input<typeof listEventsQuery>;
export type EventTimeline = z.infer<typeof eventTimelineAnswer>;
export type EventTimelineMark = EventTimeline['marks'][number];
export type EventCounts = z.infer<typeof countEventsAnswer>;
export type MqttAuthorization = z.infer<typeof mqttAuthorizationAnswer>;
export type MarkEventsSeenBody = z.input<typeof markEventsSeenBody>;
export type MotionDetection = z.infer<typeof motionDetectionSchema>;
export type UpdateMotionDetectionBody = z.input<typeof updateMotionDetectionBody>;

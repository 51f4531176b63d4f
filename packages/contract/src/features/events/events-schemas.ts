import { z } from 'zod';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';
import { locationIdSchema } from '../locations/locations-schemas.ts';

/** Specification 2, section 3. */
export const eventType = z.enum(['human', 'lineCrossing', 'intrusion', 'motion', 'vehicle', 'video']);

const share = z.number().min(0).max(1);
/** A rectangle of the picture, from its left upper corner, 0 to 1. */
export const areaSchema = z.object({ x: share, y: share, width: share, height: share });

export const eventIdSchema = z.string().regex(/^[\w-]{1,64}$/);
export const eventSchema = z.object({
  id: eventIdSchema,
  cameraId: cameraIdSchema,
  type: eventType,
  /** Unix milliseconds of the recording. */
  startAt: z.int(),
  /** Null while it goes on. */
  endAt: z.int().nullable(),
  /** What caused it, in its picture. */
  area: areaSchema,
  /** Path of its picture; null until there is one, or where the server can't make pictures. */
  pictureUrl: z.string().nullable(),
  isSeen: z.boolean(),
});

/** A repeated key makes a list; one value is a list of one. */
const listOf = <T extends z.ZodType>(item: T) => z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item).max(200).optional());
const instant = z.coerce.number().int().min(0).max(8.64e15);

/** Whose events; all visible cameras where both are absent. */
const camerasQuery = {
  cameraId: listOf(cameraIdSchema),
  /** One of the caller's locations, however many cameras are there; one that is not there has none. */
  locationId: locationIdSchema.optional(),
};

export const listEventsQuery = z.object({
  ...camerasQuery,
  /** All types when absent. */
  type: listOf(eventType),
  /** Events that begin at or after it, Unix ms. */
  from: instant.optional(),
  /** Events that begin before it, Unix ms. */
  to: instant.optional(),
  /** `next` of the page before. */
  cursor: z.string().max(100).regex(/^\d{1,16}\.[\w-]{1,64}$/).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const eventPageSchema = z.object({
  events: z.array(eventSchema),
  /** Asks for older ones; null at the end. */
  next: z.string().nullable(),
});
export const eventTimelineQuery = z
  .object({ from: instant, to: instant, /** Width of a step, ms: at most 2,000 of them. */ step: z.coerce.number().int().min(1000) })
  .refine(({ from, to }) => to > from, { path: ['to'], message: 'The end of the range must be after its start.' })
  .refine(({ from, to, step }) => (to - from) / step <= 2000, { path: ['step'], message: 'Ask for at most 2,000 steps at once.' });
export const eventTimelineAnswer = z.object({
  /** In order of time, at most one per step and type; `count` events are behind it, `eventId` is the first of them. */
  marks: z.array(z.object({ at: z.int(), type: eventType, count: z.int().positive(), eventId: eventIdSchema })),
  /** How much moved in each step from `from` on, 0 to 1. */
  activity: z.array(z.number().min(0).max(1)),
});
export const countEventsQuery = z.object({ ...camerasQuery, from: instant.optional(), to: instant.optional() });
export const countEventsAnswer = z.object({ total: z.int(), unseen: z.int(), types: z.partialRecord(eventType, z.int()) });
const dateText = z.iso.date();
export const eventDaysQuery = z
  .object({
    ...camerasQuery,
    type: listOf(eventType),
    /** Days of a calendar, both inclusive, at most 62. */
    from: dateText,
    to: dateText,
    /** IANA name of the zone in which days begin and end. */
    timeZone: z.string().max(64).refine(isTimeZone, { message: 'There is no such time zone.' }),
  })
  .refine(({ from, to }) => to >= from, { path: ['to'], message: 'The last day must not be before the first.' })
  .refine(({ to }) => to < '9999', { path: ['to'], message: 'The last day must be before the year 9999.' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < 62 * 86_400_000, { path: ['to'], message: 'Ask for at most 62 days at once.' });
export const eventDaysAnswer = z.object({ /** Only days with events, in order. */ days: z.array(dateText) });
export const latestEventsAnswer = z.object({ events: z.array(eventSchema) });
export const mqttAuthorizationAnswer = z.object({
  /** WebSocket address of the broker; a path when it is this server. */
  url: z.string(),
  clientId: z.string(),
  username: z.string(),
  password: z.string(),
  /** Topics that may be subscribed to; `#` and `+` are refused. */
  topics: z.array(z.string()),
  /** Ask again before it, Unix ms. */
  expiresAt: z.int(),
});
/** Named events, or all that a filter finds. */
export const markEventsSeenBody = z.union([
  z.strictObject({ eventIds: z.array(eventIdSchema).min(1).max(200) }),
  z.strictObject({
    cameraIds: z.array(cameraIdSchema).min(1).max(200).optional(),
    locationId: locationIdSchema.optional(),
    types: z.array(eventType).min(1).optional(),
    from: z.int().min(0).optional(),
    /** Of the newest one that was on the page, plus 1: what happened meanwhile stays unseen. Unix ms. */
    to: z.int().min(0).max(8.64e15),
  }),
]);
export const eventPictureParameters = z.object({ id: cameraIdSchema, eventId: eventIdSchema });

/** An area covers at most so much of the picture; more is "Too large" (specification 2, section 5; the limit is ours). */
export const largestArea = 0.9;
export const mostAreas = 4;
export const motionDetectionSchema = z.object({
  isEnabled: z.boolean(),
  /** 0 to 10. */
  sensitivity: z.int().min(0).max(10),
  /** Where motion counts; everywhere when empty. */
  areas: z.array(areaSchema).max(mostAreas),
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
          .refine(({ width, height }) => width * height <= largestArea, { message: 'Too large' }),
      )
      .max(mostAreas),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'Give what is to be changed.' });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

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

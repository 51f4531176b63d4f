import { z } from 'zod';
import {
  defaultTimelapse,
  maxTimelapseSeconds,
  minTimelapseSeconds,
  timelapseChannels,
  type TimelapseChannel,
} from '../../protocols/timelapse-protocol.ts';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';
import { eventIdSchema } from '../events/events-schemas.ts';

export type { TimelapseChannel };

/** `06:00` to `23:59`, and `24:00` for the end of the day. */
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/);

/** Which hours of a day are filmed, in the camera's time zone. */
export const timelapseHoursSchema = z.discriminatedUnion('kind', [
  /** `to` at or before `from` is on the next day. */
  z.object({ kind: z.literal('fixed'), from: timeOfDay, to: timeOfDay }),
  /** From dawn to dusk at this place: while the sun is less than 6° below the horizon. Degrees; north and east are positive. */
  z.object({ kind: z.literal('daylight'), latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
]);

const channels = z.array(z.enum(timelapseChannels)).max(timelapseChannels.length);
const values = {
  isEnabled: z.boolean(),
  hours: timelapseHoursSchema,
  /** Length of the film. It is shorter after a day with few pictures. */
  lengthSeconds: z.int().min(minTimelapseSeconds).max(maxTimelapseSeconds),
  /** How it is announced next morning; in the events it is in any case. */
  channels,
};
/** What is stored. */
export const timelapseValuesSchema = z.object(values);
export const timelapseSettingsSchema = z.object({
  ...values,
  /** Whether this server can make films: it needs the optional package `node-av`. */
  isAvailable: z.boolean(),
  /** The channels that this server has. */
  availableChannels: channels,
});
export const updateTimelapseSettingsBody = z
  .strictObject({
    ...values,
    hours: z.discriminatedUnion('kind', [
      z
        .strictObject(timelapseHoursSchema.options[0].shape)
        .refine(({ from, to }) => from !== to && from !== '24:00', { path: ['from'], message: 'The hours must have a length.' }),
      z.strictObject(timelapseHoursSchema.options[1].shape),
    ]),
    channels: channels.refine((chosen) => new Set(chosen).size === chosen.length, { message: 'Name each channel once.' }),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'Give what is to be changed.' });
export const timelapseVideoParameters = z.object({ id: cameraIdSchema, eventId: eventIdSchema });

/** The settings of a camera whose timelapse was never set. */
export const timelapseByDefault: TimelapseValues = timelapseValuesSchema.parse(defaultTimelapse);

export type TimelapseHours = z.infer<typeof timelapseHoursSchema>;
export type TimelapseValues = z.infer<typeof timelapseValuesSchema>;
export type TimelapseSettings = z.infer<typeof timelapseSettingsSchema>;
export type UpdateTimelapseSettingsBody = z.input<typeof updateTimelapseSettingsBody>;

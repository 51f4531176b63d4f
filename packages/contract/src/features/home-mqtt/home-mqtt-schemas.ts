import { z } from 'zod';
import type { HomeCameraTopic } from '../../protocols/home-mqtt-protocol.ts';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';
import { eventIdSchema, eventType } from '../events/events-schemas.ts';

/** Whether a camera is published on the operator's MQTT broker, for home automation. */
export const homeMqttSchema = z.object({
  /** The topic of the camera, which all its topics begin with; null when the server has no such broker. */
  topic: z.string().nullable(),
  isEnabled: z.boolean(),
});
export const updateHomeMqttBody = z.strictObject({ isEnabled: z.boolean() });

/** Whether the server, or a camera's video, is there. */
export const homeAvailabilitySchema = z.enum(['online', 'offline']);
/** Whether something is being detected. */
export const homeDetectionSchema = z.enum(['ON', 'OFF']);
/** Charge in percent, 0 to 100. */
export const homeBatterySchema = z.string().regex(/^(?:100|[1-9]?\d)$/);
/** An event when it begins, and once more when it ends. */
export const homeEventSchema = z.object({
  id: eventIdSchema,
  type: eventType,
  cameraId: cameraIdSchema,
  /** The camera's name. */
  title: z.string(),
  /** Unix milliseconds. */
  startedAt: z.int(),
  /** Unix milliseconds; null while the event continues. */
  endedAt: z.int().nullable(),
});
/** What a dashboard shows of a camera. */
export const homeCameraInfoSchema = z.object({
  id: cameraIdSchema,
  title: z.string(),
  /** Null if the camera doesn't report it. */
  model: z.string().nullable(),
  /** IANA name. */
  timeZone: z.string(),
});

/** The schema of each payload, as text or as parsed JSON; a snapshot is a JPEG. */
export const homePayloadSchemas = {
  availability: homeAvailabilitySchema,
  info: homeCameraInfoSchema,
  battery: homeBatterySchema,
  motion: homeDetectionSchema,
  person: homeDetectionSchema,
  event: homeEventSchema,
} as const satisfies Record<Exclude<HomeCameraTopic, 'snapshot'>, z.ZodType>;

// Home Assistant's device discovery (https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery, since 2024.11), as far as the server
// uses it. Strict: Home Assistant ignores a misspelt option.
const objectId = z.string().regex(/^[\w-]{1,100}$/);
const topic = z.string().min(1).max(300);
const availability = z.array(
  z.strictObject({ topic, payload_available: z.literal('online'), payload_not_available: z.literal('offline') }),
);
const entity = { unique_id: objectId, name: z.string().nullable().optional(), availability: availability.optional() };
const diagnostic = { entity_category: z.literal('diagnostic').optional() };

export const homeAssistantComponentSchema = z.discriminatedUnion('platform', [
  z.strictObject({ platform: z.literal('camera'), ...entity, topic, json_attributes_topic: topic.optional() }),
  z.strictObject({
    platform: z.literal('binary_sensor'),
    ...entity,
    ...diagnostic,
    device_class: z.enum(['motion', 'occupancy', 'connectivity']),
    state_topic: topic,
    payload_on: z.string(),
    payload_off: z.string(),
  }),
  z.strictObject({
    platform: z.literal('sensor'),
    ...entity,
    ...diagnostic,
    device_class: z.literal('battery'),
    state_class: z.literal('measurement'),
    state_topic: topic,
    unit_of_measurement: z.literal('%'),
  }),
]);

/** The retained message that describes a camera with all its entities. Empty, it removes them. */
export const homeAssistantDiscoverySchema = z.strictObject({
  device: z.strictObject({
    identifiers: z.array(objectId).min(1),
    name: z.string(),
    manufacturer: z.string(),
    model: z.string().optional(),
  }),
  origin: z.strictObject({ name: z.string(), sw_version: z.string().optional() }),
  availability,
  /** Each topic of `availability` must be `online`. */
  availability_mode: z.literal('all'),
  qos: z.literal([0, 1, 2]),
  components: z.record(objectId, homeAssistantComponentSchema),
});

export type HomeMqtt = z.infer<typeof homeMqttSchema>;
export type UpdateHomeMqttBody = z.input<typeof updateHomeMqttBody>;
export type HomeEvent = z.infer<typeof homeEventSchema>;
export type HomeCameraInfo = z.infer<typeof homeCameraInfoSchema>;
export type HomeAssistantDiscovery = z.infer<typeof homeAssistantDiscoverySchema>;
export type HomeAssistantComponent = z.infer<typeof homeAssistantComponentSchema>;

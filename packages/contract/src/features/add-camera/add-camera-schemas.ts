import { z } from 'zod';
import { errorCodes } from '../../kernel/errors.ts';
import { cameraIdSchema, cameraNameSchema, cameraSchema, timeZoneSchema } from '../cameras/cameras-schemas.ts';

/**
 * An RTSP address. User and password may be in it or separate; they are encrypted at rest and never returned. In it, a password may hold any
 * character unescaped, unless the address could then be read in two ways (`camera-url-ambiguous`).
 */
export const rtspSource = z.strictObject({
  kind: z.literal('rtsp'),
  url: z.string().trim().min(1).max(2048),
  /** The substream, with the same user. Without it, the server transcodes one while it has viewers. */
  lowUrl: z.string().trim().min(1).max(2048).optional(),
  username: z.string().max(256).optional(),
  password: z.string().max(256).optional(),
});
/** Letters, digits and dashes: they fit into a barcode and can be read aloud. */
export const serialNumberSchema = z
  .string()
  .trim()
  .regex(/^[\w-]{4,64}$/);
export const agentSource = z.strictObject({
  kind: z.literal('agent'),
  serialNumber: serialNumberSchema,
  /** Proves that the camera with this number sends the request (see the device key protocol). Cameras without it need an update. */
  proof: z.strictObject({ publicKey: z.string().regex(/^[\w-]{43}$/), signature: z.string().regex(/^[\w-]{86}$/) }).optional(),
  model: z.string().trim().max(100).optional(),
  /** IANA time zone of the place that the camera shows. */
  timeZone: timeZoneSchema.optional(),
});
/** An ONVIF camera or recorder: the server queries its streams and selects a main stream and a substream. */
export const onvifSource = z.strictObject({
  kind: z.literal('onvif'),
  /** `192.168.1.10`, `192.168.1.10:8000`, or the full URL of its device service. */
  address: z.string().trim().min(1).max(2048),
  /** Which of a recorder's `channels` (see the probe's answer); the first by default. */
  channel: z.string().min(1).max(256).optional(),
  username: z.string().max(256).optional(),
  password: z.string().max(256).optional(),
});
/** The address of a camera or of a stream, as typed by the user. The server tries ONVIF first, then the usual RTSP paths. */
export const addressSource = z.strictObject({
  kind: z.literal('address'),
  /** `192.168.1.10`, `camera.local:8000`, `http://…`, `rtsp://…`. */
  address: z.string().trim().min(1).max(2048),
  username: z.string().max(256).optional(),
  password: z.string().max(256).optional(),
});
/** A smartphone whose browser serves as a camera, over the agent protocol. */
export const phoneSource = z.strictObject({
  kind: z.literal('phone'),
  model: z.string().trim().max(100).optional(),
  /** The phone's IANA time zone. */
  timeZone: timeZoneSchema.optional(),
});
export const cameraSource = z.discriminatedUnion('kind', [rtspSource, onvifSource, agentSource, phoneSource]);

export const registrationTokenBody = z.strictObject({}).optional().nullable();
/** Any text: an invalid serial number gets an error code of its own. */
export const serialRegistrationTokenBody = z.strictObject({ serialNumber: z.string().max(256) });
export const registrationTokenAnswer = z.object({
  registrationToken: z.string(),
  /** Identifies the registration, to query its state. It can't be used to register. */
  registrationId: z.string(),
  expiresAt: z.int(),
});

export const registrationParameters = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });
export const registrationAnswer = z.object({
  /** `waiting`: the token can still be used. `expired`: it was not used in time. */
  state: z.enum(['waiting', 'registered', 'expired']),
  /** The camera that used the token; null until then. */
  cameraId: cameraIdSchema.nullable(),
  /** Why the server refused the last attempt; the camera may try again. */
  refusal: z.enum(errorCodes).nullable(),
  expiresAt: z.int(),
});

/** What a camera that registers itself serves at its own address. */
export const localCameraInfo = z.object({
  serialNumber: serialNumberSchema,
  model: z.string().max(100),
  name: z.string().max(100),
  appVersion: z.string().max(32),
  state: z.enum(['waiting', 'registering', 'registered']),
});

/** `192.168.1.20`, `camera.local`, with or without a port. */
export const registerLocalCameraBody = z.strictObject({ address: z.string().trim().min(1).max(256) });
export const registerLocalCameraAnswer = z.object({ registrationId: z.string() });

export const registerCameraBody = z.strictObject({
  registrationToken: z.string().min(16).max(256),
  title: cameraNameSchema.optional(),
  /** IANA time zone of the user, for a camera that doesn't know its own. */
  timeZone: timeZoneSchema.optional(),
  source: cameraSource,
});
export const registerCameraAnswer = z.object({
  camera: cameraSchema,
  /** Only for an agent or a phone: its credential for the agent link. Returned once. */
  agentToken: z.string().optional(),
  /** SHA-256, hexadecimal, of the `removalHeader` that the server will send when the camera is removed. An agent that receives it resets the camera. */
  removalHash: z.string().optional(),
});

export const probeSourceBody = z.strictObject({ source: z.discriminatedUnion('kind', [rtspSource, onvifSource, addressSource]) });
export const probedTrack = z.object({
  kind: z.enum(['video', 'audio']),
  /** SDP encoding name: H264, H265, MPEG4-GENERIC, PCMA … */
  encoding: z.string(),
  playable: z.boolean(),
  width: z.int().optional(),
  height: z.int().optional(),
});
export const probedChannel = z.object({
  /** Identifies it in an ONVIF source. */
  channel: z.string(),
  /** Pixels of its main stream; 0 if the recorder reports none. */
  width: z.int(),
  height: z.int(),
  /** Whether the caller already has a camera of this channel. */
  isAdded: z.boolean(),
});
export const probeSourceAnswer = z.object({
  tracks: z.array(probedTrack),
  /** A recorder's channels in its own order, each of which is one camera; absent for a camera. */
  channels: z.array(probedChannel).optional(),
  /** An ONVIF camera's own description; empty texts where it reports nothing. */
  device: z.object({ manufacturer: z.string(), model: z.string(), hasLowStream: z.boolean() }).optional(),
  /** The source to register for an `address`, without the credentials that the address may have held; absent for the other kinds. */
  found: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('onvif'), address: z.string() }),
      z.object({ kind: z.literal('rtsp'), url: z.string() }),
    ])
    .optional(),
});

export const discoverCamerasBody = z.strictObject({}).optional().nullable();
export const discoveredCamera = z.object({
  /** The address for an ONVIF source. */
  address: z.string(),
  /** The camera's own name; empty if it has none. */
  name: z.string(),
  model: z.string(),
  /** Whether the caller already has a camera at this address. */
  isAdded: z.boolean(),
});
export const discoverCamerasAnswer = z.object({
  /** False if the operator doesn't allow searching networks. */
  isAvailable: z.boolean(),
  cameras: z.array(discoveredCamera),
});

export const foundPictureBody = z.strictObject({
  /** The address that the search returned. */
  address: z.string().trim().min(1).max(2048),
  username: z.string().max(256).optional(),
  password: z.string().max(256).optional(),
});

const modelTexts = z.object({
  name: z.string().min(1).max(100),
  /** One sentence that describes the model. */
  about: z.string().max(300),
  /** How to reset the camera to factory settings; without it, the step is omitted. */
  reset: z.string().max(600).optional(),
});
/** The models that the add flow offers. A static file of the app, `/camera-models.json`, that operators may replace. */
export const cameraModelSchema = z.object({
  modelId: z.string().regex(/^[\w-]{1,64}$/),
  /** Path of a picture that is served with the app. */
  imageUrl: z.string().regex(/^(?:\/[\w-]+)+\.(?:svg|png|webp|jpg)$/),
  capabilities: z.object({
    /** The camera reads a registration code with its lens. */
    qrscan: z.boolean(),
    /** The camera is discovered in the network (ONVIF). */
    wsdiscovery: z.boolean(),
    mic: z.boolean(),
    infrared: z.boolean(),
  }),
  /** By language, with English as the fallback. */
  translations: z.object({ en: modelTexts, ru: modelTexts.optional() }),
});
export const cameraModelList = z.array(cameraModelSchema).max(200);

export type RtspSource = z.input<typeof rtspSource>;
export type OnvifSource = z.input<typeof onvifSource>;
export type AddressSource = z.input<typeof addressSource>;
export type AgentSource = z.input<typeof agentSource>;
export type PhoneSource = z.input<typeof phoneSource>;
export type CameraSource = z.input<typeof cameraSource>;
export type RegistrationTokenAnswer = z.infer<typeof registrationTokenAnswer>;
export type RegistrationAnswer = z.infer<typeof registrationAnswer>;
export type RegisterLocalCameraAnswer = z.infer<typeof registerLocalCameraAnswer>;
export type CameraModel = z.infer<typeof cameraModelSchema>;
export type RegisterCameraBody = z.input<typeof registerCameraBody>;
export type RegisterCameraAnswer = z.infer<typeof registerCameraAnswer>;
export type ProbeSourceBody = z.input<typeof probeSourceBody>;
export type ProbeSourceAnswer = z.infer<typeof probeSourceAnswer>;
export type DiscoveredCamera = z.infer<typeof discoveredCamera>;
export type FoundPictureBody = z.input<typeof foundPictureBody>;
export type DiscoverCamerasAnswer = z.infer<typeof discoverCamerasAnswer>;

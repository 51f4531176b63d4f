import { z } from 'zod';
import { errorCodes } from '../../kernel/errors.ts';
import { cameraIdSchema, cameraNameSchema, cameraSchema } from '../cameras/cameras-schemas.ts';

/** An RTSP address; user and password may be in it or beside it. They are encrypted at rest and never answered. */
export const rtspSource = z.strictObject({
  kind: z.literal('rtsp'),
  url: z.string().trim().min(1).max(2048),
  /** The same picture small, with the same user; without it the server makes one while somebody watches it. */
  lowUrl: z.string().trim().min(1).max(2048).optional(),
  username: z.string().max(256).optional(),
  password: z.string().max(256).optional(),
});
/** Letters, digits, dashes: what fits into a barcode and can be read out. */
export const serialNumberSchema = z.string().trim().regex(/^[\w-]{4,64}$/);
export const agentSource = z.strictObject({
  kind: z.literal('agent'),
  serialNumber: serialNumberSchema,
  model: z.string().trim().max(100).optional(),
  /** IANA name of the time zone of the place the camera looks at. */
  timeZone: z.string().max(64).optional(),
});
/** An ONVIF camera: the server asks it for its streams and chooses a main and a low one. */
export const onvifSource = z.strictObject({
  kind: z.literal('onvif'),
  /** `192.168.1.10`, `192.168.1.10:8000`, or the whole address of its device service. */
  address: z.string().trim().min(1).max(2048),
  username: z.string().max(256).optional(),
  password: z.string().max(256).optional(),
});
/** A smartphone whose browser is the camera: it speaks the agent protocol. */
export const phoneSource = z.strictObject({
  kind: z.literal('phone'),
  model: z.string().trim().max(100).optional(),
  /** IANA name of the time zone that the phone is set to. */
  timeZone: z.string().max(64).optional(),
});
export const cameraSource = z.discriminatedUnion('kind', [rtspSource, onvifSource, agentSource, phoneSource]);

export const registrationTokenBody = z.strictObject({}).optional().nullable();
/** Any text, for what is no serial number is told as such. */
export const serialRegistrationTokenBody = z.strictObject({ serialNumber: z.string().max(256) });
export const registrationTokenAnswer = z.object({
  registrationToken: z.string(),
  /** Names the registration without being able to use it: to ask what has become of it. */
  registrationId: z.string(),
  expiresAt: z.int(),
});

export const registrationParameters = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });
export const registrationAnswer = z.object({
  /** `waiting`: its token can still be used. `expired`: it was not, in time. */
  state: z.enum(['waiting', 'registered', 'expired']),
  /** Of the camera that used it; null until then. */
  cameraId: cameraIdSchema.nullable(),
  /** Why the server refused the last camera that tried; it may try again. */
  refusal: z.enum(errorCodes).nullable(),
  expiresAt: z.int(),
});

/** What a camera that registers itself says at its own address. */
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
  source: cameraSource,
});
export const registerCameraAnswer = z.object({
  camera: cameraSchema,
  /** Only for an agent or a phone: its credential for the agent link. Shown once. */
  agentToken: z.string().optional(),
});

export const probeSourceBody = z.strictObject({ source: z.discriminatedUnion('kind', [rtspSource, onvifSource]) });
export const probedTrack = z.object({
  kind: z.enum(['video', 'audio']),
  /** As in an SDP: H264, H265, MPEG4-GENERIC, PCMA … */
  encoding: z.string(),
  playable: z.boolean(),
  width: z.int().optional(),
  height: z.int().optional(),
});
export const probeSourceAnswer = z.object({
  tracks: z.array(probedTrack),
  /** What an ONVIF camera says of itself; empty texts where it says nothing. */
  device: z.object({ manufacturer: z.string(), model: z.string(), hasLowStream: z.boolean() }).optional(),
});

export const discoverCamerasBody = z.strictObject({}).optional().nullable();
export const discoveredCamera = z.object({
  /** To be given as the address of an ONVIF source. */
  address: z.string(),
  /** As the camera calls itself; empty where it does not. */
  name: z.string(),
  model: z.string(),
  /** The caller has a camera at this address already. */
  isAdded: z.boolean(),
});
export const discoverCamerasAnswer = z.object({
  /** False: this server does not look into networks, by its operator's choice. */
  isAvailable: z.boolean(),
  cameras: z.array(discoveredCamera),
});

export const foundPictureBody = z.strictObject({
  /** As the search named it. */
  address: z.string().trim().min(1).max(2048),
  username: z.string().max(256).optional(),
  password: z.string().max(256).optional(),
});

const modelTexts = z.object({
  name: z.string().min(1).max(100),
  /** What it is, in a sentence. */
  about: z.string().max(300),
  /** How it is brought back to how it was delivered; without it the step is left out. */
  reset: z.string().max(600).optional(),
});
/** What the add flow offers. A static file of the app, `/camera-models.json`: an operator puts other models into it. */
export const cameraModelSchema = z.object({
  modelId: z.string().regex(/^[\w-]{1,64}$/),
  /** A picture beside the app. */
  imageUrl: z.string().regex(/^(?:\/[\w-]+)+\.(?:svg|png|webp|jpg)$/),
  capabilities: z.object({
    /** Reads a registration code with its lens. */
    qrscan: z.boolean(),
    /** Is found in the network (ONVIF). */
    wsdiscovery: z.boolean(),
    mic: z.boolean(),
    infrared: z.boolean(),
  }),
  /** By language; English is what the others fall back to. */
  translations: z.object({ en: modelTexts, ru: modelTexts.optional() }),
});
export const cameraModelList = z.array(cameraModelSchema).max(200);

export type RtspSource = z.input<typeof rtspSource>;
export type OnvifSource = z.input<typeof onvifSource>;
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

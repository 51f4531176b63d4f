import { z } from 'zod';
import { timeZoneNames } from '../../kernel/time-zones.ts';
import type { CameraCommand } from '../../protocols/control-protocol.ts';

/** Specification 2, section 3: always, motions only, disabled. */
export const archiveRecording = z.enum(['always', 'motion', 'disabled']);
export const cameraSettingsSchema = z.object({
  isSoundRecorded: z.boolean(),
  /** `motion`: from 10 s before to 10 s after a motion. */
  archiveRecording,
});
export const updateCameraSettingsBody = z
  .strictObject(cameraSettingsSchema.shape)
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'Give what is to be changed.' });

export const cameraLens = z.enum(['front', 'rear']);
export const nightVision = z.enum(['on', 'off', 'auto']);
/** Clockwise rotation of the picture in degrees: 90 and 270 make it portrait. */
export const pictureRotation = z.literal([0, 90, 180, 270]);
/** One of the listed time zones; the specification gives the bounds, GMT-11 and GMT+14. */
export const timeZoneName = z.literal(timeZoneNames);

const deviceShape = {
  isMicrophoneOn: z.boolean(),
  /** Percent. */
  microphoneSensitivity: z.int().min(0).max(100),
  lens: cameraLens,
  isFlashlightOn: z.boolean(),
  isWiFiOnly: z.boolean(),
  rotation: pictureRotation,
  isMirroredHorizontally: z.boolean(),
  isMirroredVertically: z.boolean(),
  nightVision,
  timeZone: timeZoneName,
};
export const updateDeviceSettingsBody = z
  .strictObject(deviceShape)
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'Give what is to be changed.' });

const address = z.string().max(45);
/** A network interface of a camera. Null stands for what the camera doesn't report. */
export const networkInterfaceSchema = z.object({
  type: z.enum(['ethernet', 'wireless']).nullable(),
  name: z.string().max(100),
  /** MAC address, its bytes separated by colons. */
  mac: z.string().max(40).nullable(),
  /** Name of the wireless network. */
  essid: z.string().max(100).nullable(),
  /** Wi-Fi signal strength, 0–1. */
  signal: z.number().min(0).max(1).nullable(),
  isActive: z.boolean(),
  ipMode: z.enum(['dhcp', 'static']).nullable(),
  ip: address.nullable(),
  mask: address.nullable(),
  prefixLength: z.int().min(0).max(128).nullable(),
  gateway: address.nullable(),
  primaryDns: address.nullable(),
  secondaryDns: address.nullable(),
});

const interfaceName = z.string().min(1).max(100);
/** The new configuration of the network interface with this name. */
export const updateNetworkBody = z
  .discriminatedUnion('ipMode', [
    z.strictObject({ name: interfaceName, ipMode: z.literal('dhcp') }),
    z.strictObject({
      name: interfaceName,
      ipMode: z.literal('static'),
      ip: z.ipv4(),
      prefixLength: z.int().min(8).max(30),
      gateway: z.ipv4().nullable(),
      primaryDns: z.ipv4().nullable(),
      secondaryDns: z.ipv4().nullable(),
    }),
  ])
  .refine(
    (body) =>
      body.ipMode === 'dhcp' ||
      body.gateway === null ||
      networkOf(body.ip, body.prefixLength) === networkOf(body.gateway, body.prefixLength),
    {
      path: ['gateway'],
      message: 'The gateway must be in the camera’s own network.',
    },
  );

/** Returns the network part of an IPv4 address. */
function networkOf(ip: string, prefixLength: number): number {
  return Math.floor(ip.split('.').reduce((all, part) => all * 256 + Number(part), 0) / 2 ** (32 - prefixLength));
}

/** Settings as the camera reports them. A missing one is not supported. */
export const deviceStateSchema = z.object({
  /** A time zone that is not listed is null. */
  settings: z.object({ ...deviceShape, timeZone: timeZoneName.nullable() }).partial(),
  /** Supported values of the settings that not every camera supports in full. */
  choices: z.object({ rotation: z.array(pictureRotation).max(4), nightVision: z.array(nightVision).max(3) }).partial(),
  network: z.array(networkInterfaceSchema).max(16),
});
export const deviceSettingsSchema = deviceStateSchema.extend({ canRestart: z.boolean(), canChangeNetwork: z.boolean() });

export const readSettingsCommand = {
  name: 'settings.read',
  parameters: z.strictObject({}),
  result: deviceStateSchema,
} as const satisfies CameraCommand;
/** Returns the settings that are in effect afterwards. An unsupported setting is `camera-unsupported`, and nothing changes. */
export const writeSettingsCommand = {
  name: 'settings.write',
  parameters: updateDeviceSettingsBody,
  result: deviceStateSchema,
} as const satisfies CameraCommand;
/** Answered once the camera has received the change. It may get another address afterwards, or restart first. */
export const writeNetworkCommand = {
  name: 'network.write',
  parameters: updateNetworkBody,
  result: z.strictObject({ isRestarting: z.boolean() }),
} as const satisfies CameraCommand;
/** Answered before the restart begins. */
export const restartCommand = {
  name: 'camera.restart',
  parameters: z.strictObject({}),
  result: z.strictObject({}),
} as const satisfies CameraCommand;

export type ArchiveRecording = z.infer<typeof archiveRecording>;
export type CameraSettings = z.infer<typeof cameraSettingsSchema>;
export type UpdateCameraSettingsBody = z.input<typeof updateCameraSettingsBody>;
export type CameraLens = z.infer<typeof cameraLens>;
export type NightVision = z.infer<typeof nightVision>;
export type PictureRotation = z.infer<typeof pictureRotation>;
export type NetworkInterface = z.infer<typeof networkInterfaceSchema>;
export type UpdateNetworkBody = z.input<typeof updateNetworkBody>;
export type DeviceState = z.infer<typeof deviceStateSchema>;
export type DeviceSettings = z.infer<typeof deviceSettingsSchema>;
export type UpdateDeviceSettingsBody = z.input<typeof updateDeviceSettingsBody>;

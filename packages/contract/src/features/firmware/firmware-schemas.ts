import { z } from 'zod';
import { errorCodes } from '../../kernel/errors.ts';
import type { CameraCommand } from '../../protocols/control-protocol.ts';

/** `1.20.3` */
export const firmwareVersionSchema = z.string().regex(/^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/);
/** The signed description of a package, stored beside it. */
export const firmwareManifest = z.strictObject({
  /** Model of the cameras that the package is for. */
  model: z.string().min(1).max(100),
  version: firmwareVersionSchema,
  /** Size in bytes. */
  size: z.int().min(1).max(500_000_000),
  /** SHA-256 of the package, hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Ed25519 signature of `firmwareText`, base64url. */
  signature: z.string().regex(/^[\w-]{86}$/),
});
export type FirmwareManifest = z.infer<typeof firmwareManifest>;

/** Returns the text that is signed. Its parts can't be confused with each other. */
export function firmwareText({ model, version, size, sha256 }: Omit<FirmwareManifest, 'signature'>): string {
  return JSON.stringify(['watchpost-firmware', model, version, size, sha256]);
}

/** Compares two versions: positive if the first is newer. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (const index of [0, 1, 2]) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const code = z.enum(errorCodes);
export const firmwareCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('failed'), code }),
  z.object({ kind: z.literal('up-to-date') }),
  z.object({ kind: z.literal('available'), version: firmwareVersionSchema, size: z.int() }),
]);
/** Specification 2, section 4. Querying the camera precedes its four steps. */
export const firmwareSteps = ['request', 'initial', 'download', 'install', 'restart'] as const;
export const firmwareUpdate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** `version` is null until the camera reports it; `fraction` of this step is 0–1, null if unknown. */
  z.object({
    kind: z.literal('running'),
    version: firmwareVersionSchema.nullable(),
    step: z.enum(firmwareSteps),
    fraction: z.number().min(0).max(1).nullable(),
  }),
  z.object({ kind: z.literal('failed'), version: firmwareVersionSchema.nullable(), code }),
  z.object({ kind: z.literal('done'), version: firmwareVersionSchema }),
]);
export const firmwareSchema = z.object({
  /** Null if the camera doesn't report it. */
  installed: z.string().nullable(),
  check: firmwareCheck,
  /** The last update since the server's start. */
  update: firmwareUpdate,
});
export const firmwareParameters = z.object({ version: firmwareVersionSchema });

const nothing = z.object({});
/** Checks that the package is genuine and newer, and that the camera has space for it. */
export const prepareFirmwareCommand = {
  name: 'firmware.prepare',
  parameters: z.object({ manifest: firmwareManifest }),
  result: nothing,
} as const satisfies CameraCommand;
/** Downloads the prepared package and checks it, with progress. */
export const downloadFirmwareCommand = { name: 'firmware.download', parameters: nothing, result: nothing } as const satisfies CameraCommand;
/** Installs the package beside the running version. */
export const installFirmwareCommand = { name: 'firmware.install', parameters: nothing, result: nothing } as const satisfies CameraCommand;
/** Starts the new version. If it doesn't reach the server, the camera returns to the previous one. */
export const restartFirmwareCommand = { name: 'firmware.restart', parameters: nothing, result: nothing } as const satisfies CameraCommand;

export type FirmwareCheck = z.infer<typeof firmwareCheck>;
export type FirmwareUpdate = z.infer<typeof firmwareUpdate>;
export type FirmwareStep = (typeof firmwareSteps)[number];
export type Firmware = z.infer<typeof firmwareSchema>;

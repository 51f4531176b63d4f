import { z } from 'zod';
import { errorCodes } from '../../kernel/errors.ts';
import type { CameraCommand } from '../../protocols/control-protocol.ts';

/** `1.20.3` */
export const firmwareVersionSchema = z.string().regex(/^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/);
/** What says which package is genuine; it lies beside the package. */
export const firmwareManifest = z.strictObject({
  /** Of the cameras that it is for. */
  model: z.string().min(1).max(100),
  version: firmwareVersionSchema,
  /** Bytes. */
  size: z.int().min(1).max(500_000_000),
  /** Of the package, hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Ed25519 of `firmwareText`, base64url. */
  signature: z.string().regex(/^[\w-]{86}$/),
});
export type FirmwareManifest = z.infer<typeof firmwareManifest>;

/** What is signed: nothing of it can be taken for another part. */
export function firmwareText({ model, version, size, sha256 }: Omit<FirmwareManifest, 'signature'>): string {
  return JSON.stringify(['watchpost-firmware', model, version, size, sha256]);
}

/** Above 0 when the first is newer. */
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
/** Specification 2, section 4; asking the camera comes before its four steps. */
export const firmwareSteps = ['request', 'initial', 'download', 'install', 'restart'] as const;
export const firmwareUpdate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** `version` is null until the camera has said what it has; `fraction` of this step, 0–1, null where it is not known. */
  z.object({ kind: z.literal('running'), version: firmwareVersionSchema.nullable(), step: z.enum(firmwareSteps), fraction: z.number().min(0).max(1).nullable() }),
  z.object({ kind: z.literal('failed'), version: firmwareVersionSchema.nullable(), code }),
  z.object({ kind: z.literal('done'), version: firmwareVersionSchema }),
]);
export const firmwareSchema = z.object({
  /** Null where the camera does not tell. */
  installed: z.string().nullable(),
  check: firmwareCheck,
  /** The last one since the server's start. */
  update: firmwareUpdate,
});
export const firmwareParameters = z.object({ version: firmwareVersionSchema });

const nothing = z.object({});
/** Whether the camera takes this package: genuine, newer, and there is room. */
export const prepareFirmwareCommand = { name: 'firmware.prepare', parameters: z.object({ manifest: firmwareManifest }), result: nothing } as const satisfies CameraCommand;
/** Fetches what was prepared and checks it, with progress. */
export const downloadFirmwareCommand = { name: 'firmware.download', parameters: nothing, result: nothing } as const satisfies CameraCommand;
/** Puts it in place beside what runs. */
export const installFirmwareCommand = { name: 'firmware.install', parameters: nothing, result: nothing } as const satisfies CameraCommand;
/** Starts it; where it does not reach the server, the camera goes back to what ran before. */
export const restartFirmwareCommand = { name: 'firmware.restart', parameters: nothing, result: nothing } as const satisfies CameraCommand;

export type FirmwareCheck = z.infer<typeof firmwareCheck>;
export type FirmwareUpdate = z.infer<typeof firmwareUpdate>;
export type FirmwareStep = (typeof firmwareSteps)[number];
export type Firmware = z.infer<typeof firmwareSchema>;

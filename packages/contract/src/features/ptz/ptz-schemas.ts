import { z } from 'zod';
import type { CameraCommand } from '../../protocols/control-protocol.ts';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';

/** Share of the camera's highest speed: 1 is right, up or closer, −1 left, down or wider, 0 is rest. */
const speed = z.number().min(-1).max(1);
export const ptzVelocity = z.strictObject({ pan: speed, tilt: speed, zoom: speed });

/** The camera's own name for it, as ONVIF bounds it; printable, so that it can stand in an address, where . and .. can not. */
export const ptzPresetId = z.string().regex(/^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]{1,64}$/u);
/** 1 to 64 characters, trimmed: more does not fit into cameras. */
export const ptzPresetName = z.string().trim().min(1).max(64);
export const ptzPreset = z.object({
  id: ptzPresetId,
  /** Empty where the camera knows none. */
  name: z.string().max(100),
});
/** Dome cameras list 300 and more. */
export const mostPtzPresets = 512;

/** What one camera can do. */
export const ptzAbilities = z.object({
  canPan: z.boolean(),
  canTilt: z.boolean(),
  canZoom: z.boolean(),
  hasHome: z.boolean(),
  /** Home can be put elsewhere. */
  canSetHome: z.boolean(),
  /** How many presets it can keep; 0: it knows none. */
  mostPresets: z.int().min(0),
});

const dwellSeconds = z.int().min(5).max(3600);
/** From preset to preset in this order, over and over. It waits while somebody steers. */
export const ptzPatrol = z.object({ presetIds: z.array(ptzPresetId).max(32), dwellSeconds, isRunning: z.boolean() });
export const setPtzPatrolBody = z
  .strictObject({ presetIds: ptzPatrol.shape.presetIds, dwellSeconds, isRunning: z.boolean() })
  .refine(({ presetIds, isRunning }) => !isRunning || new Set(presetIds).size > 1, { path: ['presetIds'], message: 'A patrol needs two places.' });

export const ptzSchema = z.object({
  /** Null: this camera can't be steered. */
  abilities: ptzAbilities.nullable(),
  presets: z.array(ptzPreset),
  /** Whose hand is on it now; for some seconds after the last movement nobody else's can be. */
  steering: z.enum(['nobody', 'you', 'other']),
  patrol: ptzPatrol,
});

/** Made by a page for as long as it is open. */
const steererId = z.string().regex(/^[\w-]{8,64}$/);
export const movePtzBody = z.strictObject({
  ...ptzVelocity.shape,
  steererId,
  /** Rises with every call of one page: what comes late changes nothing. */
  sequence: z.int().min(0),
});
export const ptzTarget = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('home') }), z.strictObject({ kind: z.literal('preset'), presetId: ptzPresetId })]);
export const goPtzBody = z.strictObject({ steererId, target: ptzTarget });
export const ptzPresetBody = z.strictObject({ name: ptzPresetName });
export const ptzPresetParameters = z.object({ id: cameraIdSchema, presetId: ptzPresetId });

const nothing = z.object({});

/** What it can do and the presets that it keeps. */
export const ptzReadCommand = { name: 'ptz.read', parameters: nothing, result: z.object({ abilities: ptzAbilities, presets: z.array(ptzPreset).max(mostPtzPresets) }) } as const satisfies CameraCommand;
/** `lifetime`: ms after which the camera stops by itself unless it is told again. All 0 stops at once. */
export const ptzMoveCommand = { name: 'ptz.move', parameters: ptzVelocity.extend({ lifetime: z.int().min(500).max(10_000) }), result: nothing } as const satisfies CameraCommand;
export const ptzGoCommand = { name: 'ptz.go', parameters: ptzTarget, result: nothing } as const satisfies CameraCommand;
export const ptzSetHomeCommand = { name: 'ptz.set-home', parameters: nothing, result: nothing } as const satisfies CameraCommand;
/** `presetId`: which to replace; null makes a new one. */
export const ptzSavePresetCommand = { name: 'ptz.save-preset', parameters: z.object({ presetId: ptzPresetId.nullable(), name: ptzPresetName }), result: ptzPreset } as const satisfies CameraCommand;
export const ptzRemovePresetCommand = { name: 'ptz.remove-preset', parameters: z.object({ presetId: ptzPresetId }), result: nothing } as const satisfies CameraCommand;

export type PtzVelocity = z.infer<typeof ptzVelocity>;
export type PtzPreset = z.infer<typeof ptzPreset>;
export type PtzAbilities = z.infer<typeof ptzAbilities>;
export type PtzPatrol = z.infer<typeof ptzPatrol>;
export type PtzTarget = z.infer<typeof ptzTarget>;
export type Ptz = z.infer<typeof ptzSchema>;
export type MovePtzBody = z.infer<typeof movePtzBody>;
export type SetPtzPatrolBody = z.infer<typeof setPtzPatrolBody>;

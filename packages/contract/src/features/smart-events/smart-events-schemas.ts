import { z } from 'zod';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';
import { areaSchema } from '../events/events-schemas.ts';
import { detectionEngineSchema } from './smart-events-engine-schemas.ts';
import {
  boxVerdicts,
  detectionTypes,
  isSimplePolygon,
  maxZoneShareOf,
  maxDetectionLines,
  maxDetectionZones,
  maxPathPoints,
  maxZonePoints,
  minZonePoints,
  polygonArea,
  minLineLength,
  type DetectionType,
  type SwitchableDetection,
} from '../../protocols/detection-protocol.ts';

export type { DetectionType, SwitchableDetection };
export {
  detectionConflicts,
  isInsidePolygon,
  isSimplePolygon,
  maxZoneShare,
  maxZoneShareOf,
  lineCrossingOf,
  lineSideOf,
  polygonArea,
  type LineCrossing,
  type LineSide,
  type PicturePoint,
} from '../../protocols/detection-protocol.ts';

export {
  defaultSoundSensitivity,
  listSoundDetectionsAnswer,
  soundAnalysisSchema,
  soundDetectionParameters,
  soundDetectionSettingsSchema,
  soundDetectionType,
  updateSoundDetectionBody,
  type CameraSoundDetections,
  type SoundAnalysis,
  type SoundDetectionSettings,
  type UpdateSoundDetectionBody,
} from './smart-events-sound-schemas.ts';

export {
  defaultPlugInConfidence,
  listPlugInDetectionsAnswer,
  plugInDetectionParameters,
  plugInDetectionSettingsSchema,
  updatePlugInDetectionBody,
  type CameraPlugInDetections,
  type PlugInDetectionSettings,
  type UpdatePlugInDetectionBody,
} from './smart-events-plug-in-schemas.ts';
export { lookCommand, type LookParameters, type LookResult } from './smart-events-look-schemas.ts';
export { detectionEngineSchema, type DetectionEngine } from './smart-events-engine-schemas.ts';

/** Smart events with settings of their own (specification 2, section 3). Those of motion are `motion-detection` of the events. */
export const detectionType = z.enum(detectionTypes);
/** Everything that can be turned off for a detection that can't run beside it. */
export const switchableDetection = z.enum(['motion', ...detectionType.options]);
/** What an object is recognised as. */
export const objectClass = z.enum(['human', 'vehicle', 'animal']);

const maxReplayMs = 2 * 86_400_000;
const share = z.number().min(0).max(1);
/** A point of the picture, from its upper left corner, 0 to 1. */
export const pointSchema = z.object({ x: share, y: share });

const shapeId = z.string().regex(/^[\w-]{1,64}$/);
/** Appears in events as their label. */
const shapeName = z.string().trim().min(1).max(40);

/** A polygon that doesn't cross itself. */
export const detectionZoneSchema = z.object({
  id: shapeId,
  name: shapeName,
  points: z.array(pointSchema).min(minZonePoints).max(maxZonePoints),
});
export const lineDirection = z.enum(['aToB', 'bToA', 'both']);
/**
 * A line that objects cross from side to side. Side a lies to the left of someone who walks on the screen from `from` to `to`: above a
 * line that goes to the right. `lineSideOf` finds the side of a point.
 */
export const detectionLineSchema = z.object({ id: shapeId, name: shapeName, from: pointSchema, to: pointSchema, direction: lineDirection });

export const detectionScene = z.enum(['indoor', 'outdoor']);
export const intrusionDirection = z.enum(['enter', 'left', 'both']);
/** Classes that lines and intrusions can be limited to. */
export const detectedClass = z.enum(['human', 'vehicle']);

const common = {
  isEnabled: z.boolean(),
  /** The minimum score of a single box, 0 to 1. */
  confidence: share,
  /** The minimum median of an object's scores, 0 to 1. */
  threshold: share,
  /** How small an object may be, 0 to 10; 10 finds the smallest. */
  sensitivity: z.int().min(0).max(10),
  scene: detectionScene,
};
/** At least one. */
const classes = z.array(detectedClass).min(1).max(detectedClass.options.length);
const dwellSeconds = z.int().min(0).max(300);
/** Where objects count; the whole picture if empty. */
const zones = z.array(detectionZoneSchema).max(maxDetectionZones);
/** Without a line, nothing is detected. */
const lines = z.array(detectionLineSchema).max(maxDetectionLines);

export const detectionSettingsSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('human'), ...common, zones }),
  z.object({ type: z.literal('vehicle'), ...common, zones }),
  z.object({ type: z.literal('lineCrossing'), ...common, lines, classes }),
  z.object({
    type: z.literal('intrusion'),
    ...common,
    zones,
    classes,
    direction: intrusionDirection,
    /** How long an object must stay in the zone until it counts. */
    dwellSeconds,
  }),
]);

export const listDetectionsAnswer = z.object({
  engine: detectionEngineSchema,
  /** Whether pictures are skipped, because the recognition needs more CPU time than the operator allows. */
  isOverBudget: z.boolean(),
  /** One of each type. */
  detections: z.array(detectionSettingsSchema),
  /** Whether motion is reported as events. */
  isMotionEnabled: z.boolean(),
});
export const detectionParameters = z.object({ id: cameraIdSchema, type: detectionType });

const withOwnIds = <T extends { readonly id: string }>(shapes: readonly T[]): boolean =>
  new Set(shapes.map(({ id }) => id)).size === shapes.length;
const differentIds = { message: 'Each shape needs an id of its own.' };
const pointBody = z.strictObject(pointSchema.shape);
const zoneBody = z.strictObject({ ...detectionZoneSchema.shape, points: z.array(pointBody).min(minZonePoints).max(maxZonePoints) });
const lineBody = z.strictObject({ ...detectionLineSchema.shape, from: pointBody, to: pointBody });
const zonesBody = (type: DetectionType) =>
  z
    .array(
      zoneBody.superRefine(({ name, points }, { addIssue }) => {
        if (!isSimplePolygon(points))
          addIssue({ code: 'custom', path: ['points'], message: `The edges of “${name}” must not cross or touch each other.` });
        else if (polygonArea(points) > maxZoneShareOf(type))
          addIssue({
            code: 'custom',
            path: ['points'],
            message: `Too large: the area of “${name}” exceeds the allowed limit of ${maxZoneShareOf(type) * 100} % of the picture. Reduce it.`,
          });
      }),
    )
    .max(maxDetectionZones)
    .refine(withOwnIds, differentIds);
const linesBody = z
  .array(
    lineBody.refine(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y) >= minLineLength, { path: ['to'], message: 'Too short' }),
  )
  .max(maxDetectionLines)
  .refine(withOwnIds, differentIds);
const uniqueClasses = classes.refine((chosen) => new Set(chosen).size === chosen.length, { message: 'Name each class once.' });
/** Detections to turn off, because they can't run beside this one. */
const turnOff = z.array(switchableDetection).max(switchableDetection.options.length);

const changed = (body: object): boolean => Object.keys(body).length > 0;
const nothingChanged = { message: 'Give what is to be changed.' };
/** What can be changed of each detection. */
export const updateDetectionBodies = {
  human: z
    .strictObject({ ...common, zones: zonesBody('human'), turnOff })
    .partial()
    .refine(changed, nothingChanged),
  vehicle: z
    .strictObject({ ...common, zones: zonesBody('vehicle'), turnOff })
    .partial()
    .refine(changed, nothingChanged),
  lineCrossing: z
    .strictObject({ ...common, lines: linesBody, classes: uniqueClasses, turnOff })
    .partial()
    .refine(changed, nothingChanged),
  intrusion: z
    .strictObject({
      ...common,
      zones: zonesBody('intrusion'),
      classes: uniqueClasses,
      direction: intrusionDirection,
      dwellSeconds,
      turnOff,
    })
    .partial()
    .refine(changed, nothingChanged),
} as const satisfies Readonly<Record<DetectionType, z.ZodType>>;
/** All that any detection has. `updateDetectionBodies` says what one of them takes. */
export const updateDetectionBody = z
  .strictObject({
    ...common,
    zones: z.array(zoneBody).max(maxDetectionZones),
    lines: z.array(lineBody).max(maxDetectionLines),
    classes,
    direction: intrusionDirection,
    dwellSeconds,
    turnOff,
  })
  .partial()
  .refine(changed, nothingChanged);

/** Unsaved settings to try, without the detection's switch; what is missing is as it is saved. */
export const detectionDraftBody = z
  .strictObject({
    confidence: share,
    threshold: share,
    sensitivity: common.sensitivity,
    scene: detectionScene,
    zones: z.array(zoneBody).max(maxDetectionZones),
    lines: z.array(lineBody).max(maxDetectionLines),
    classes,
    direction: intrusionDirection,
    dwellSeconds,
  })
  .partial();

const unixMs = z.int().min(0);
/** An object in one picture of a test. */
export const testedBoxSchema = z.object({
  /** The same in all pictures that show this object. */
  trackId: z.int(),
  objectClass,
  /** In this picture. */
  score: share,
  box: areaSchema,
  /** Where it stood, the middle of its lower edge, oldest first; the last one is this picture's. */
  path: z.array(pointSchema).max(maxPathPoints),
  verdict: z.enum(boxVerdicts),
});
/** What would have become an event. */
export const testedEventSchema = z.object({
  type: detectionType,
  /** Name of the zone or line; null for the whole picture. */
  label: z.string().nullable(),
  objectClass,
  score: share,
  /** Where the object is in the picture; absent from older servers. */
  box: areaSchema.optional(),
});
/** What a test has seen in one picture. */
export const detectionTestFrameSchema = z.object({
  kind: z.literal('frame'),
  /** When the picture was taken, Unix ms: draw it over this picture, which a viewer sees later. */
  at: unixMs,
  boxes: z.array(testedBoxSchema),
  events: z.array(testedEventSchema),
  /** CPU time that the picture took, ms. */
  cpuMs: z.number().min(0),
});
/**
 * A line of a test's answer. `alive` comes every few seconds. It ends by itself after ten minutes, when the same person tests this camera
 * again, or without the access or the camera.
 */
export const detectionTestMessageSchema = z.discriminatedUnion('kind', [
  detectionTestFrameSchema,
  z.object({ kind: z.literal('alive'), isOverBudget: z.boolean() }),
  z.object({ kind: z.literal('ended'), reason: z.enum(['time-limit', 'replaced', 'access-ended', 'camera-offline', 'server-stopping']) }),
]);

/** Which recordings to try the settings on, Unix ms; at most two days. */
export const detectionReplayQuery = z
  .object({ from: z.coerce.number().int().min(0), to: z.coerce.number().int().min(0) })
  .refine(({ from, to }) => to > from && to - from <= maxReplayMs, { path: ['to'], message: 'Up to two days after from.' });
/** An event that the settings would have made of a recording. */
export const replayedEventSchema = z.object({
  ...testedEventSchema.shape,
  /** When it would have begun, Unix ms. */
  at: unixMs,
  /** Where the object is in the picture. */
  box: areaSchema,
  /** The picture that shows it best: a JPEG in Base64; null if none could be made. */
  picture: z.base64().nullable(),
});
/** A line of a replay's answer. Newest recordings come first. */
export const detectionReplayMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('found'), event: replayedEventSchema }),
  z.object({
    kind: z.literal('progress'),
    /** Stretches with motion, and how many of them were looked at. */
    total: z.int().min(0),
    done: z.int().min(0),
    /** Everything from here on was looked at, Unix ms. */
    from: unixMs,
  }),
  z.object({
    kind: z.literal('ended'),
    /** `limit`: the newest stretches, or as much as the CPU time allows. */
    reason: z.enum(['complete', 'limit', 'no-footage', 'access-ended', 'server-stopping']),
  }),
]);

/** The details of the error `detection-conflict`: what is enabled and can't run beside it, and can be named in `turnOff`. */
export const detectionConflictDetails = z.object({ conflicts: z.array(switchableDetection).min(1) });

/** Returns the settings that a detection has until they are changed. */
export function defaultDetection<T extends DetectionType>(type: T): DetectionSettingsOf<T>;
export function defaultDetection(type: DetectionType): DetectionSettings {
  const shared = { isEnabled: false, confidence: 0.5, threshold: 0.6, sensitivity: 6, scene: 'outdoor' } as const;
  switch (type) {
    case 'human':
    case 'vehicle':
      return { type, ...shared, zones: [] };
    case 'lineCrossing':
      return { type, ...shared, lines: [], classes: ['human', 'vehicle'] };
    case 'intrusion':
      return { type, ...shared, zones: [], classes: ['human', 'vehicle'], direction: 'enter', dwellSeconds: 0 };
  }
}

export type ObjectClass = z.infer<typeof objectClass>;
export type DetectedClass = z.infer<typeof detectedClass>;
export type DetectionScene = z.infer<typeof detectionScene>;
export type LineDirection = z.infer<typeof lineDirection>;
export type IntrusionDirection = z.infer<typeof intrusionDirection>;
export type DetectionZone = z.infer<typeof detectionZoneSchema>;
export type DetectionLine = z.infer<typeof detectionLineSchema>;
export type DetectionSettings = z.infer<typeof detectionSettingsSchema>;
export type DetectionSettingsOf<T extends DetectionType> = Extract<DetectionSettings, { readonly type: T }>;
export type CameraDetections = z.infer<typeof listDetectionsAnswer>;
export type UpdateDetectionBody<T extends DetectionType = DetectionType> = z.input<(typeof updateDetectionBodies)[T]>;
/** Unsaved settings of a detection, to be tried. */
export type DetectionDraft<T extends DetectionType = DetectionType> = T extends DetectionType
  ? Omit<UpdateDetectionBody<T>, 'isEnabled' | 'turnOff'>
  : never;
export type DetectionDraftBody = z.infer<typeof detectionDraftBody>;
export type TestedBox = z.infer<typeof testedBoxSchema>;
export type TestedEvent = z.infer<typeof testedEventSchema>;
export type DetectionTestFrame = z.infer<typeof detectionTestFrameSchema>;
export type DetectionTestMessage = z.infer<typeof detectionTestMessageSchema>;
export type ReplayedEvent = z.infer<typeof replayedEventSchema>;
export type DetectionReplayMessage = z.infer<typeof detectionReplayMessageSchema>;

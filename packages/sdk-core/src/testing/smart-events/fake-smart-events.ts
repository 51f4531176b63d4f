import { updateMotionDetection } from '@watchpost/contract/endpoints/events';
import {
  listDetections,
  listPlugInDetections,
  listSoundDetections,
  replayDetection,
  testDetection,
  updateDetection,
  updatePlugInDetection,
  updateSoundDetection,
} from '@watchpost/contract/endpoints/smart-events';
import { errorMessages, errorStatus } from '@watchpost/contract/kernel';
import type { Endpoint, ErrorBody } from '@watchpost/contract/kernel';
import { detectionConflicts, detectionTypes, soundDetectionTypes } from '@watchpost/contract/protocols/detection';
import type { DetectionType, SwitchableDetection } from '@watchpost/contract/protocols/detection';
import type {
  CameraPlugInDetections,
  DetectionEngine,
  DetectionReplayMessage,
  DetectionSettings,
  DetectionTestMessage,
  SoundAnalysis,
  SoundDetectionSettings,
} from '@watchpost/contract/schemas/smart-events';
import type { FakeEventState } from '../fake-events.ts';

/** The in-memory server's smart events. */
export interface FakeSmartEventState {
  /** Whether objects are recognised. */
  detectionEngine: DetectionEngine;
  isDetectionOverBudget: boolean;
  /** Changed settings by camera id; all other cameras have the default settings. */
  readonly detections: Map<string, readonly DetectionSettings[]>;
  /** Whether sound can be analysed. */
  soundAnalysis: SoundAnalysis;
  isSoundOverBudget: boolean;
  /** Changed settings by camera id; all other cameras have the default settings. */
  readonly soundDetections: Map<string, readonly SoundDetectionSettings[]>;
  /** What the operator's own detector finds on all cameras; nothing without one. */
  plugInDetections: CameraPlugInDetections['detections'];
  /** What a test answers before it waits for the caller to leave. */
  detectionTest: readonly DetectionTestMessage[];
  /** What a replay answers. */
  detectionReplay: readonly DetectionReplayMessage[];
}

/** An engine that works, and cameras as they were added. */
export function createFakeSmartEvents(): FakeSmartEventState {
  return {
    detectionEngine: { state: 'ready' },
    isDetectionOverBudget: false,
    detections: new Map(),
    soundAnalysis: { state: 'ready' },
    isSoundOverBudget: false,
    soundDetections: new Map(),
    plugInDetections: [],
    detectionTest: [],
    detectionReplay: [],
  };
}

const common = { isEnabled: false, confidence: 0.5, threshold: 0.6, sensitivity: 6, scene: 'outdoor' } as const;
const defaults: readonly DetectionSettings[] = [
  { ...common, type: 'human', zones: [] },
  { ...common, type: 'vehicle', zones: [] },
  { ...common, type: 'lineCrossing', lines: [], classes: ['human', 'vehicle'] },
  { ...common, type: 'intrusion', zones: [], classes: ['human', 'vehicle'], direction: 'enter', dwellSeconds: 0 },
];

/** Answers a call about smart events, and a change of motion detection that can't run beside them; null for any other call. */
export function answerSmartEvents(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  state: FakeSmartEventState & Pick<FakeEventState, 'motionDetection'>,
): Response | null {
  const [, cameraId = ''] = /\/cameras\/([^/]+)\//.exec(path) ?? [];
  const known = state.detections.get(cameraId) ?? defaults;
  const isOn = (type: SwitchableDetection): boolean =>
    type === 'motion' ? (state.motionDetection.get(cameraId)?.isEnabled ?? true) : known.some((one) => one.type === type && one.isEnabled);
  const { turnOff, ...change } = body;
  const isTurnedOff = (type: SwitchableDetection): boolean => Array.isArray(turnOff) && turnOff.includes(type);
  const conflictsOf = (type: SwitchableDetection): SwitchableDetection[] =>
    change['isEnabled'] === true ? detectionConflicts[type].filter((other) => isOn(other) && !isTurnedOff(other)) : [];
  const without = (settings: DetectionSettings): DetectionSettings =>
    isTurnedOff(settings.type) ? { ...settings, isEnabled: false } : settings;

  if (is(listDetections))
    return Response.json({
      engine: state.detectionEngine,
      isOverBudget: state.isDetectionOverBudget,
      detections: known,
      isMotionEnabled: isOn('motion'),
    });
  if (is(updateMotionDetection)) {
    const conflicts = conflictsOf('motion');
    if (conflicts.length > 0) return refusal(conflicts);
    state.detections.set(cameraId, known.map(without));
    return null;
  }
  if (is(listSoundDetections) || is(updateSoundDetection)) return answerSounds(is, path, cameraId, change, state);
  if (is(listPlugInDetections)) return Response.json({ detections: state.plugInDetections });
  if (is(updatePlugInDetection)) {
    state.plugInDetections = state.plugInDetections.map((one) => (path.endsWith(`/${one.type}`) ? { ...one, ...change } : one));
    return Response.json(state.plugInDetections.find((one) => path.endsWith(`/${one.type}`)) ?? null);
  }
  if (is(testDetection)) return new Response(linesOf(state.detectionTest, { endsByItself: false }));
  if (is(replayDetection)) return new Response(linesOf(state.detectionReplay, { endsByItself: true }));
  if (!is(updateDetection)) return null;
  const type = detectionTypes.find((one) => path.endsWith(`/${one}`));
  if (type === undefined) return null;
  const conflicts = conflictsOf(type);
  if (conflicts.length > 0) return refusal(conflicts);
  if (isTurnedOff('motion')) {
    const motion = state.motionDetection.get(cameraId) ?? { sensitivity: 6, areas: [] };
    state.motionDetection.set(cameraId, { ...motion, isEnabled: false });
  }
  const detections = known.map((settings) => (settings.type === type ? { ...settings, ...change } : without(settings)));
  state.detections.set(cameraId, detections);
  return Response.json(detections.find(ofType(type)));
}

function answerSounds(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  cameraId: string,
  change: Readonly<Record<string, unknown>>,
  state: FakeSmartEventState,
): Response | null {
  const known = state.soundDetections.get(cameraId) ?? soundDetectionTypes.map((type) => ({ type, isEnabled: false, sensitivity: 5 }));
  if (is(listSoundDetections))
    return Response.json({ analysis: state.soundAnalysis, isOverBudget: state.isSoundOverBudget, detections: known });
  const changed = known.map((one) => (path.endsWith(`/${one.type}`) ? { ...one, ...change } : one));
  state.soundDetections.set(cameraId, changed);
  return Response.json(changed.find(({ type }) => path.endsWith(`/${type}`)) ?? null);
}

const ofType =
  (type: DetectionType) =>
  (settings: DetectionSettings): boolean =>
    settings.type === type;

function linesOf(messages: readonly object[], { endsByItself }: { readonly endsByItself: boolean }): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => {
      for (const message of messages) controller.enqueue(encoder.encode(`${JSON.stringify(message)}\n`));
      if (endsByItself) controller.close();
    },
  });
}

function refusal(conflicts: readonly SwitchableDetection[]): Response {
  const body: ErrorBody = {
    error: { code: 'detection-conflict', message: errorMessages.en['detection-conflict'], details: { conflicts } },
  };
  return Response.json(body, { status: errorStatus['detection-conflict'] });
}

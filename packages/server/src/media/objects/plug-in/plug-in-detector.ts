import type { PlugInDetectionType } from '@watchpost/contract/protocols/detection';
import type { DetectionEngine } from '@watchpost/contract/schemas/smart-events';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../../kernel/log.ts';
import type { DetectorSettings } from '../../../kernel/settings/detector-settings.ts';
import type { Jpeg } from '../engine/jpeg-encoder.ts';
import { createLookProcess, type LookProcess } from '../engine/look-process.ts';
import type { Look, LookRequest, ObjectDetector } from '../engine/object-detector.ts';
import { exitWithoutDecoder, withPictures } from '../engine/object-messages.ts';
import { findPackage } from '../model/model-package.ts';
import { findingsIn, objectsIn, type DetectorAnswer } from './detector-answer.ts';
import { createDetectorCircuit, type DetectorCircuit } from './detector-circuit.ts';
import { createDetectorClient, type DetectorClient } from './detector-client.ts';
import { createDetectorFindings } from './detector-findings.ts';
import { soundFindingOf } from './detector-labels.ts';
import type { Finding } from './finding-rules.ts';

interface PlugInDetectorDeps {
  readonly settings: DetectorSettings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random: () => number;
  /** For tests. */
  readonly process?: LookProcess;
  /** HTTP to the configured address by default. */
  readonly client?: DetectorClient;
}

/** The operator's own detector: also says what else it finds, and hears. */
export interface PlugInDetector extends ObjectDetector {
  /** What it finds beside objects. */
  finds(): readonly PlugInDetectionType[];
  /** Whether it works for this type. */
  engineOf(type: PlugInDetectionType): DetectionEngine;
  /** Finds sounds in a WAV of 16 kHz, 16 bits and one channel; null when there is no answer. */
  hear(wav: Uint8Array): Promise<readonly Finding[] | null>;
}

/** Sounds have no place in the picture. */
const wholePicture = { x: 0, y: 0, width: 1, height: 1 } as const;
/** The circuit of sounds; those of models have their names, and the usual one an empty name. No model is called like this. */
const sound = ' sound';

/** Has objects found by the operator's own detector. Where something moves is still decided here, so that it is asked only then. */
export function createPlugInDetector(deps: PlugInDetectorDeps): PlugInDetector {
  const { settings, clock, log, random, client = createDetectorClient({ settings, clock }) } = deps;
  let canDecode = deps.process !== undefined || findPackage('node-av') !== null;
  const canRestart = (code: number | null): boolean => {
    canDecode &&= code !== exitWithoutDecoder;
    return canDecode;
  };
  const { process = createLookProcess({ clock, log, parameters: [withPictures], canRestart }) } = deps;
  const findings = createDetectorFindings({ settings, client, clock });
  /** A model that is missing says nothing about the others. */
  const circuits = new Map<string, DetectorCircuit>();
  const circuitOf = (name: string): DetectorCircuit => {
    const circuit = circuits.get(name) ?? createDetectorCircuit({ clock, random });
    circuits.set(name, circuit);
    return circuit;
  };
  const circuitOfType = (type: PlugInDetectionType): string =>
    type === 'glassBreak' || type === 'babyCry' ? sound : (findings.known().find((one) => one.type === type)?.model ?? '');
  const engineOf = (name: string): DetectionEngine => {
    if (!canDecode) return { state: 'unavailable', reason: 'no-decoder' };
    const failing = circuitOf(name).failing();
    return failing ? { state: 'failing', ...failing } : { state: 'ready' };
  };

  /** Counts an answer. */
  const settle = (name: string, answer: DetectorAnswer): void => {
    const circuit = circuitOf(name);
    const wasFailing = circuit.failing() !== null;
    if (answer.isOk) {
      circuit.succeed();
      if (wasFailing) log.info({ model: name.trim() }, 'The detector works again');
      return;
    }
    circuit.fail(answer.failure);
    if (!wasFailing && circuit.failing())
      log.warn({ reason: answer.failure, model: name.trim() }, 'The detector of WATCHPOST_DETECTOR_URL fails; retrying');
  };

  /** The models to ask, and what each is asked for. Those that are left alone are not among them. */
  const modelsFor = ({ findings: wanted = [], isWithoutObjects }: LookRequest): Map<string, PlugInDetectionType[]> => {
    const models = new Map<string, PlugInDetectionType[]>(isWithoutObjects ? [] : [['', []]]);
    for (const { type, model } of findings.known())
      if (wanted.includes(type)) models.set(model ?? '', [...(models.get(model ?? '') ?? []), type]);
    for (const name of models.keys()) if (!circuitOf(name).isClosed()) models.delete(name);
    return models;
  };

  const see = async (look: Look, jpeg: Jpeg, models: ReadonlyMap<string, readonly PlugInDetectionType[]>): Promise<Look> => {
    let seen: Look = look;
    for (const [name, wanted] of models) {
      const answer = await client.see(jpeg.data, name === '' ? settings.model : name);
      settle(name, answer);
      if (!answer.isOk) continue;
      const { predictions } = answer;
      if (name === '') seen = { ...seen, objects: objectsIn(predictions, jpeg) };
      if (wanted.length > 0)
        seen = {
          ...seen,
          findings: [...(seen.findings ?? []), ...findingsIn(predictions, jpeg).filter(({ type }) => wanted.includes(type))],
        };
    }
    return seen;
  };

  return {
    look: async (request) => {
      const models = modelsFor(request);
      if (models.size === 0) return unseen(request.pictures.at(-1)?.at);
      // Whether it works is known soon after the start and after a failure, even where nothing moves.
      const isOnTrial = [...models.keys()].some((name) => circuitOf(name).isOnTrial());
      const look = await process.look({ ...request, isForced: request.isForced || isOnTrial });
      return look?.jpeg ? see(look, look.jpeg, models) : look;
    },
    hear: async (wav) => {
      if (!findings.known().some(({ type }) => circuitOfType(type) === sound) || !circuitOf(sound).isClosed()) return null;
      const answer = await client.hear(wav);
      settle(sound, answer);
      if (!answer.isOk) return null;
      return answer.predictions.flatMap(({ label, confidence: score }): Finding[] => {
        const type = soundFindingOf(label);
        return type ? [{ type, score, box: wholePicture }] : [];
      });
    },
    finds: () => findings.known().map(({ type }) => type),
    engineOf: (type) => engineOf(circuitOfType(type)),
    engine: () => engineOf(''),
    close: () => {
      findings.close();
      client.close();
      process.close();
    },
  };
}

/** What was detected ends in time, although the detector is not asked. */
function unseen(at: number | undefined): Look | null {
  return at === undefined ? null : { at, moving: [], objects: [], cpuMs: 0, isContinuable: false };
}

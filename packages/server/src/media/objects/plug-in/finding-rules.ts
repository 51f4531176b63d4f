import type { PlugInDetectionType } from '@watchpost/contract/protocols/detection';
import type { PlugInDetectionSettings } from '@watchpost/contract/schemas/smart-events';
import type { Area } from '../../detection/motion-model.ts';
import type { Detection } from '../tracking/object-rules.ts';

/** What a detector has found beside objects. */
export interface Finding {
  readonly type: PlugInDetectionType;
  /** 0 to 1. */
  readonly score: number;
  /** The whole picture, of a sound. */
  readonly box: Area;
}

/** Decides which findings of one camera become events. */
export interface FindingRules {
  configure(settings: readonly PlugInDetectionSettings[]): void;
  /** @param findings null when the detector was not asked @param at Unix ms @param picture makes the picture of them */
  update(findings: readonly Finding[] | null, at: number, picture: () => Uint8Array): void;
  /** Whether something was found too seldom to be certain, and is worth another look. */
  isWaiting(at: number): boolean;
  /** Ends all detections. */
  end(): void;
}

/** How many of the last answers must have found it; it ends when none has for this time. Glass breaks once. */
const needs: Readonly<Record<PlugInDetectionType, { readonly hits: number; readonly quietMs: number }>> = {
  fire: { hits: 2, quietMs: 30_000 },
  smoke: { hits: 2, quietMs: 30_000 },
  face: { hits: 2, quietMs: 20_000 },
  babyCry: { hits: 2, quietMs: 20_000 },
  glassBreak: { hits: 1, quietMs: 10_000 },
};
const ofAnswers = 3;
/** Longer detections are reported in parts of this length. */
const maxDetectionMs = 5 * 60_000;
/** What was found once and is not found again within this time was nothing. */
const waitingMs = 5000;

interface Sighting extends Finding {
  readonly at: number;
  readonly picture: () => Uint8Array;
}
interface State {
  readonly confidence: number;
  /** What each of the last answers has found; null: nothing. */
  recent: readonly (Sighting | null)[];
  running: { readonly id: string; readonly beganAt: number; lastAt: number } | null;
}

export function createFindingRules({
  cameraId,
  newId,
  onDetection,
}: {
  readonly cameraId: string;
  readonly newId: () => string;
  readonly onDetection: (detection: Detection<PlugInDetectionType>) => void;
}): FindingRules {
  const states = new Map<PlugInDetectionType, State>();

  const finish = (state: State): void => {
    const { running } = state;
    state.running = null;
    if (running) onDetection({ kind: 'ended', cameraId, id: running.id, at: running.lastAt });
  };

  const add = (type: PlugInDetectionType, state: State, sighting: Sighting | null, at: number): void => {
    state.recent = [...state.recent.slice(1 - ofAnswers), sighting];
    if (!sighting) return;
    if (state.running) {
      state.running.lastAt = at;
      return;
    }
    const seen = state.recent.filter((one) => one !== null);
    if (seen.length < needs[type].hits) return;
    const { score, box, picture } = seen.reduce((best, one) => (one.score > best.score ? one : best));
    const id = newId();
    state.running = { id, beganAt: at, lastAt: at };
    const beganAt = seen[0]?.at ?? at;
    onDetection({ kind: 'began', cameraId, id, type, at: beganAt, objectClass: null, score, box, label: null, picture: picture() });
  };

  return {
    configure: (settings) => {
      const enabled = new Map(settings.filter(({ isEnabled }) => isEnabled).map((one) => [one.type, one]));
      for (const [type, state] of states) {
        if (enabled.has(type)) continue;
        finish(state);
        states.delete(type);
      }
      for (const [type, { confidence }] of enabled) {
        const known = states.get(type);
        states.set(type, { recent: known?.recent ?? [], running: known?.running ?? null, confidence });
      }
    },
    update: (findings, at, picture) => {
      for (const [type, state] of states) {
        const { running, confidence } = state;
        if (running && (at - running.lastAt > needs[type].quietMs || at - running.beganAt > maxDetectionMs)) finish(state);
        if (!findings) continue;
        const best = findings
          .filter((one) => one.type === type && one.score >= confidence)
          .reduce<Finding | null>((most, one) => (most && most.score >= one.score ? most : one), null);
        add(type, state, best && { ...best, at, picture }, at);
      }
    },
    isWaiting: (at) =>
      [...states.values()].some(
        ({ running, recent }) => !running && recent.some((sighting) => sighting !== null && at - sighting.at < waitingMs),
      ),
    end: () => {
      for (const state of states.values()) {
        finish(state);
        state.recent = [];
      }
    },
  };
}

import {
  addPtzPreset,
  getPtz,
  goPtz,
  movePtz,
  removePtzPreset,
  replacePtzPreset,
  setPtzHome,
  setPtzPatrol,
} from '@watchpost/contract/endpoints/ptz';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { Ptz } from '@watchpost/contract/schemas/ptz';

/** The in-memory server's PTZ state, the same for every camera. */
export interface FakePtzState {
  ptz: Ptz;
}

/** A camera that can't be moved, the most common kind. */
export function createFakePtz(): FakePtzState {
  return { ptz: { abilities: null, presets: [], steering: 'nobody', patrol: { presetIds: [], dwellSeconds: 30, isRunning: false } } };
}

/** Builds a dome camera; a test sets only the fields it depends on. */
export function buildPtz(ptz: Partial<Ptz> = {}): Ptz {
  return {
    ...createFakePtz().ptz,
    abilities: { canPan: true, canTilt: true, canZoom: true, hasHome: true, canSetHome: true, mostPresets: 8 },
    presets: [
      { id: '1', name: 'Gate' },
      { id: '2', name: 'Yard' },
    ],
    ...ptz,
  };
}

/** Answers a PTZ call; null for any other call. */
export function answerPtz(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  state: FakePtzState,
): Response | 'camera-steered' | null {
  const { ptz } = state;
  const done = (): Response => new Response(null, { status: 204 });
  if (is(getPtz)) return Response.json(ptz);
  const isElsewhere = ptz.steering === 'other' && [movePtz, goPtz, setPtzHome, addPtzPreset, replacePtzPreset].some(is);
  if (isElsewhere) return 'camera-steered';
  if (is(movePtz) || is(goPtz) || is(setPtzHome)) return done();
  if (is(addPtzPreset) || is(replacePtzPreset)) {
    const id = is(addPtzPreset) ? String(ptz.presets.length + 1) : presetOf(path);
    const preset = { id, name: String(body['name']) };
    state.ptz = { ...ptz, presets: [...ptz.presets.filter((known) => known.id !== id), preset] };
    return Response.json(preset, { status: is(addPtzPreset) ? 201 : 200 });
  }
  if (is(removePtzPreset)) {
    const id = presetOf(path);
    state.ptz = {
      ...ptz,
      presets: ptz.presets.filter((known) => known.id !== id),
      patrol: { ...ptz.patrol, presetIds: ptz.patrol.presetIds.filter((known) => known !== id) },
    };
    return done();
  }
  if (is(setPtzPatrol)) {
    state.ptz = { ...ptz, patrol: { ...ptz.patrol, ...body } };
    return Response.json(state.ptz.patrol);
  }
  return null;
}

function presetOf(path: string): string {
  return decodeURIComponent(path.split('/').at(-1) ?? '');
}

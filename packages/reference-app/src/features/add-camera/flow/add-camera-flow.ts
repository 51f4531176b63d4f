import type { CameraModel, RegistrationTokenAnswer, WifiNetwork } from '@watchpost/sdk-core';

/** How a camera that registers itself receives its token: from a code for any camera, or from one for a serial number. */
export type CodeMethod = 'code' | 'serial';

/** The current place in the flow. The address holds it, so that Back and reload work as expected. */
export type FlowPlace =
  | { readonly step: 'device' }
  | { readonly step: 'phone' }
  | { readonly step: 'link' }
  | { readonly step: 'models' }
  | { readonly step: 'address' }
  | { readonly step: 'ways'; readonly modelId: string }
  | { readonly step: 'local'; readonly modelId: string }
  | { readonly step: 'serial'; readonly modelId: string }
  | { readonly step: 'power'; readonly modelId: string; readonly method: CodeMethod }
  | { readonly step: 'wifi'; readonly modelId: string; readonly method: CodeMethod }
  | { readonly step: 'code'; readonly modelId: string; readonly method: CodeMethod }
  | { readonly step: 'connecting'; readonly modelId: string; readonly method: CodeMethod | 'local'; readonly registrationId: string }
  | { readonly step: 'name'; readonly cameraId: string }
  | { readonly step: 'done'; readonly cameraId: string };

export type FlowEvent =
  | { readonly type: 'camera' }
  | { readonly type: 'smartphone' }
  | { readonly type: 'link' }
  | { readonly type: 'model'; readonly model: Pick<CameraModel, 'modelId' | 'capabilities'> }
  | { readonly type: 'method'; readonly method: CodeMethod | 'local' }
  | { readonly type: 'serial-accepted' }
  | { readonly type: 'powered' }
  | { readonly type: 'wifi-entered' }
  /** The camera has the token: it read the code, or received it at its own address. */
  | { readonly type: 'token-given'; readonly registrationId: string }
  | { readonly type: 'registered'; readonly cameraId: string }
  | { readonly type: 'named' };

/** Input that exists only in this page's memory: a Wi-Fi password belongs in no address and no storage. */
export interface FlowDraft {
  /** The serial number, with the token returned when the server accepted it. */
  readonly serial: { readonly number: string; readonly registration: RegistrationTokenAnswer } | null;
  /** Null: the camera stays in its network. Undefined: not answered yet. */
  readonly wifi: WifiNetwork | null | undefined;
}

export const emptyDraft: FlowDraft = { serial: null, wifi: undefined };
export const start: FlowPlace = { step: 'device' };

/** Returns the next place, or the same one for an event without meaning there. */
export function advance(place: FlowPlace, event: FlowEvent): FlowPlace {
  switch (place.step) {
    case 'device':
      if (event.type === 'camera') return { step: 'models' };
      if (event.type === 'smartphone') return { step: 'phone' };
      return event.type === 'link' ? { step: 'link' } : place;
    case 'models':
      if (event.type !== 'model') return place;
      return event.model.capabilities.qrscan ? { step: 'ways', modelId: event.model.modelId } : { step: 'address' };
    case 'ways':
      if (event.type !== 'method') return place;
      return event.method === 'code'
        ? { step: 'power', modelId: place.modelId, method: 'code' }
        : { step: event.method, modelId: place.modelId };
    case 'serial':
      return event.type === 'serial-accepted' ? { ...place, step: 'power', method: 'serial' } : place;
    case 'power':
      return event.type === 'powered' ? { ...place, step: 'wifi' } : place;
    case 'wifi':
      return event.type === 'wifi-entered' ? { ...place, step: 'code' } : place;
    case 'code':
      return event.type === 'token-given' ? { ...place, step: 'connecting', registrationId: event.registrationId } : place;
    case 'connecting':
      return event.type === 'registered' ? { step: 'name', cameraId: event.cameraId } : place;
    case 'local':
      return event.type === 'token-given' ? { ...place, step: 'connecting', method: 'local', registrationId: event.registrationId } : place;
    case 'name':
      return event.type === 'named' ? { ...place, step: 'done' } : place;
    default:
      return place;
  }
}

/** Returns where Back leads from a place opened by its address; null: out of the flow. */
export function placeBefore(place: FlowPlace): FlowPlace | null {
  switch (place.step) {
    case 'device':
    case 'name':
    case 'done':
      return null;
    case 'phone':
    case 'link':
    case 'models':
      return start;
    case 'address':
    case 'ways':
      return { step: 'models' };
    case 'local':
    case 'serial':
      return { ...place, step: 'ways' };
    case 'power':
      return { step: place.method === 'serial' ? 'serial' : 'ways', modelId: place.modelId };
    case 'wifi':
      return { ...place, step: 'power' };
    case 'code':
      return { ...place, step: 'wifi' };
    case 'connecting':
      return place.method === 'local'
        ? { step: 'local', modelId: place.modelId }
        : { step: 'code', modelId: place.modelId, method: place.method };
  }
}

/** Returns the nearest place where lost input can be entered again: a reload keeps the place and loses the input. */
export function placeWith(place: FlowPlace, draft: FlowDraft): FlowPlace {
  if (place.step !== 'power' && place.step !== 'wifi' && place.step !== 'code') return place;
  if (place.method === 'serial' && draft.serial === null) return { step: 'serial', modelId: place.modelId };
  return place.step === 'code' && draft.wifi === undefined ? { ...place, step: 'wifi' } : place;
}

/** Returns the steps shown in the screen's header; null where the flow has none. */
export function trackOf(place: FlowPlace): { readonly parts: readonly TrackPart[]; readonly current: number } | null {
  if (place.step !== 'serial' && place.step !== 'power' && place.step !== 'wifi' && place.step !== 'code' && place.step !== 'connecting')
    return null;
  if (place.step === 'connecting' && place.method === 'local') return null;
  const isBySerial = place.step === 'serial' || place.method === 'serial';
  const parts: readonly TrackPart[] = isBySerial
    ? ['model', 'serial', 'power', 'wifi', 'code', 'name']
    : ['model', 'power', 'wifi', 'code', 'name'];
  return { parts, current: parts.indexOf(place.step === 'connecting' ? 'code' : place.step) };
}
export type TrackPart = 'model' | 'serial' | 'power' | 'wifi' | 'code' | 'name';

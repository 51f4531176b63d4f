import type { CameraModel, RegistrationTokenAnswer, WifiNetwork } from '@watchpost/sdk-core';

/** How a camera that registers itself gets its token: any camera may read the code, or the one of a serial number alone. */
export type CodeWay = 'code' | 'serial';

/** Where somebody is in the flow. It stands in the address, so that Back and reload do what one expects. */
export type FlowPlace =
  | { readonly step: 'device' }
  | { readonly step: 'phone' }
  | { readonly step: 'link' }
  | { readonly step: 'models' }
  | { readonly step: 'address' }
  | { readonly step: 'ways'; readonly modelId: string }
  | { readonly step: 'local'; readonly modelId: string }
  | { readonly step: 'serial'; readonly modelId: string }
  | { readonly step: 'power'; readonly modelId: string; readonly way: CodeWay }
  | { readonly step: 'wifi'; readonly modelId: string; readonly way: CodeWay }
  | { readonly step: 'code'; readonly modelId: string; readonly way: CodeWay }
  | { readonly step: 'connecting'; readonly modelId: string; readonly way: CodeWay | 'local'; readonly registrationId: string }
  | { readonly step: 'name'; readonly cameraId: string }
  | { readonly step: 'done'; readonly cameraId: string };

export type FlowEvent =
  | { readonly type: 'camera' }
  | { readonly type: 'smartphone' }
  | { readonly type: 'link' }
  | { readonly type: 'model'; readonly model: Pick<CameraModel, 'modelId' | 'capabilities'> }
  | { readonly type: 'way'; readonly way: CodeWay | 'local' }
  | { readonly type: 'serial-accepted' }
  | { readonly type: 'powered' }
  | { readonly type: 'wifi-entered' }
  /** The camera has the token: it read the code, or took it at its own address. */
  | { readonly type: 'token-given'; readonly registrationId: string }
  | { readonly type: 'registered'; readonly cameraId: string }
  | { readonly type: 'named' };

/** What was entered and is nowhere but in this page's memory: a Wi-Fi password has no place in an address or a storage. */
export interface FlowDraft {
  /** With the token that came when the server took the number. */
  readonly serial: { readonly number: string; readonly registration: RegistrationTokenAnswer } | null;
  /** Null: the camera stays in the network it has. Undefined: not said yet. */
  readonly wifi: WifiNetwork | null | undefined;
}

export const emptyDraft: FlowDraft = { serial: null, wifi: undefined };
export const start: FlowPlace = { step: 'device' };

/** The next place; the same where an event means nothing. */
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
      if (event.type !== 'way') return place;
      return event.way === 'code' ? { step: 'power', modelId: place.modelId, way: 'code' } : { step: event.way, modelId: place.modelId };
    case 'serial':
      return event.type === 'serial-accepted' ? { ...place, step: 'power', way: 'serial' } : place;
    case 'power':
      return event.type === 'powered' ? { ...place, step: 'wifi' } : place;
    case 'wifi':
      return event.type === 'wifi-entered' ? { ...place, step: 'code' } : place;
    case 'code':
      return event.type === 'token-given' ? { ...place, step: 'connecting', registrationId: event.registrationId } : place;
    case 'connecting':
      return event.type === 'registered' ? { step: 'name', cameraId: event.cameraId } : place;
    case 'local':
      return event.type === 'token-given' ? { ...place, step: 'connecting', way: 'local', registrationId: event.registrationId } : place;
    case 'name':
      return event.type === 'named' ? { ...place, step: 'done' } : place;
    default:
      return place;
  }
}

/** Where Back leads from a place that was opened by its address; null: out of the flow. */
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
      return { step: place.way === 'serial' ? 'serial' : 'ways', modelId: place.modelId };
    case 'wifi':
      return { ...place, step: 'power' };
    case 'code':
      return { ...place, step: 'wifi' };
    case 'connecting':
      return place.way === 'local' ? { step: 'local', modelId: place.modelId } : { step: 'code', modelId: place.modelId, way: place.way };
  }
}

/** A reload keeps the place and loses what was entered: the nearest place where it is entered again. */
export function placeWith(place: FlowPlace, draft: FlowDraft): FlowPlace {
  if (place.step !== 'power' && place.step !== 'wifi' && place.step !== 'code') return place;
  if (place.way === 'serial' && draft.serial === null) return { step: 'serial', modelId: place.modelId };
  return place.step === 'code' && draft.wifi === undefined ? { ...place, step: 'wifi' } : place;
}

/** The parts of the way that the head of the screen shows; null where there is no such way. */
export function trackOf(place: FlowPlace): { readonly parts: readonly TrackPart[]; readonly current: number } | null {
  if (place.step !== 'serial' && place.step !== 'power' && place.step !== 'wifi' && place.step !== 'code' && place.step !== 'connecting') return null;
  if (place.step === 'connecting' && place.way === 'local') return null;
  const isBySerial = place.step === 'serial' || place.way === 'serial';
  const parts: readonly TrackPart[] = isBySerial ? ['model', 'serial', 'power', 'wifi', 'code', 'name'] : ['model', 'power', 'wifi', 'code', 'name'];
  return { parts, current: parts.indexOf(place.step === 'connecting' ? 'code' : place.step) };
}
export type TrackPart = 'model' | 'serial' | 'power' | 'wifi' | 'code' | 'name';

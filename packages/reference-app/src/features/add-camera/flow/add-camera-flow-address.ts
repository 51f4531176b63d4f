import { start, type CodeMethod, type FlowPlace } from './add-camera-flow.ts';

const id = /^[\w-]{1,64}$/;

/** Returns the place that an address names; an unknown one is the start. @param query of `/cameras/add` */
export function readPlace(query: URLSearchParams): FlowPlace {
  const named = (name: string): string | null => {
    const value = query.get(name);
    return value !== null && id.test(value) ? value : null;
  };
  const [modelId, registrationId, cameraId] = [named('model'), named('registration'), named('camera')];
  const methodText = query.get('way');
  const method: CodeMethod = methodText === 'serial' ? 'serial' : 'code';
  const step = query.get('step');
  switch (step) {
    case 'phone':
    case 'link':
    case 'models':
    case 'address':
      return { step };
    case 'ways':
    case 'local':
    case 'serial':
      return modelId === null ? { step: 'models' } : { step, modelId };
    case 'power':
    case 'wifi':
    case 'code':
      return modelId === null ? { step: 'models' } : { step, modelId, method };
    case 'connecting':
      return modelId === null || registrationId === null
        ? { step: 'models' }
        : { step, modelId, method: methodText === 'local' ? 'local' : method, registrationId };
    case 'name':
    case 'done':
      return cameraId === null ? start : { step, cameraId };
    default:
      return start;
  }
}

/** Returns the query that names a place; empty for the start. */
export function writePlace(place: FlowPlace): string {
  if (place.step === 'device') return '';
  const query = new URLSearchParams({ step: place.step });
  if ('modelId' in place) query.set('model', place.modelId);
  if ('method' in place) query.set('way', place.method);
  if ('registrationId' in place) query.set('registration', place.registrationId);
  if ('cameraId' in place) query.set('camera', place.cameraId);
  return `?${query.toString()}`;
}

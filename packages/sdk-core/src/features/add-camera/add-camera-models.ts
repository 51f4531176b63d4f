import type { CameraModel } from '@watchpost/contract/schemas/add-camera';

/**
 * Reads the models in an answer. The operator may have edited the file by hand: invalid entries are skipped, so that one
 * mistake doesn't hide the others.
 */
export function readModels(answer: unknown): CameraModel[] {
  return Array.isArray(answer) ? answer.filter(isModel) : [];
}

function isModel(value: unknown): value is CameraModel {
  if (!isRecord(value) || !isRecord(value['capabilities']) || !isRecord(value['translations'])) return false;
  const { modelId, imageUrl, capabilities, translations } = value;
  return (
    typeof modelId === 'string' &&
    /^[\w-]{1,64}$/.test(modelId) &&
    typeof imageUrl === 'string' &&
    /^(?:\/[\w-]+)+\.(?:svg|png|webp|jpg)$/.test(imageUrl) &&
    ['qrscan', 'wsdiscovery', 'mic', 'infrared'].every((name) => typeof capabilities[name] === 'boolean') &&
    isTexts(translations['en']) &&
    (translations['ru'] === undefined || isTexts(translations['ru']))
  );
}

function isTexts(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['name'] === 'string' &&
    value['name'] !== '' &&
    typeof value['about'] === 'string' &&
    (value['reset'] === undefined || typeof value['reset'] === 'string')
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { CameraModel } from '@watchpost/contract/schemas/add-camera';

/** The texts that describe a model to the user. */
export type CameraModelTexts = CameraModel['translations']['en'];

/** Returns the texts of a model in a language, with English as the fallback. */
export function modelTexts({ translations }: CameraModel, locale: string): CameraModelTexts {
  return (locale === 'ru' ? translations.ru : undefined) ?? translations.en;
}

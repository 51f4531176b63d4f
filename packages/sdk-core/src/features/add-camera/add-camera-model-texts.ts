import type { CameraModel } from '@watchpost/contract/schemas/add-camera';

/** What a person reads about a model. */
export type CameraModelTexts = CameraModel['translations']['en'];

/** The texts of a model in a language; what nobody has translated is in English. */
export function modelTexts({ translations }: CameraModel, locale: string): CameraModelTexts {
  return (locale === 'ru' ? translations.ru : undefined) ?? translations.en;
}

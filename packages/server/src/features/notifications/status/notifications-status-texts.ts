import type { Locale } from '@watchpost/contract/kernel';

interface StatusTexts {
  readonly away: string;
  readonly back: string;
  /**
   * Describes an empty battery.
   * @param percent with its sign
   */
  readonly emptyBattery: (percent: string) => string;
  /**
   * States how long the camera was offline.
   * @param duration `2 hours 5 minutes`; in Russian in the nominative, so the sentence must not require another case
   */
  readonly wasAway: (duration: string) => string;
}

export const statusTexts: Readonly<Record<Locale, StatusTexts>> = {
  en: {
    away: 'Camera is unavailable',
    back: 'Camera is available again',
    emptyBattery: (percent) => `The phone is probably discharged: ${percent} was left.`,
    wasAway: (duration) => `It was offline for ${duration}.`,
  },
  ru: {
    away: 'Камера недоступна',
    back: 'Камера снова доступна',
    emptyBattery: (percent) => `Телефон, видимо, разрядился: оставалось ${percent}.`,
    wasAway: (duration) => `Была не в сети: ${duration}.`,
  },
};

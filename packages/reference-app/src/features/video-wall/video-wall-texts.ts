import type { AppLocale } from '../../shared/i18n/i18n.ts';
import en from '../../shared/i18n/texts/video-wall.en.json';
import ru from '../../shared/i18n/texts/video-wall.ru.json';

/** They load with the wall, not with the first screen. */
export const wallTexts: Readonly<Record<AppLocale, typeof en>> = { en, ru };

import type { AppLocale } from '../../shared/i18n/i18n.ts';
import en from '../../shared/i18n/texts/coming.en.json';
import ru from '../../shared/i18n/texts/coming.ru.json';

/** Texts of the screens to come. They load with those screens, not with the first one. */
export const comingTexts: Readonly<Record<AppLocale, typeof en>> = { en, ru };

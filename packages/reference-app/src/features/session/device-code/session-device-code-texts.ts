import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './session-device-code.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'session-device-code': typeof en;
  }
}

export const deviceCodeTexts = defineTexts('session-device-code', {
  en: () => import('./session-device-code.en.json'),
  ru: () => import('./session-device-code.ru.json'),
});

const text = i18next.getFixedT(null, deviceCodeTexts);

export function deviceCodeTitle(): string {
  return text('title');
}

import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './notifications.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly notifications: typeof en;
  }
}

export const notificationsTexts = defineTexts('notifications', {
  en: () => import('./notifications.en.json'),
  ru: () => import('./notifications.ru.json'),
});

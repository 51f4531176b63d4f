import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './sharing-permissions.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'sharing-permissions': typeof en;
  }
}

const sharingPermissionsTexts = defineTexts('sharing-permissions', {
  en: () => import('./sharing-permissions.en.json'),
  ru: () => import('./sharing-permissions.ru.json'),
});

export const text = i18next.getFixedT(null, sharingPermissionsTexts);

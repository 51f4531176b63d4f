import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './sharing-manage.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'sharing-manage': typeof en;
  }
}

/** The texts load with the screens that manage access, not with the first screen. */
const sharingManageTexts = defineTexts('sharing-manage', {
  en: () => import('./sharing-manage.en.json'),
  ru: () => import('./sharing-manage.ru.json'),
});

export const text = i18next.getFixedT(null, sharingManageTexts);

export const manageAccessTitle = (): string => text('title');

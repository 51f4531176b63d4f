import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './developers-webhooks.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'developers-webhooks': typeof en;
  }
}

const developersWebhooksTexts = defineTexts('developers-webhooks', {
  en: () => import('./developers-webhooks.en.json'),
  ru: () => import('./developers-webhooks.ru.json'),
});

export const text = i18next.getFixedT(null, developersWebhooksTexts);

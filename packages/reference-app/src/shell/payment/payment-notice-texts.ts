import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './payment-notice.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'payment-notice': typeof en;
  }
}

const paymentNoticeTexts = defineTexts('payment-notice', {
  en: () => import('./payment-notice.en.json'),
  ru: () => import('./payment-notice.ru.json'),
});

export const text = i18next.getFixedT(null, paymentNoticeTexts);

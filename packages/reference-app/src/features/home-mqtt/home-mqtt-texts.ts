import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './home-mqtt.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'home-mqtt': typeof en;
  }
}

const homeMqttTexts = defineTexts('home-mqtt', {
  en: () => import('./home-mqtt.en.json'),
  ru: () => import('./home-mqtt.ru.json'),
});

export const text = i18next.getFixedT(null, homeMqttTexts);

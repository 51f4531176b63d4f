import type { Locale, Translate } from '@watchpost/sdk-core';
import { createTexts } from './texts.ts';

const en = {
  live: 'LIVE',
  recorded: 'Recorded',
  paused: 'Paused',
  offlineSince: 'Offline since {time}',
  connecting: 'Connecting',
  seconds: '{value} s',
  unavailable: 'Camera is unavailable',
  loadingError: 'Camera loading error',
  play: 'Play',
  pause: 'Pause',
  player: 'Camera player',
  video: 'Camera picture',
};
export type MessageKey = keyof typeof en;

export type Messages = Readonly<Record<MessageKey, string>>;

/** @param messages the texts of `locale`; English by default */
export function createMessages(locale: Locale, messages: Messages = en): Translate<MessageKey> {
  return createTexts({ en: messages, ru: messages }, () => locale);
}

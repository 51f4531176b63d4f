import { createTranslator } from '@watchpost/sdk-core';
import type { Locale, Translate } from '@watchpost/sdk-core';

const en = {
  live: 'LIVE',
  recorded: 'Recorded {time}',
  paused: 'Paused',
  offlineSince: 'Offline since {time}',
  connecting: 'Connecting',
  seconds: '{value} s',
  unavailable: 'Camera is unavailable',
  loadingError: 'Camera loading error',
  play: 'Play',
  pause: 'Pause',
  player: 'Camera player',
  video: 'Picture of the camera',
};
export type MessageKey = keyof typeof en;

export type Messages = Readonly<Record<MessageKey, string>>;

/** @param messages of that language; English without */
export function createMessages(locale: Locale, messages: Messages = en): Translate<MessageKey> {
  return createTranslator({ en: messages, ru: messages }, () => locale);
}

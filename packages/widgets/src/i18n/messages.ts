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
  tryAgain: 'Try again',
  goLive: 'Go to live',
  play: 'Play',
  pause: 'Pause',
  back: 'Back 5 seconds',
  mute: 'Mute',
  unmute: 'Unmute',
  fullscreen: 'Full screen',
  exitFullscreen: 'Leave full screen',
  player: 'Camera player',
  video: 'Picture of the camera',
  'error-network': 'No connection to the server. Check the network.',
  'error-not-found': 'There is no such camera, or you have no access to it.',
  'error-access': 'You have no access to this camera.',
  'error-session': 'The access has ended. Reload the page.',
  'error-origin': 'This page may not show the camera. Ask for a token for its address.',
  'error-archive': 'No access to the archive',
  'error-footage': 'There is no recording at this time.',
  'error-codec': 'This browser can’t play the camera’s video format.',
  'error-other': 'The video can’t be shown right now.',
};
export type MessageKey = keyof typeof en;

export type Messages = Readonly<Record<MessageKey, string>>;

/** @param messages of that language; English without */
export function createMessages(locale: Locale, messages: Messages = en): Translate<MessageKey> {
  return createTranslator({ en: messages, ru: messages }, () => locale);
}

import { formatMoment } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { text } from './cameras-texts.ts';

/** Describes a camera whose current state is unknown. @param until Unix milliseconds @param now Unix milliseconds */
export function lastSeenText(camera: Pick<Camera, 'state'>, until: number, now: number): string {
  return camera.state === 'online'
    ? text('lastSeen', { time: formatMoment(until, now, { locale: currentLocale() }) })
    : text('noConnection');
}

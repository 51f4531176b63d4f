import type { MessageKey } from '../../../i18n/messages.ts';
import type { PlayerErrorCode } from '../engine/player-state.ts';

/** What a person reads for an error; only those that a viewer can meet have their own words. */
export function playerErrorKey(code: PlayerErrorCode): MessageKey {
  return keys[code] ?? 'error-other';
}

const keys: Partial<Record<PlayerErrorCode, MessageKey>> = {
  'network': 'error-network',
  'not-found': 'error-not-found',
  'forbidden': 'error-access',
  'unauthorized': 'error-session',
  'session-expired': 'error-session',
  'origin-forbidden': 'error-origin',
  'no-archive-access': 'error-archive',
  'no-footage': 'error-footage',
  'codec-unsupported-here': 'error-codec',
  'camera-codec-unsupported': 'error-codec',
  'camera-offline': 'unavailable',
};

// @vitest-environment jsdom
import { buildGrant } from '@watchpost/sdk-core/testing';
import { beforeAll, expect, test } from 'vitest';
import { startTranslations } from '../../../shared/i18n/i18n.ts';
import { shortTerms } from './sharing-landing-terms.ts';

const now = Date.UTC(2026, 10, 21, 13, 38);
beforeAll(startTranslations);

test.each([
  [{ access: 'full' }, 'Full access, never expires'],
  [{ expiresAt: Date.UTC(2026, 10, 28, 13) }, 'View only, until 28 November'],
  [{ expiresAt: Date.UTC(2027, 0, 1) }, 'View only, until 1 January 2027'],
  [{ withAudio: false, withArchive: false }, 'View only, without sound, without recordings, never expires'],
  [{ dailyWindow: { fromMinutes: 480, untilMinutes: 1085 } }, 'View only, 08:00 to 18:05 every day, never expires'],
] as const)('%j: %s', (grant, text) => {
  expect(shortTerms(buildGrant(grant), 'Europe/Moscow', now)).toBe(text);
});

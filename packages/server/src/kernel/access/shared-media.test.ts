import { expect, test } from 'vitest';
import { sharedArchive, sharedLive } from './shared-media.ts';

const whole = { archiveFrom: null, archiveUntil: null };

test('viewers share what has the same bytes for them: with sound, or without', () => {
  expect(sharedLive({ canHear: true })).toBe('sound');
  expect(sharedLive({ canHear: false })).toBe('silent');
  expect(sharedArchive({ canHear: true, ...whole })).toBe('sound');
  expect(sharedArchive({ canHear: false, ...whole })).toBe('silent');
});

test.each([{ archiveFrom: 1000 }, { archiveUntil: 2000 }, { archiveFrom: 1000, archiveUntil: 2000 }])(
  'a viewer of a part of the archive shares with nobody: %j',
  (part) => expect(sharedArchive({ canHear: true, ...whole, ...part })).toBe('own'),
);

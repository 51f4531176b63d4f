import { buildEmbedLink } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import { linkDraftOf, newLinkDraft, readLink } from './developers-link-draft.ts';

const today = { now: Date.UTC(2026, 10, 23, 12), timeZone: 'Europe/Moscow' };

test('a link is read back as it was, whatever it allows', () => {
  for (const archive of [
    null,
    { kind: 'all' as const },
    { kind: 'last-hours' as const, hours: 5 },
    { kind: 'period' as const, from: Date.UTC(2026, 10, 1, 21), until: Date.UTC(2026, 10, 4, 21) },
  ]) {
    const { id, url, state, viewerCount, createdAt, revokedAt, ...options } = buildEmbedLink({
      archive,
      maxViewers: 10,
      origins: ['https://shop.example'],
      expiresAt: today.now + 12_345,
    });
    const link = { id, url, state, viewerCount, createdAt, revokedAt, ...options };
    expect(readLink(linkDraftOf(link, today.timeZone), today, link)).toEqual({ kind: 'options', options });
  }
});

test('what is missing or wrong is named', () => {
  const draft = { ...newLinkDraft(['yard']), name: 'Yard' };
  const errorsOf = (change: Partial<typeof draft>) => {
    const read = readLink({ ...draft, ...change }, today, null);
    return read.kind === 'invalid' ? Object.keys(read.errors) : [];
  };
  expect(errorsOf({})).toEqual([]);
  expect(errorsOf({ name: ' ' })).toEqual(['name']);
  expect(errorsOf({ cameraIds: [] })).toEqual(['cameraIds']);
  expect(errorsOf({ cameraIds: Array.from({ length: 17 }, (_, index) => `camera-${index}`) })).toEqual(['cameraIds']);
  for (const maxViewers of ['0', '1001', '1.5', 'ten']) expect(errorsOf({ maxViewers })).toEqual(['maxViewers']);
  expect(errorsOf({ archive: 'period' })).toEqual(['period']);
  expect(errorsOf({ archive: 'period', fromDay: '2026-11-02', untilDay: '2026-11-01' })).toEqual(['period']);
});

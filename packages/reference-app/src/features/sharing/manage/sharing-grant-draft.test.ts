import { buildGrant } from '@watchpost/sdk-core/testing';
import { describe, expect, test } from 'vitest';
import { changeOf, draftOf, readDraft } from './sharing-grant-draft.ts';
import type { GrantDraft } from './sharing-grant-draft.ts';

const timeZone = 'Europe/Moscow';
const now = Date.parse('2026-11-23T09:00:00Z');
const at = (time: string): number => Date.parse(time);
const read = (change: Partial<GrantDraft>, before = buildGrant(), bound: ReturnType<typeof buildGrant> | null = null) =>
  readDraft({ ...draftOf(before, timeZone), ...change }, { timeZone, now, before, bound });

describe('the fields of an access', () => {
  test('untouched, they give the same access, to the millisecond', () => {
    const before = buildGrant({
      archiveFrom: at('2026-11-14T10:11:12.345Z'),
      archiveUntil: at('2026-11-20T10:11:12.345Z'),
      dailyWindow: { fromMinutes: 1320, untilMinutes: 360 },
      expiresAt: at('2026-12-01T10:11:12.345Z'),
    });
    const known = read({}, before);
    expect(known).toEqual({ kind: 'grant', grant: before });
    expect(changeOf(before, before)).toBeNull();
  });

  test('days are in the camera’s zone, the last one inclusive', () => {
    expect(read({ archiveFrom: '2026-11-14', archiveUntil: '2026-11-20' })).toMatchObject({
      grant: { archiveFrom: at('2026-11-13T21:00:00Z'), archiveUntil: at('2026-11-20T21:00:00Z') },
    });
  });

  test('hours and the end too', () => {
    expect(read({ hasHours: true, hoursFrom: '8:30', hoursUntil: '24:00', hasExpiry: true, expiresAt: '2026-11-24T18:00' })).toMatchObject({
      grant: { dailyWindow: { fromMinutes: 510, untilMinutes: 0 }, expiresAt: at('2026-11-24T15:00:00Z') },
    });
  });

  test.each<[string, Partial<GrantDraft>, object]>([
    ['days that end before they begin', { archiveFrom: '2026-11-14', archiveUntil: '2026-11-13' }, { archiveUntil: 'badDates' }],
    ['hours that are no time', { hasHours: true, hoursFrom: '25:00' }, { hoursFrom: 'badTime' }],
    ['hours that end when they begin', { hasHours: true, hoursFrom: '08:00', hoursUntil: '08:00' }, { hoursUntil: 'sameHours' }],
    ['an end without a date', { hasExpiry: true, expiresAt: '' }, { expiresAt: 'noDate' }],
    ['an end in the past', { hasExpiry: true, expiresAt: '2026-11-23T11:59' }, { expiresAt: 'pastEnd' }],
  ])('refuses %s', (_name, change, errors) => expect(read(change)).toEqual({ kind: 'invalid', errors }));

  test('refuses more than the limits', () => {
    const bound = buildGrant({ withAudio: false });
    expect(read({ withAudio: true }, bound, bound)).toEqual({ kind: 'invalid', errors: { grant: 'notMore' } });
    expect(read({ withArchive: false }, bound, bound)).toMatchObject({ kind: 'grant' });
  });

  test('only what differs is sent', () => {
    const before = buildGrant({ access: 'full', dailyWindow: { fromMinutes: 1, untilMinutes: 2 } });
    expect(changeOf(before, { ...before, withAudio: false, dailyWindow: null })).toEqual({ withAudio: false, dailyWindow: null });
  });
});

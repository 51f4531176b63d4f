import { expect, test } from 'vitest';
import { acceptInviteBody, accessLogFilterQuery, createInviteBody, inviteTokenSchema, revokeInviteQuery } from './sharing-schemas.ts';

const options = {
  label: '',
  access: 'view',
  withAudio: false,
  withArchive: true,
  archiveRange: { kind: 'from-acceptance' },
  withPtz: false,
  dailyWindow: null,
  hasWatermark: false,
  expiresAt: null,
  maxUsers: null,
  maxViewers: null,
  allowsGuests: false,
  hasPicture: false,
} as const;

test('a link names each of its cameras once, and at least one', () => {
  expect(createInviteBody.safeParse({ ...options, cameraIds: ['a', 'b'] }).success).toBe(true);
  for (const cameraIds of [[], ['a', 'a'], ['../a']]) expect(createInviteBody.safeParse({ ...options, cameraIds }).success).toBe(false);
});

test('hours that begin when they end are refused, hours across midnight are not', () => {
  const withHours = (fromMinutes: number, untilMinutes: number) =>
    createInviteBody.safeParse({ ...options, cameraIds: ['a'], dailyWindow: { fromMinutes, untilMinutes } }).success;
  expect(withHours(480, 480)).toBe(false);
  expect(withHours(1200, 360)).toBe(true);
  expect(withHours(0, 1440)).toBe(false);
});

test('a token has word characters and slashes, 16 to 128 of them', () => {
  for (const token of ['0123456789abcdef', 'abc/def/ghi/jkl_mno', 'a'.repeat(128)])
    expect(inviteTokenSchema.safeParse(token).success).toBe(true);
  for (const token of ['short', 'a'.repeat(129), '0123456789abcde-', '0123456789abcde?']) {
    expect(inviteTokenSchema.safeParse(token).success).toBe(false);
  }
});

test('nothing is replaced and nobody removed unless it is asked for', () => {
  expect(acceptInviteBody.parse({ token: '0123456789abcdef' }).replace).toBe(false);
  expect(revokeInviteQuery.parse({})).toEqual({ removeUsers: false });
  expect(revokeInviteQuery.parse({ removeUsers: 'true' })).toEqual({ removeUsers: true });
});

test('one kind of log entry is read as a list', () => {
  expect(accessLogFilterQuery.parse({ kind: 'live' }).kind).toEqual(['live']);
  expect(accessLogFilterQuery.parse({ kind: ['live', 'archive'] }).kind).toEqual(['live', 'archive']);
  expect(accessLogFilterQuery.safeParse({ kind: 'nonsense' }).success).toBe(false);
});

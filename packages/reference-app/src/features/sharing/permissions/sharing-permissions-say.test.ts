// @vitest-environment jsdom
import type { Grant, User } from '@watchpost/sdk-core';
import { buildCamera, buildGrant } from '@watchpost/sdk-core/testing';
import { beforeAll, expect, test } from 'vitest';
import { startTranslations } from '../../../shared/i18n/i18n.ts';
import { permissionSentences } from './sharing-permissions-say.ts';

const now = Date.UTC(2026, 10, 21, 12);
const cameras = [buildCamera({ id: 'door' }), buildCamera({ id: 'gate', platform: 'Mobile' })];
beforeAll(startTranslations);

/** @param grants by camera; null for its owner */
function user(customerId: string, grants: Readonly<Record<string, Grant | null>>): User {
  const has = Object.entries(grants).map(([cameraId, grant]) => ({ cameraId, isOwner: grant === null, grant, source: null }));
  return { customerId, email: `${customerId}@example.com`, isSelf: false, lastWatchedAt: null, isWatching: false, cameras: has };
}

test('a user who owns a camera or has full access to one can change settings, at any hour, until it ends', () => {
  const view = buildGrant();
  const full = buildGrant({ access: 'full' });
  const users = [
    user('anna', { door: null, gate: null }),
    user('boris', { door: view, gate: full }),
    user('olga', { door: { ...full, dailyWindow: { fromMinutes: 0, untilMinutes: 1 } } }),
    user('vera', { door: view, gate: { ...view, withPtz: true } }),
    user('zoe', { door: { ...full, expiresAt: now } }),
    user('yuri', { elsewhere: full }),
  ];
  expect(permissionSentences({ cameras, users, total: 6, guests: [], invites: [] }, now)).toEqual([
    '<b>6 people</b> can see your 2 cameras.',
    '<b>3 people</b> may change settings.',
  ]);
});

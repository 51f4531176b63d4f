import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import type { CameraAccess } from '../../../kernel/access/access.ts';
import { cameraAccess, viewGrant } from '../../../testing/camera-access.ts';
import { createViewerPlaces } from './sharing-viewers.ts';

function setUp() {
  const clock = createManualClock();
  const places = createViewerPlaces({ clock });
  const user = (customerId: string, over: Partial<CameraAccess> = {}): CameraAccess => ({
    ...cameraAccess({ cameraId: 'cam', customerId }, viewGrant),
    inviteId: 'inv',
    maxViewers: 2,
    ...over,
  });
  const guest = (guestId: string): CameraAccess => user('creator', { viewerKind: 'guest', guestId });
  return { clock, places, user, guest };
}
const limit = 'viewer-limit-reached';

test('users and guests of a link share its places: the next one is refused, those who watch stay', () => {
  const { places, user, guest } = setUp();
  const first = places.take(user('a'));
  const second = places.take(guest('g1'));
  expect(() => places.take(guest('g2'))).toThrow(limit);
  expect(() => places.keep(user('b'), 'live')).toThrow(limit);
  expect(() => places.keep(user('b'), 'archive')).toThrow(limit);
  first.check(user('a'));
  second.check(guest('g1'));
  second.end();
  places.take(guest('g2'));
  expect(() => places.take(guest('g3'))).toThrow(limit);
});

test('a viewer counts once, however many tabs, and until the last is closed', () => {
  const { places, user } = setUp();
  const tabs = [1, 2, 3].map(() => places.take(user('a')));
  places.keep(user('a'), 'archive');
  places.take(user('b'));
  expect(() => places.take(user('c'))).toThrow(limit);
  for (const tab of tabs) tab.end();
  tabs[0]?.end();
  // Still held by the request to the archive.
  expect(() => places.take(user('c'))).toThrow(limit);
});

test('another camera and another link have their own places; without a link or a limit there are any number', () => {
  const { places, user } = setUp();
  for (const customerId of ['a', 'b']) places.take(user(customerId));
  places.take(user('c', { cameraId: 'cam2' }));
  places.take(user('c', { inviteId: 'inv2' }));
  places.take(user('c', { inviteId: null }));
  for (let index = 0; index < 50; index += 1) places.take(user(`u${index}`, { inviteId: 'inv3', maxViewers: null }));
});

test('who watches by requests frees the place within 10 s live, and 30 s in the archive', () => {
  const { clock, places, user } = setUp();
  places.keep(user('a'), 'live');
  places.keep(user('b'), 'archive');
  clock.advance(9999);
  expect(() => places.take(user('c'))).toThrow(limit);
  clock.advance(1);
  places.take(user('c'));
  expect(() => places.take(user('d'))).toThrow(limit);
  clock.advance(20_000);
  places.take(user('d'));
});

test('a lowered limit ends the newest viewers at their next check or request', () => {
  const { clock, places, user } = setUp();
  const viewings = ['a', 'b', 'c'].map((customerId) => ({ customerId, viewing: places.take(user(customerId, { maxViewers: 3 })) }));
  places.keep(user('d', { maxViewers: 4 }), 'live');
  const ended = viewings.filter(({ customerId, viewing }) => {
    try {
      viewing.check(user(customerId, { maxViewers: 1 }));
      return false;
    } catch {
      viewing.end();
      return true;
    }
  });
  expect(ended.map(({ customerId }) => customerId)).toEqual(['b', 'c']);
  expect(() => places.keep(user('d', { maxViewers: 1 }), 'live')).toThrow(limit);
  clock.advance(10_000);
  expect(() => places.take(user('b', { maxViewers: 1 }))).toThrow(limit);
});

test('a place of a viewer whose access now comes from another link is not counted against that link', () => {
  const { places, user } = setUp();
  const viewing = places.take(user('a'));
  for (const customerId of ['b', 'c']) places.take(user(customerId, { inviteId: 'inv2' }));
  viewing.check(user('a', { inviteId: 'inv2' }));
});

test('nothing is left of viewers who have stopped', () => {
  const { clock, places, user } = setUp();
  const viewing = places.take(user('a'));
  places.keep(user('b', { cameraId: 'cam2' }), 'live');
  expect(places.size).toBe(2);
  viewing.end();
  clock.advance(10_000);
  places.sweep();
  expect(places.size).toBe(0);
});

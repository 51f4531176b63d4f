import { expect, test } from 'vitest';
import { byPlace, camerasAt, filterByPlace, roomsOf } from './locations-places.ts';
import type { PlaceFilter } from './locations-places.ts';

const config = {
  locations: [
    { id: 'shop', order: 2, title: 'Shop' },
    { id: 'office', order: 1, title: 'Office' },
  ],
  rooms: [
    { id: 'yard', order: 3, title: 'Yard', locationId: 'shop' },
    { id: 'hall', order: 1, title: 'Hall', locationId: 'shop' },
    { id: 'desk', order: 2, title: 'Desk', locationId: 'office' },
  ],
  cameras: [
    { id: 'gate', order: 1, locationId: 'shop', roomId: null },
    { id: 'till', order: 3, locationId: 'shop', roomId: 'hall' },
    { id: 'door', order: 2, locationId: 'shop', roomId: 'hall' },
    { id: 'lift', order: 4, locationId: 'office', roomId: 'desk' },
    { id: 'loose', order: 5, locationId: null, roomId: null },
    { id: 'unseen', order: 6, locationId: 'office', roomId: null },
  ],
};
const cameras = ['new', 'loose', 'till', 'gate', 'lift', 'door', 'newer'].map((id) => ({ id }));
const names = (list: readonly { readonly id: string }[]): string => list.map(({ id }) => id).join();

test('sorts by location and room, then cameras without a room, then cameras without a location', () => {
  expect(names(byPlace(config, cameras))).toBe('lift,door,till,gate,loose,new,newer');
  expect(names(roomsOf(config, null))).toBe('desk,hall,yard');
  expect(names(roomsOf(config, 'shop'))).toBe('hall,yard');
});

test('without locations, cameras keep their order', () => {
  expect(byPlace({ locations: [], rooms: [], cameras: [] }, cameras)).toEqual(cameras);
});

test('finds the cameras at exactly one place', () => {
  expect(names(camerasAt(config, cameras, { locationId: 'shop', roomId: null }))).toBe('gate');
  expect(names(camerasAt(config, cameras, { locationId: 'shop', roomId: 'hall' }))).toBe('door,till');
  expect(names(camerasAt(config, cameras, { locationId: null, roomId: null }))).toBe('loose,new,newer');
});

test.each<[PlaceFilter, string]>([
  [{ locationId: null, room: 'all' }, 'lift,door,till,gate,loose,new,newer'],
  [{ locationId: 'shop', room: 'all' }, 'door,till,gate'],
  [{ locationId: 'shop', room: 'without' }, 'gate'],
  [{ locationId: null, room: 'without' }, 'gate,loose,new,newer'],
  [{ locationId: null, room: { id: 'hall' } }, 'door,till'],
  [{ locationId: 'office', room: { id: 'hall' } }, ''],
])('%j finds %s', (filter, found) => {
  expect(names(filterByPlace(config, cameras, filter))).toBe(found);
});

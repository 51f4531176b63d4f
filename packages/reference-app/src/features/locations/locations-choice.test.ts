import type { PlaceFilter } from '@watchpost/sdk-core';
import { describe, expect, test } from 'vitest';
import { readFilter, writeFilter } from './locations-choice.ts';

const config = {
  locations: [
    { id: 'shop', order: 1, title: 'Shop' },
    { id: 'office', order: 2, title: 'Office' },
  ],
  rooms: [{ id: 'hall', order: 1, title: 'Hall', locationId: 'shop' }],
  cameras: [],
};

describe('the place in an address', () => {
  test.each<[string, PlaceFilter]>([
    ['', { locationId: null, room: 'all' }],
    ['location=shop', { locationId: 'shop', room: 'all' }],
    ['location=shop&room=hall', { locationId: 'shop', room: { id: 'hall' } }],
    ['room=hall', { locationId: null, room: { id: 'hall' } }],
    ['without=room', { locationId: null, room: 'without' }],
    ['location=office&without=room', { locationId: 'office', room: 'without' }],
  ])('%s', (address, filter) => {
    expect(readFilter(new URLSearchParams(address), config)).toEqual(filter);
    expect(writeFilter(new URLSearchParams(), filter).toString()).toBe(address);
  });

  test('an unknown place is ignored; before the locations have loaded it is accepted', () => {
    expect(readFilter(new URLSearchParams('location=gone&room=gone'), config)).toEqual({ locationId: null, room: 'all' });
    // A room of another location is ignored.
    expect(readFilter(new URLSearchParams('location=office&room=hall'), config)).toEqual({ locationId: 'office', room: 'all' });
    expect(readFilter(new URLSearchParams('location=gone&room=gone'), undefined)).toEqual({ locationId: 'gone', room: { id: 'gone' } });
  });

  test('the rest of the address stays', () => {
    expect(
      writeFilter(new URLSearchParams('day=2026-11-21&location=shop&without=room'), { locationId: null, room: 'all' }).toString(),
    ).toBe('day=2026-11-21');
  });
});

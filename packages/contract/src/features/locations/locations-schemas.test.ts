import { expect, test } from 'vitest';
import { saveLocationsBody } from './locations-schemas.ts';

const config = {
  locations: [
    { id: 'shop', order: 1, title: 'Shop' },
    { id: 'office', order: 2, title: 'Office' },
  ],
  rooms: [{ id: 'hall', order: 1, title: 'Hall', locationId: 'shop' }],
  cameras: [
    { id: 'cam_1', order: 1, locationId: 'shop', roomId: 'hall' },
    { id: 'cam_2', order: 2, locationId: null, roomId: null },
  ],
};

test('accepts locations, rooms and cameras, each with its order; titles are trimmed', () => {
  expect(saveLocationsBody.parse({ ...config, rooms: [{ id: 'hall', order: 1, title: '  Hall ', locationId: 'shop' }] })).toEqual(config);
  expect(saveLocationsBody.safeParse({ locations: [], rooms: [], cameras: [] }).success).toBe(true);
  // Rooms of two locations, and cameras of two places, may each start with the same number.
  expect(
    saveLocationsBody.safeParse({
      ...config,
      rooms: [...config.rooms, { id: 'desk', order: 1, title: 'Desk', locationId: 'office' }],
      cameras: config.cameras.map((camera) => ({ ...camera, order: 1 })),
    }).success,
  ).toBe(true);
});

test.each([
  ['an empty title', { locations: [{ id: 'shop', order: 1, title: '  ' }] }],
  ['a title of 101 characters', { locations: [{ id: 'shop', order: 1, title: 'x'.repeat(101) }] }],
  ['an id that is no part of an address', { locations: [{ id: '../x', order: 1, title: 'Shop' }] }],
  ['the id of the list itself', { locations: [{ id: 'list', order: 1, title: 'Shop' }] }],
  [
    'an id twice',
    {
      locations: [
        { id: 'shop', order: 1, title: 'Shop' },
        { id: 'shop', order: 2, title: 'Shop' },
      ],
    },
  ],
  [
    'an order twice',
    {
      locations: [
        { id: 'shop', order: 1, title: 'Shop' },
        { id: 'office', order: 1, title: 'Office' },
      ],
    },
  ],
  ['an order twice in a location', { rooms: [...config.rooms, { id: 'yard', order: 1, title: 'Yard', locationId: 'shop' }] }],
  [
    'an order twice in a place',
    {
      cameras: [
        { id: 'c', order: 1, locationId: null, roomId: null },
        { id: 'd', order: 1, locationId: null, roomId: null },
      ],
    },
  ],
  ['an order that is no number of places', { locations: [{ id: 'shop', order: 1.5, title: 'Shop' }] }],
  [
    'a camera twice',
    {
      cameras: [
        { id: 'c', order: 1, locationId: null, roomId: null },
        { id: 'c', order: 2, locationId: null, roomId: null },
      ],
    },
  ],
  ['an owner', { owner: 'cus_other' }],
])('%s is rejected', (_, wrong) => {
  expect(saveLocationsBody.safeParse({ ...config, ...wrong }).success).toBe(false);
});

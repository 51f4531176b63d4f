import type { LocationsConfig } from '@watchpost/contract/schemas/locations';
import { saveLocationsBody } from '@watchpost/contract/schemas/locations';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addLocation,
  addRoom,
  moveCamera,
  moveLocation,
  moveRoom,
  removeLocation,
  removeRoom,
  renameLocation,
  renameRoom,
} from './locations-model.ts';
import type { LocationsEdit, Place } from './locations-model.ts';
import { inOrder } from './locations-order.ts';

const empty: LocationsConfig = { locations: [], rooms: [], cameras: [] };
const edit = (...edits: readonly LocationsEdit[]): LocationsConfig => edits.reduce((config, one) => one(config), empty);
const place = (locationId: string | null, roomId: string | null = null): Place => ({ locationId, roomId });
const ids = (list: readonly { readonly id: string; readonly order: number }[]): string =>
  inOrder(list)
    .map(({ id }) => id)
    .join();
const camera = ({ cameras }: LocationsConfig, id: string) => cameras.find((one) => one.id === id);

const shopAndOffice = edit(
  addLocation({ id: 'shop', title: 'Shop' }),
  addLocation({ id: 'office', title: 'Office' }),
  addRoom({ id: 'hall', title: 'Hall', locationId: 'shop' }),
  addRoom({ id: 'desk', title: 'Desk', locationId: 'office' }),
  addRoom({ id: 'yard', title: 'Yard', locationId: 'shop' }),
  moveCamera('door', place('shop', 'hall')),
  moveCamera('till', place('shop', 'hall')),
  moveCamera('gate', place('shop')),
  moveCamera('lift', place('office')),
);

describe('locations, rooms and places of cameras', () => {
  test('a new one gets the current maximum plus 1', () => {
    expect(shopAndOffice.locations.map(({ order }) => order)).toEqual([1, 2]);
    expect(shopAndOffice.rooms.map(({ order }) => order)).toEqual([1, 2, 3]);
    const gap = { ...empty, locations: [{ id: 'a', title: 'A', order: 41 }] };
    expect(addLocation({ id: 'b', title: 'B' })(gap).locations.at(-1)).toEqual({ id: 'b', title: 'B', order: 42 });
  });

  test('adding the same id again changes nothing, so a retry after a lost answer is harmless', () => {
    expect(addLocation({ id: 'shop', title: 'Shop' })(shopAndOffice)).toBe(shopAndOffice);
    expect(addRoom({ id: 'hall', title: 'Hall', locationId: 'shop' })(shopAndOffice)).toBe(shopAndOffice);
  });

  test('locations and rooms are renamed', () => {
    expect(renameLocation('shop', 'Corner')(shopAndOffice).locations[0]).toEqual({ id: 'shop', title: 'Corner', order: 1 });
    expect(renameRoom('hall', 'Big hall')(shopAndOffice).rooms[0]).toEqual({ id: 'hall', title: 'Big hall', order: 1, locationId: 'shop' });
  });

  test('deleting a location deletes its rooms and keeps the sequence of its cameras, which then have neither', () => {
    const after = removeLocation('shop')(shopAndOffice);
    expect([ids(after.locations), ids(after.rooms)]).toEqual(['office', 'desk']);
    for (const id of ['door', 'till', 'gate']) expect(camera(after, id)).toMatchObject(place(null));
    expect(ids(after.cameras.filter(({ locationId }) => locationId === null))).toBe('door,till,gate');
    expect(camera(after, 'lift')).toMatchObject(place('office'));
  });

  test('deleting a room leaves its cameras in the location', () => {
    const after = removeRoom('hall')(shopAndOffice);
    expect(ids(after.rooms)).toBe('desk,yard');
    for (const id of ['door', 'till', 'gate']) expect(camera(after, id)).toMatchObject(place('shop'));
    expect(ids(after.cameras.filter(({ locationId }) => locationId === 'shop'))).toBe('gate,door,till');
  });

  test('removing a missing one changes nothing; any other change of it fails', () => {
    expect(removeRoom('attic')(shopAndOffice)).toBe(shopAndOffice);
    expect(removeLocation('attic')(shopAndOffice)).toEqual(shopAndOffice);
    const changes = [
      renameLocation('attic', 'x'),
      renameRoom('attic', 'x'),
      moveLocation('attic', 0),
      moveRoom('attic', 0),
      addRoom({ id: 'x', title: 'x', locationId: 'attic' }),
      moveCamera('door', place('attic')),
      moveCamera('door', place('shop', 'attic')),
      moveCamera('door', place('office', 'hall')),
    ];
    for (const change of changes) expect(() => change(shopAndOffice)).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  test('locations and rooms move among their neighbors, and no others change their order', () => {
    expect(ids(moveLocation('office', 0)(shopAndOffice).locations)).toBe('office,shop');
    const after = moveRoom('yard', 0)(shopAndOffice);
    expect(after.rooms.map(({ id, order }) => [id, order])).toEqual([
      ['hall', 3],
      ['desk', 2],
      ['yard', 1],
    ]);
    expect(ids(moveLocation('shop', 99)(shopAndOffice).locations)).toBe('office,shop');
  });

  test('a camera moves within a place, to another place, and out of all places', () => {
    const inHall = (config: LocationsConfig): string => ids(config.cameras.filter(({ roomId }) => roomId === 'hall'));
    expect(inHall(moveCamera('till', place('shop', 'hall'), { shown: ['door', 'till'], index: 0 })(shopAndOffice))).toBe('till,door');
    expect(inHall(moveCamera('gate', place('shop', 'hall'), { shown: ['door', 'till'], index: 1 })(shopAndOffice))).toBe('door,gate,till');
    expect(inHall(moveCamera('gate', place('shop', 'hall'))(shopAndOffice))).toBe('door,till,gate');
    expect(camera(moveCamera('door', place(null))(shopAndOffice), 'door')).toMatchObject(place(null));
  });

  test('cameras without an entry get one in their displayed order', () => {
    const after = moveCamera('three', place(null), { shown: ['one', 'two', 'three'], index: 0 })(shopAndOffice);
    expect(ids(after.cameras.filter(({ locationId }) => locationId === null))).toBe('three,one,two');
  });

  test('a camera that another client moved away stays where it is now', () => {
    const meanwhile = moveCamera('till', place('office'))(shopAndOffice);
    const after = moveCamera('door', place('shop', 'hall'), { shown: ['door', 'till'], index: 1 })(meanwhile);
    expect(camera(after, 'till')).toMatchObject(place('office'));
  });
});

test('any sequence of changes produces a configuration that the server accepts, and loses no camera', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd');
  const index = fc.integer({ min: -1, max: 5 });
  const anyPlace = fc.record({ locationId: fc.option(id), roomId: fc.option(id) });
  const anyEdit: fc.Arbitrary<LocationsEdit> = fc.oneof(
    id.map((it) => addLocation({ id: it, title: it })),
    fc.tuple(id, id).map(([it, locationId]) => addRoom({ id: it, title: it, locationId })),
    id.map(removeLocation),
    id.map(removeRoom),
    fc.tuple(id, index).map(([it, at]) => moveLocation(it, at)),
    fc.tuple(id, index).map(([it, at]) => moveRoom(it, at)),
    fc.tuple(id, anyPlace).map(([it, where]) => moveCamera(it, where)),
    fc.tuple(id, anyPlace, fc.uniqueArray(id), index).map(([it, where, shown, at]) => moveCamera(it, where, { shown, index: at })),
  );
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 40 }), (edits) => {
      let config = empty;
      for (const change of edits) {
        const before = config.cameras.map((one) => one.id);
        try {
          config = change(config);
        } catch {
          continue;
        }
        expect(saveLocationsBody.safeParse(config).error).toBeUndefined();
        expect(config.cameras.map((one) => one.id)).toEqual(expect.arrayContaining(before));
        const rooms = new Map(config.rooms.map((room) => [room.id, room.locationId]));
        for (const { roomId, locationId } of config.cameras) if (roomId !== null) expect(rooms.get(roomId)).toBe(locationId);
        for (const { locationId } of [...config.rooms, ...config.cameras])
          if (locationId !== null) expect(config.locations.map((one) => one.id)).toContain(locationId);
      }
    }),
    { numRuns: 400 },
  );
});

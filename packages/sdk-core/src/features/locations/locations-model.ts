import type { CameraPlace, Location, LocationsConfig, Room } from '@watchpost/contract/schemas/locations';
import { WatchpostError } from '../../kernel/errors.ts';
import { inOrder } from './locations-order.ts';
import type { Ordered } from './locations-order.ts';

/** The place of a camera: a location, a room in it, or neither. */
export interface Place {
  readonly locationId: string | null;
  readonly roomId: string | null;
}

/** A change of a configuration. It is reapplied if another client saved first, so it refers to its targets by id. */
export type LocationsEdit = (config: LocationsConfig) => LocationsConfig;

/** The current maximum plus 1 (specification 1, section 4). */
function nextOrder(list: readonly Ordered[]): number {
  return list.reduce((highest, { order }) => Math.max(highest, order), 0) + 1;
}

function find<T extends Ordered>(list: readonly T[], id: string): T {
  const found = list.find((item) => item.id === id);
  // Another client removed it meanwhile: a change of it would be lost silently.
  if (!found) throw new WatchpostError('not-found');
  return found;
}

function replace<T extends Ordered>(list: readonly T[], changed: T): T[] {
  return list.map((item) => (item.id === changed.id ? changed : item));
}

/** Assigns the orders that some neighbors have to the same neighbors in another sequence: nothing else moves. */
function rearrange<T extends Ordered>(list: readonly T[], sequence: readonly T[]): T[] {
  const orders = sequence.map(({ order }) => order).toSorted((one, other) => one - other);
  const places = new Map(sequence.map(({ id }, index) => [id, orders[index] ?? 0]));
  return list.map((item) => ({ ...item, order: places.get(item.id) ?? item.order }));
}

function moveWithin<T extends Ordered>(list: readonly T[], neighbours: readonly T[], id: string, index: number): T[] {
  const item = find(list, id);
  const others = inOrder(neighbours).filter((other) => other.id !== id);
  return rearrange(list, others.toSpliced(Math.max(0, index), 0, item));
}

/**
 * Adds a location after all others. An id that already exists is not added again.
 * @example await client.locations.save(addLocation({ id: client.locations.newId(), title: 'Office' }));
 */
export function addLocation({ id, title }: Pick<Location, 'id' | 'title'>): LocationsEdit {
  return (config) =>
    config.locations.some((location) => location.id === id)
      ? config
      : { ...config, locations: [...config.locations, { id, title, order: nextOrder(config.locations) }] };
}

/** Adds a room after all others. @throws {WatchpostError} `not-found` if its location no longer exists */
export function addRoom({ id, title, locationId }: Omit<Room, 'order'>): LocationsEdit {
  return (config) => {
    find(config.locations, locationId);
    return config.rooms.some((room) => room.id === id)
      ? config
      : { ...config, rooms: [...config.rooms, { id, title, locationId, order: nextOrder(config.rooms) }] };
  };
}

/** Renames a location. @throws {WatchpostError} `not-found` if it no longer exists */
export function renameLocation(id: string, title: string): LocationsEdit {
  return (config) => ({ ...config, locations: replace(config.locations, { ...find(config.locations, id), title }) });
}

/** Renames a room. @throws {WatchpostError} `not-found` if it no longer exists */
export function renameRoom(id: string, title: string): LocationsEdit {
  return (config) => ({ ...config, rooms: replace(config.rooms, { ...find(config.rooms, id), title }) });
}

/** Removes a location with its rooms; its cameras then belong to neither (specification 1, section 4). */
export function removeLocation(id: string): LocationsEdit {
  return ({ locations, rooms, cameras }) => ({
    locations: locations.filter((location) => location.id !== id),
    rooms: rooms.filter(({ locationId }) => locationId !== id),
    cameras: settle(cameras, ({ locationId }) => locationId === id, { locationId: null, roomId: null }),
  });
}

/** Removes a room; its cameras stay in the location. */
export function removeRoom(id: string): LocationsEdit {
  return (config) => {
    const room = config.rooms.find((one) => one.id === id);
    if (!room) return config;
    return {
      ...config,
      rooms: config.rooms.filter((one) => one !== room),
      cameras: settle(config.cameras, ({ roomId }) => roomId === id, { locationId: room.locationId, roomId: null }),
    };
  };
}

/** Puts cameras after all others in another place, and keeps their sequence. */
function settle(cameras: readonly CameraPlace[], isMeant: (camera: CameraPlace) => boolean, place: Place): CameraPlace[] {
  const moved = inOrder(cameras.filter(isMeant));
  const first = nextOrder(cameras);
  return cameras.map((camera) => (isMeant(camera) ? { ...camera, ...place, order: first + moved.indexOf(camera) } : camera));
}

/** Moves a location. @param index position among the locations, from 0 */
export function moveLocation(id: string, index: number): LocationsEdit {
  return (config) => ({ ...config, locations: moveWithin(config.locations, config.locations, id, index) });
}

/** Moves a room. @param index position among the rooms of its location, from 0 */
export function moveRoom(id: string, index: number): LocationsEdit {
  return (config) => {
    const { locationId } = find(config.rooms, id);
    return {
      ...config,
      rooms: moveWithin(
        config.rooms,
        config.rooms.filter((room) => room.locationId === locationId),
        id,
        index,
      ),
    };
  };
}

/**
 * Puts a camera into a location or a room, or removes it from both.
 * @param among position among the cameras shown there: their ids in sequence, and the new index, from 0; absent: after all others
 * @throws {WatchpostError} `not-found` if the location or the room no longer exists
 * @example await client.locations.save(moveCamera(camera.id, { locationId: 'shop', roomId: null }));
 */
export function moveCamera(id: string, place: Place, among?: { readonly shown: readonly string[]; readonly index: number }): LocationsEdit {
  return (config) => {
    if (place.locationId !== null) find(config.locations, place.locationId);
    if (place.roomId !== null && find(config.rooms, place.roomId).locationId !== place.locationId) throw new WatchpostError('not-found');
    const others = among?.shown.filter((one) => one !== id) ?? [];
    // A camera without an entry has no place; among others with an order, it needs one too.
    const known = others.reduce<CameraPlace[]>(
      (cameras, one) =>
        cameras.some((camera) => camera.id === one) ? cameras : [...cameras, { id: one, ...place, order: nextOrder(cameras) }],
      config.cameras,
    );
    const cameras = put(known, id, place);
    const neighbours = inOrder(cameras.filter((camera) => camera.id !== id && isAt(camera, place)));
    // The others keep the order that the user saw; those added meanwhile follow them.
    const seen = others.flatMap((one) => neighbours.find((camera) => camera.id === one) ?? []);
    const sequence = [...seen, ...neighbours.filter((camera) => !seen.includes(camera))];
    return {
      ...config,
      cameras: rearrange(cameras, sequence.toSpliced(Math.max(0, among?.index ?? sequence.length), 0, find(cameras, id))),
    };
  };
}

function put(cameras: readonly CameraPlace[], id: string, { locationId, roomId }: Place): CameraPlace[] {
  const known = cameras.find((camera) => camera.id === id);
  if (known && isAt(known, { locationId, roomId })) return [...cameras];
  return [...cameras.filter((camera) => camera !== known), { id, locationId, roomId, order: nextOrder(cameras) }];
}

function isAt(camera: Place, place: Place): boolean {
  return camera.locationId === place.locationId && camera.roomId === place.roomId;
}

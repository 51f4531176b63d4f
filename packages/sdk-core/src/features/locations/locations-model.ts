import type { CameraPlace, Location, LocationsConfig, Room } from '@watchpost/contract/schemas/locations';
import { WatchpostError } from '../../kernel/errors.ts';

/** Where a camera is: in a location, in a room of it, or nowhere. */
export interface Place {
  readonly locationId: string | null;
  readonly roomId: string | null;
}

/** One change of a configuration; it is made again when somebody else saved first, so it names what it changes by id. */
export type LocationsEdit = (config: LocationsConfig) => LocationsConfig;

interface Ordered {
  readonly id: string;
  readonly order: number;
}

/** In their order; of the same order, as on every device, by id. */
export function inOrder<T extends Ordered>(list: readonly T[]): T[] {
  return list.toSorted((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1));
}

/** The current maximum plus 1 (specification 1, section 4). */
function nextOrder(list: readonly Ordered[]): number {
  return list.reduce((highest, { order }) => Math.max(highest, order), 0) + 1;
}

function find<T extends Ordered>(list: readonly T[], id: string): T {
  const found = list.find((item) => item.id === id);
  // Somebody else has removed it meanwhile: a change of it would be lost without a word.
  if (!found) throw new WatchpostError('not-found');
  return found;
}

function replace<T extends Ordered>(list: readonly T[], changed: T): T[] {
  return list.map((item) => (item.id === changed.id ? changed : item));
}

/** Gives the orders that some neighbours have to the same ones in another sequence: nothing else moves. */
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
 * Adds a location after all others. One whose id is there already is not added again.
 * @example await client.locations.save(addLocation({ id: client.locations.newId(), title: 'Office' }));
 */
export function addLocation({ id, title }: Pick<Location, 'id' | 'title'>): LocationsEdit {
  return (config) => (config.locations.some((location) => location.id === id) ? config : { ...config, locations: [...config.locations, { id, title, order: nextOrder(config.locations) }] });
}

/** Adds a room after all others. @throws {WatchpostError} `not-found` when its location is gone */
export function addRoom({ id, title, locationId }: Omit<Room, 'order'>): LocationsEdit {
  return (config) => {
    find(config.locations, locationId);
    return config.rooms.some((room) => room.id === id) ? config : { ...config, rooms: [...config.rooms, { id, title, locationId, order: nextOrder(config.rooms) }] };
  };
}

/** @throws {WatchpostError} `not-found` when it is gone */
export function renameLocation(id: string, title: string): LocationsEdit {
  return (config) => ({ ...config, locations: replace(config.locations, { ...find(config.locations, id), title }) });
}

/** @throws {WatchpostError} `not-found` when it is gone */
export function renameRoom(id: string, title: string): LocationsEdit {
  return (config) => ({ ...config, rooms: replace(config.rooms, { ...find(config.rooms, id), title }) });
}

/** Removes a location with its rooms; its cameras are then in neither (specification 1, section 4). */
export function removeLocation(id: string): LocationsEdit {
  return ({ locations, rooms, cameras }) => ({
    locations: locations.filter((location) => location.id !== id),
    rooms: rooms.filter(({ locationId }) => locationId !== id),
    cameras: settle(cameras, ({ locationId }) => locationId === id, { locationId: null, roomId: null }),
  });
}

/** Removes a room; its cameras stay in the location, without a room. */
export function removeRoom(id: string): LocationsEdit {
  return (config) => {
    const room = config.rooms.find((one) => one.id === id);
    if (!room) return config;
    return { ...config, rooms: config.rooms.filter((one) => one !== room), cameras: settle(config.cameras, ({ roomId }) => roomId === id, { locationId: room.locationId, roomId: null }) };
  };
}

/** Puts cameras after all others in another place, in the order that they had. */
function settle(cameras: readonly CameraPlace[], isMeant: (camera: CameraPlace) => boolean, place: Place): CameraPlace[] {
  const moved = inOrder(cameras.filter(isMeant));
  const first = nextOrder(cameras);
  return cameras.map((camera) => (isMeant(camera) ? { ...camera, ...place, order: first + moved.indexOf(camera) } : camera));
}

/** @param index place among the locations, from 0 */
export function moveLocation(id: string, index: number): LocationsEdit {
  return (config) => ({ ...config, locations: moveWithin(config.locations, config.locations, id, index) });
}

/** @param index place among the rooms of its location, from 0 */
export function moveRoom(id: string, index: number): LocationsEdit {
  return (config) => {
    const { locationId } = find(config.rooms, id);
    return { ...config, rooms: moveWithin(config.rooms, config.rooms.filter((room) => room.locationId === locationId), id, index) };
  };
}

/**
 * Puts a camera into a location or a room, or takes it out of both.
 * @param among where among the cameras that are shown there: their ids in that sequence, and the new place in it, from 0; absent: after all others
 * @throws {WatchpostError} `not-found` when the location or the room is gone
 * @example await client.locations.save(moveCamera(camera.id, { locationId: 'shop', roomId: null }));
 */
export function moveCamera(id: string, place: Place, among?: { readonly shown: readonly string[]; readonly index: number }): LocationsEdit {
  return (config) => {
    if (place.locationId !== null) find(config.locations, place.locationId);
    if (place.roomId !== null && find(config.rooms, place.roomId).locationId !== place.locationId) throw new WatchpostError('not-found');
    const others = among?.shown.filter((one) => one !== id) ?? [];
    // A camera that no place was kept for is nowhere; among others that have an order it needs one too.
    const known = others.reduce<CameraPlace[]>((cameras, one) => (cameras.some((camera) => camera.id === one) ? cameras : [...cameras, { id: one, ...place, order: nextOrder(cameras) }]), config.cameras);
    const cameras = put(known, id, place);
    const neighbours = inOrder(cameras.filter((camera) => camera.id !== id && isAt(camera, place)));
    // The others keep the sequence that the person saw; whoever came meanwhile is after them.
    const seen = others.flatMap((one) => neighbours.find((camera) => camera.id === one) ?? []);
    const sequence = [...seen, ...neighbours.filter((camera) => !seen.includes(camera))];
    return { ...config, cameras: rearrange(cameras, sequence.toSpliced(Math.max(0, among?.index ?? sequence.length), 0, find(cameras, id))) };
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

export { createLocationsApi } from './locations-api.ts';
export type { LocationsApi } from './locations-api.ts';
export {
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
export type { LocationsEdit, Place } from './locations-model.ts';
export { inOrder } from './locations-order.ts';
export { byPlace, camerasAt, filterByPlace, roomsOf } from './locations-places.ts';
export type { PlaceFilter } from './locations-places.ts';

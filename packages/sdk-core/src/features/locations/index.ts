export { createLocationsApi } from './locations-api.ts';
export type { LocationsApi } from './locations-api.ts';
export { addLocation, addRoom, inOrder, moveCamera, moveLocation, moveRoom, removeLocation, removeRoom, renameLocation, renameRoom } from './locations-model.ts';
export type { LocationsEdit, Place } from './locations-model.ts';
export { byPlace, camerasAt, filterByPlace, roomsOf } from './locations-places.ts';
export type { PlaceFilter } from './locations-places.ts';

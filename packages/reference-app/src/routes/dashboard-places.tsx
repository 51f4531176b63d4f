export { LocationTitle, NoCamerasHere, RoomChips } from '../features/locations/index.ts';

export { useOrderedCameras, usePlacedCameras } from './locations-choice.ts';
export { LocationTitle, NoCamerasHere, RoomChips } from './locations-dashboard.tsx';
export { useNewCameraPlace } from './locations-new-camera.tsx';
export { locationsQuery } from './locations-queries.ts';
export { LocationsScreen } from './locations-screen.tsx';
export { LocationSelect, useCameraPlaces, useCamerasOfLocation } from './locations-select.tsx';

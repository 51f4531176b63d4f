import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { LocationsScreen } from '../../features/locations/index.ts';

/** /settings/locations-and-rooms/list, /{locationId} and /{locationId}/{roomId} */
export function SettingsLocationsRoute(): ReactNode {
  const { locationId = null, roomId = null } = useParams();
  return <LocationsScreen locationId={locationId} roomId={roomId} />;
}

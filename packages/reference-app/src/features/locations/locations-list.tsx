import { addLocation, camerasAt, filterByPlace, inOrder, moveLocation, roomsOf } from '@watchpost/sdk-core';
import type { Camera, Location, LocationsConfig } from '@watchpost/sdk-core';
import { ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useClient } from '../../shared/client.tsx';
import { to } from '../../shared/navigation/targets.ts';
import { useNavigateFromHere } from '../../shared/navigation/use-is-leaving.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { useDropTarget } from './sorting/locations-drop.ts';
import { NameDialog } from './dialogs/locations-name-dialog.tsx';
import { useSaveLocations } from './locations-save.ts';
import { SortableList } from './sorting/locations-sortable.tsx';
import { text } from './locations-texts.ts';

export interface LocationListProps {
  readonly config: LocationsConfig;
  readonly cameras: readonly Camera[];
  /** The location that is open beside the list. */
  readonly locationId: string | null;
  readonly roomId: string | null;
}

/** Lists the locations in their order, each with its rooms; cameras can be dropped on both. */
export function LocationList({ config, cameras, locationId, roomId }: LocationListProps): ReactNode {
  const client = useClient();
  const navigate = useNavigateFromHere();
  const { save } = useSaveLocations();
  const [newId, setNewId] = useState<string | null>(null);
  const locations = inOrder(config.locations);
  const add = (
    <Button
      icon={<Plus size={20} />}
      look={locations.length === 0 ? 'primary' : undefined}
      aria-haspopup="dialog"
      onClick={() => setNewId(client.locations.newId())}
    >
      {text('addLocation')}
    </Button>
  );
  return (
    <section className="loc-tree" aria-labelledby="loc-tree-title">
      <div className="loc-head">
        <h2 id="loc-tree-title">{text('locations')}</h2>
        {locations.length === 0 ? null : add}
      </div>
      {locations.length === 0 ? (
        <EmptyState compact title={text('noLocations')} text={text('noLocationsText')}>
          {add}
        </EmptyState>
      ) : (
        <>
          <SortableList label={text('listOfLocations')} items={locations} onMove={(id, index) => save(moveLocation(id, index))}>
            {(location, handle) => <LocationRow {...{ location, handle, config, cameras, roomId }} isOpen={location.id === locationId} />}
          </SortableList>
          <Nowhere count={camerasAt(config, cameras, { locationId: null, roomId: null }).length} isOpen={locationId === null} />
        </>
      )}
      {newId === null ? null : (
        <NameDialog
          kind="location"
          title={text('addLocationTitle')}
          taken={locations.map(({ title }) => title)}
          onClose={() => setNewId(null)}
          onName={async (title) => {
            const isSaved = await save(addLocation({ id: newId, title }));
            if (isSaved) void navigate(to.Location(newId));
            return isSaved;
          }}
        />
      )}
    </section>
  );
}

interface LocationRowProps extends Omit<LocationListProps, 'locationId'> {
  readonly location: Location;
  readonly handle: ReactNode;
  readonly isOpen: boolean;
}

function LocationRow({ location, handle, config, cameras, roomId, isOpen }: LocationRowProps): ReactNode {
  const dropTarget = useDropTarget();
  const rooms = roomsOf(config, location.id);
  const count = filterByPlace(config, cameras, { locationId: location.id, room: 'all' }).length;
  const isHere = isOpen && roomId === null;
  return (
    <div className="loc-branch">
      <div className={isHere ? 'loc-row on' : 'loc-row'} {...dropTarget({ locationId: location.id, roomId: null })}>
        {handle}
        <Link className="loc-link" to={to.Location(location.id)} aria-current={isHere ? 'page' : undefined}>
          <b className="loc-name">{location.title}</b>
          <span className="loc-count">{text('camerasCount', { count })}</span>
          <ChevronRight size={20} />
        </Link>
      </div>
      {rooms.length === 0 ? null : (
        <ul className="loc-rooms" aria-label={text('filterRooms', { name: location.title })}>
          {rooms.map((room) => (
            <li
              key={room.id}
              className={isOpen && room.id === roomId ? 'loc-row on' : 'loc-row'}
              {...dropTarget({ locationId: location.id, roomId: room.id })}
            >
              <Link
                className="loc-link"
                to={to.Room(location.id, room.id)}
                aria-current={isOpen && room.id === roomId ? 'page' : undefined}
              >
                <span className="loc-name">{room.title}</span>
                <span className="loc-count n">{camerasAt(config, cameras, { locationId: location.id, roomId: room.id }).length}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Row for cameras without a location; cameras dropped on it leave their place. */
function Nowhere({ count, isOpen }: { count: number; isOpen: boolean }): ReactNode {
  const dropTarget = useDropTarget();
  return (
    <div className={isOpen ? 'loc-row nowhere on' : 'loc-row nowhere'} {...dropTarget({ locationId: null, roomId: null })}>
      <Link className="loc-link" to={to.LocationList()} aria-current={isOpen ? 'page' : undefined}>
        <span className="loc-name">{text('withoutLocation')}</span>
        <span className="loc-count">{text('camerasCount', { count })}</span>
      </Link>
    </div>
  );
}

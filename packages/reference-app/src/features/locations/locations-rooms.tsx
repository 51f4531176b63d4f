import { addRoom, camerasAt, moveRoom, roomsOf } from '@watchpost/sdk-core';
import type { Camera, Location, LocationsConfig } from '@watchpost/sdk-core';
import { ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useClient } from '../../shared/client.tsx';
import { to } from '../../shared/navigation/targets.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useDropTarget } from './sorting/locations-drop.ts';
import { NameDialog } from './dialogs/locations-name-dialog.tsx';
import { useSaveLocations } from './locations-save.ts';
import { SortableList } from './sorting/locations-sortable.tsx';
import { text } from './locations-texts.ts';

export interface LocationRoomsProps {
  readonly config: LocationsConfig;
  readonly cameras: readonly Camera[];
  readonly location: Location;
}

/** Lists the rooms of a location in their order. */
export function LocationRooms({ config, cameras, location }: LocationRoomsProps): ReactNode {
  const client = useClient();
  const { save } = useSaveLocations();
  const dropTarget = useDropTarget();
  const [newId, setNewId] = useState<string | null>(null);
  const rooms = roomsOf(config, location.id);
  return (
    <section className="loc-part" aria-labelledby="loc-rooms-title">
      <div className="loc-head">
        <h3 id="loc-rooms-title">{text('rooms')}</h3>
        <Button size="s" icon={<Plus size={16} />} aria-haspopup="dialog" onClick={() => setNewId(client.locations.newId())}>
          {text('addRoom')}
        </Button>
      </div>
      {rooms.length === 0 ? (
        <p className="dim">{text('noRooms')}</p>
      ) : (
        <SortableList label={text('listOfRooms')} items={rooms} onMove={(id, index) => save(moveRoom(id, index))}>
          {(room, handle) => (
            <div className="loc-row" {...dropTarget({ locationId: location.id, roomId: room.id })}>
              {handle}
              <Link className="loc-link" to={to.Room(location.id, room.id)}>
                <b className="loc-name">{room.title}</b>
                <span className="loc-count">
                  {text('camerasCount', { count: camerasAt(config, cameras, { locationId: location.id, roomId: room.id }).length })}
                </span>
                <ChevronRight size={20} />
              </Link>
            </div>
          )}
        </SortableList>
      )}
      {newId === null ? null : (
        <NameDialog
          kind="room"
          title={text('addRoomTitle', { name: location.title })}
          taken={rooms.map(({ title }) => title)}
          onClose={() => setNewId(null)}
          onName={(title) => save(addRoom({ id: newId, title, locationId: location.id }))}
        />
      )}
    </section>
  );
}

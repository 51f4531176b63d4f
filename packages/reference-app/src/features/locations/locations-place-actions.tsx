import { camerasAt, filterByPlace, removeLocation, removeRoom, renameLocation, renameRoom, roomsOf } from '@watchpost/sdk-core';
import type { Camera, Location, LocationsConfig, Room } from '@watchpost/sdk-core';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { to } from '../../shared/navigation/targets.ts';
import { useNavigateFromHere } from '../../shared/navigation/use-is-leaving.ts';
import { iconButtonClass } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { DeletePlaceDialog } from './dialogs/locations-delete-dialog.tsx';
import { NameDialog } from './dialogs/locations-name-dialog.tsx';
import { useSaveLocations } from './locations-save.ts';
import { text } from './locations-texts.ts';

export interface PlaceActionsProps {
  readonly config: LocationsConfig;
  readonly cameras: readonly Camera[];
  readonly location: Location;
  /** Null: the location itself. */
  readonly room: Room | null;
}

/** Renames or deletes a location or a room. */
export function PlaceActions({ config, cameras, location, room }: PlaceActionsProps): ReactNode {
  const navigate = useNavigateFromHere();
  const { save } = useSaveLocations();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const { id, title } = room ?? location;
  const kind = room ? 'room' : 'location';
  const inside = room
    ? camerasAt(config, cameras, { locationId: location.id, roomId: room.id })
    : filterByPlace(config, cameras, { locationId: location.id, room: 'all' });
  const remove = async (): Promise<boolean> => {
    const isSaved = await save(room ? removeRoom(id) : removeLocation(id));
    if (isSaved) {
      showToast('success', text('deleted', { name: title }));
      void navigate(room ? to.Location(location.id) : to.LocationList(), { replace: true });
    }
    return isSaved;
  };
  return (
    <>
      <Menu
        label={text('actionsOf', { name: title })}
        className={iconButtonClass()}
        button={<Ellipsis size={24} />}
        entries={[
          { kind: 'item', label: text('rename'), icon: <Pencil size={20} />, onAction: () => setOpen('rename') },
          { kind: 'line' },
          {
            kind: 'item',
            danger: true,
            label: text(room ? 'deleteRoom' : 'deleteLocation'),
            icon: <Trash2 size={20} />,
            onAction: () => setOpen('delete'),
          },
        ]}
      />
      {open === 'rename' ? (
        <NameDialog
          kind={kind}
          title={text(room ? 'renameRoomTitle' : 'renameLocationTitle')}
          name={title}
          onName={(name) => save(room ? renameRoom(id, name) : renameLocation(id, name))}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === 'delete' ? (
        <DeletePlaceDialog
          kind={kind}
          title={title}
          rooms={room ? 0 : roomsOf(config, location.id).length}
          cameras={inside.length}
          onDelete={remove}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}

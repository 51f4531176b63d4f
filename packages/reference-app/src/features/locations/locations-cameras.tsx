import { moveCamera } from '@watchpost/sdk-core';
import type { Camera, LocationsConfig, Place } from '@watchpost/sdk-core';
import { FolderInput } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useClient } from '../../shared/client.tsx';
import { to } from '../../shared/navigation/targets.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { MoveDialog } from './dialogs/locations-move-dialog.tsx';
import { useSaveLocations } from './locations-save.ts';
import { SortableList } from './sorting/locations-sortable.tsx';
import { text } from './locations-texts.ts';

export interface PlaceCamerasProps {
  readonly config: LocationsConfig;
  /** The cameras of this place, in their order. */
  readonly cameras: readonly Camera[];
  readonly place: Place;
  readonly onOver: (place: Place | null) => void;
}

/** Lists the cameras of one place; users sort them, drag them or move them to another place. */
export function PlaceCameras({ config, cameras, place, onOver }: PlaceCamerasProps): ReactNode {
  const client = useClient();
  const { save } = useSaveLocations();
  const [moving, setMoving] = useState<Camera | null>(null);
  const sendTo = async (camera: Camera | undefined, target: Place): Promise<boolean> => {
    if (!camera || (target.locationId === place.locationId && target.roomId === place.roomId)) return true;
    const isSaved = await save(moveCamera(camera.id, target));
    if (isSaved) showToast('success', movedText(config, camera.title, target), { id: 'location-moved' });
    return isSaved;
  };
  const shown = cameras.map(({ id }) => id);
  return (
    <>
      <SortableList
        label={text('listOfCameras')}
        className="loc-cameras"
        items={cameras}
        onMove={(id, index) => save(moveCamera(id, place, { shown, index }))}
        places={{
          onOver,
          onDrop: (id, target) =>
            sendTo(
              cameras.find((camera) => camera.id === id),
              target,
            ),
        }}
      >
        {(camera, handle) => (
          <div className="loc-row loc-camera">
            {handle}
            <Link className="loc-link" to={to.Camera(camera.id)}>
              <CameraThumb address={client.cameras.previewUrl(camera)} />
              <span className="loc-name">{camera.title}</span>
            </Link>
            {config.locations.length === 0 ? null : (
              <IconButton label={text('moveTo', { name: camera.title })} onClick={() => setMoving(camera)} aria-haspopup="dialog">
                <FolderInput size={20} />
              </IconButton>
            )}
          </div>
        )}
      </SortableList>
      {moving ? (
        <MoveDialog
          title={moving.title}
          config={config}
          place={place}
          onMove={(target) => sendTo(moving, target)}
          onClose={() => setMoving(null)}
        />
      ) : null}
    </>
  );
}

function CameraThumb({ address }: { address: string | null }): ReactNode {
  return <span className="loc-thumb">{address === null ? null : <img src={address} alt="" loading="lazy" draggable={false} />}</span>;
}

function movedText({ locations, rooms }: LocationsConfig, name: string, { locationId, roomId }: Place): string {
  const place = [locations.find(({ id }) => id === locationId), rooms.find(({ id }) => id === roomId)]
    .flatMap((one) => one?.title ?? [])
    .join(' — ');
  return locationId === null ? text('movedOut', { name }) : text('moved', { name, place });
}

import { camerasAt } from '@watchpost/sdk-core';
import type { Camera, Location, LocationsConfig, Place, Room } from '@watchpost/sdk-core';
import { ArrowLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { to } from '../../shared/navigation/targets.ts';
import { Button, buttonClass, iconButtonClass } from '../../shared/ui/button.tsx';
import { PlaceCameras } from './locations-cameras.tsx';
import { PickDialog } from './dialogs/locations-pick-dialog.tsx';
import { PlaceActions } from './locations-place-actions.tsx';
import { LocationRooms } from './locations-rooms.tsx';
import { useSaveLocations } from './locations-save.ts';
import { text } from './locations-texts.ts';

export interface PlacePaneProps {
  readonly config: LocationsConfig;
  readonly cameras: readonly Camera[];
  readonly location: Location;
  /** Null: the location itself. */
  readonly room: Room | null;
  /** The list is not shown beside it, so a link leads back there. */
  readonly isAlone: boolean;
  /** A camera is dragged over another place. */
  readonly onOver: (place: Place | null) => void;
}

/** Shows the contents of a location or a room. */
export function PlacePane({ config, cameras, location, room, isAlone, onOver }: PlacePaneProps): ReactNode {
  const { save } = useSaveLocations();
  const [picks, setPicks] = useState(false);
  const { title } = room ?? location;
  const place: Place = { locationId: location.id, roomId: room?.id ?? null };
  const here = camerasAt(config, cameras, place);
  const elsewhere = cameras.filter((camera) => !here.includes(camera));
  const back = room
    ? { to: to.Location(location.id), label: text('backToLocation', { name: location.title }) }
    : { to: to.LocationList(), label: text('toLocations') };
  return (
    <section className="loc-place" aria-labelledby="loc-place-title">
      <div className="loc-head loc-place-head">
        {room || isAlone ? (
          <Link className={iconButtonClass()} to={back.to} aria-label={back.label} title={back.label}>
            <ArrowLeft size={24} />
          </Link>
        ) : null}
        <div className="grow">
          <h2 id="loc-place-title" className="loc-name">
            {title}
          </h2>
          {room ? <p className="dim loc-name">{location.title}</p> : null}
        </div>
        <PlaceActions {...{ config, cameras, location, room }} />
      </div>
      {room ? null : <LocationRooms {...{ config, cameras, location }} />}
      <section className="loc-part" aria-labelledby="loc-cameras-title">
        <div className="loc-head">
          <h3 id="loc-cameras-title">
            {text(room || config.rooms.every(({ locationId }) => locationId !== location.id) ? 'cameras' : 'withoutRoom')}
          </h3>
          {elsewhere.length === 0 ? null : (
            <Button size="s" icon={<Plus size={16} />} aria-haspopup="dialog" onClick={() => setPicks(true)}>
              {text('addCameras')}
            </Button>
          )}
        </div>
        {here.length === 0 ? <p className="dim">{text('noCameras')}</p> : <PlaceCameras {...{ config, place, onOver }} cameras={here} />}
      </section>
      {picks ? (
        <PickDialog
          title={text('addCamerasTitle', { name: title })}
          place={place}
          cameras={elsewhere}
          onPick={save}
          onClose={() => setPicks(false)}
        />
      ) : null}
    </section>
  );
}

/** Shows the cameras without a location, where every camera starts. */
export function NowherePane({ config, cameras, onOver }: Pick<PlacePaneProps, 'config' | 'cameras' | 'onOver'>): ReactNode {
  const place: Place = { locationId: null, roomId: null };
  const here = camerasAt(config, cameras, place);
  return (
    <section className="loc-place" aria-labelledby="loc-place-title">
      <div className="loc-head loc-place-head">
        <h2 id="loc-place-title">{text('withoutLocation')}</h2>
      </div>
      {cameras.length === 0 ? (
        <>
          <p className="dim">{text('noCamerasAtAll')}</p>
          <Link className={buttonClass()} to={to.AddCamera()}>
            {text('addCamera')}
          </Link>
        </>
      ) : (
        <>
          <p className="dim">{text(here.length === 0 ? 'allPlaced' : 'unplacedText')}</p>
          {here.length === 0 ? null : <PlaceCameras {...{ config, place, onOver }} cameras={here} />}
        </>
      )}
    </section>
  );
}

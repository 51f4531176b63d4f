import { errorText } from '@watchpost/sdk-core';
import type { Camera, LocationsConfig, Place } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useIsRoomy } from '../../shared/browser/media.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { to } from '../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/status.tsx';
import { OverPlace } from './sorting/locations-drop.ts';
import { LocationList } from './locations-list.tsx';
import { NowherePane, PlacePane } from './locations-place.tsx';
import { useLocations, usePlaceableCameras } from './locations-queries.ts';
import { text } from './locations-texts.ts';
import './locations.css';

export interface LocationsScreenProps {
  /** Null: the list of locations. */
  readonly locationId: string | null;
  /** Null: the location itself. */
  readonly roomId: string | null;
}

/** Settings of locations: on wide screens the list and the open place side by side, otherwise one page each. */
export function LocationsScreen(props: LocationsScreenProps): ReactNode {
  useTranslation();
  const queries = [useLocations(), usePlaceableCameras()] as const;
  const [{ data: config }, { data: cameras }] = queries;
  if (config && cameras) return <Loaded {...props} config={config} cameras={cameras} />;
  const error = queries.find((query) => query.error)?.error;
  const retry = (): void => {
    for (const query of queries) void query.refetch();
  };
  if (error) {
    return (
      <EmptyState broken level="h2" title={text('failed')} text={errorText(error, currentLocale())}>
        <Button look="primary" busy={queries.some(({ isFetching }) => isFetching)} onClick={retry}>
          {text('retry')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <div className="loc-wait" aria-busy="true">
      <span className="visually-hidden" role="status">
        {text('loading')}
      </span>
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} kind="row" />
      ))}
    </div>
  );
}

function Loaded({
  locationId,
  roomId,
  config,
  cameras,
}: LocationsScreenProps & { config: LocationsConfig; cameras: readonly Camera[] }): ReactNode {
  const hasRoomForBoth = useIsRoomy();
  const [over, setOver] = useState<Place | null>(null);
  const location = config.locations.find(({ id }) => id === locationId) ?? null;
  const room = config.rooms.find((one) => one.id === roomId && one.locationId === locationId) ?? null;
  const isMissing = (locationId !== null && !location) || (roomId !== null && !room);
  return (
    <OverPlace value={over}>
      <div className="loc-screen">
        {hasRoomForBoth || locationId === null ? <LocationList {...{ config, cameras, locationId, roomId }} /> : null}
        {isMissing ? (
          <EmptyState compact level="h2" title={text('missing')} text={text('missingText')}>
            <Link className={buttonClass({ look: 'primary' })} to={to.LocationList()}>
              {text('toLocations')}
            </Link>
          </EmptyState>
        ) : location ? (
          <PlacePane key={room?.id ?? location.id} {...{ config, cameras, location, room }} isAlone={!hasRoomForBoth} onOver={setOver} />
        ) : (
          <NowherePane {...{ config, cameras }} onOver={setOver} />
        )}
      </div>
    </OverPlace>
  );
}

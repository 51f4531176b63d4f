import { filterByPlace, inOrder, roomsOf } from '@watchpost/sdk-core';
import type { Camera, PlaceFilter } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../shared/navigation/targets.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/choice.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { usePlaceChoice } from './locations-choice.ts';
import { LocationMenu } from './locations-menu.tsx';
import { useLocations } from './locations-queries.ts';
import { text } from './locations-texts.ts';
import './locations-dashboard.css';

/** The dashboard's title: shows the location and switches it. */
export function LocationTitle(): ReactNode {
  useTranslation();
  const navigate = useNavigate();
  const { data: config } = useLocations();
  const { filter, choose } = usePlaceChoice();
  if (!config || config.locations.length === 0) return text('allLocations');
  return (
    <LocationMenu
      locations={inOrder(config.locations)}
      locationId={filter.locationId}
      onChoose={(locationId) => choose({ locationId, room: 'all' })}
      onManage={() => void navigate(to.LocationList())}
    />
  );
}

/** Chips for the rooms of the chosen location, each with its number of cameras. */
export function RoomChips({ cameras }: { readonly cameras: readonly Camera[] }): ReactNode {
  useTranslation();
  const { data: config } = useLocations();
  const { filter, choose } = usePlaceChoice();
  if (!config) return null;
  const { locationId, room: chosen } = filter;
  const rooms = roomsOf(config, locationId);
  if (rooms.length === 0) return null;
  const count = (room: PlaceFilter['room']): number => filterByPlace(config, cameras, { locationId, room }).length;
  const location = new Map(config.locations.map(({ id, title }) => [id, title]));
  // Rooms of different locations may have the same name.
  const isTwice = (title: string): boolean => rooms.filter((room) => room.title === title).length > 1;
  return (
    <div
      className="room-chips"
      role="group"
      aria-label={text('filterRooms', { name: location.get(locationId ?? '') ?? text('allLocations') })}
    >
      <Chip selected={chosen === 'all'} count={count('all')} onPress={() => choose({ locationId, room: 'all' })}>
        {text('allRooms')}
      </Chip>
      {rooms.map((room) => (
        <Chip
          key={room.id}
          selected={typeof chosen === 'object' && chosen.id === room.id}
          count={count({ id: room.id })}
          onPress={() => choose({ locationId, room: { id: room.id } })}
        >
          {isTwice(room.title) ? `${location.get(room.locationId) ?? ''} — ${room.title}` : room.title}
        </Chip>
      ))}
      <Chip selected={chosen === 'without'} count={count('without')} onPress={() => choose({ locationId, room: 'without' })}>
        {text('withoutRoom')}
      </Chip>
    </div>
  );
}

/** Shown when the chosen place has no cameras. */
export function NoCamerasHere(): ReactNode {
  useTranslation();
  const { choose } = usePlaceChoice();
  return (
    <EmptyState title={text('nothingHere')} text={text('nothingHereText')}>
      <Button onClick={() => choose({ locationId: null, room: 'all' })}>{text('showAll')}</Button>
    </EmptyState>
  );
}

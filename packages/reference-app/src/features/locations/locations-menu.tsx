import type { Location } from '@watchpost/sdk-core';
import { ChevronDown, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../shared/ui/menu.tsx';
import { text } from './locations-texts.ts';

export interface LocationMenuProps {
  readonly locations: readonly Location[];
  /** Null: all locations. */
  readonly locationId: string | null;
  readonly onChoose: (locationId: string | null) => void;
  readonly onManage: () => void;
}

/** The menu's value for all locations; an id is never empty. */
const all = '';

/** Title that shows the location and opens a menu to switch it. */
export function LocationMenu({ locations, locationId, onChoose, onManage }: LocationMenuProps): ReactNode {
  useTranslation();
  const title = locations.find(({ id }) => id === locationId)?.title ?? text('allLocations');
  return (
    <Menu
      label={text('chooseLocation', { name: title })}
      className="location-title"
      placement="bottom-start"
      button={
        <>
          <span className="cut">{title}</span>
          <ChevronDown size={24} />
        </>
      }
      entries={[
        {
          kind: 'choice',
          label: text('location'),
          chosen: locationId ?? all,
          options: [{ value: all, label: text('allLocations') }, ...locations.map(({ id, title: label }) => ({ value: id, label }))],
          onChoose: (id) => onChoose(id === all ? null : id),
        },
        { kind: 'line' },
        { kind: 'item', label: text('manage'), icon: <MapPin size={20} />, onAction: onManage },
      ]}
    />
  );
}

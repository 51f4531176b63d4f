import type { CameraEvent } from '@watchpost/sdk-core';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { iconButtonClass } from '../../../shared/ui/button.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import type { MenuEntry } from '../../../shared/ui/menu-entry.ts';
import { text, typeName } from '../events-texts.ts';

export interface RowMenuProps {
  /** The event that stands for the row. */
  readonly event: Pick<CameraEvent, 'type'>;
  readonly entries: readonly MenuEntry[];
}

/** The menu of a row. */
export function RowMenu({ event, entries }: RowMenuProps): ReactNode {
  return (
    <Menu
      label={text('actions', { name: typeName(event.type) })}
      className={`${iconButtonClass()} event-menu`}
      button={<Ellipsis size={20} />}
      entries={entries}
    />
  );
}

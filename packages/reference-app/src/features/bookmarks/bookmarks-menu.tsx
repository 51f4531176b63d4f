import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { iconButtonClass } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import type { MenuEntry } from '../../shared/ui/menu-entry.ts';
import { text } from './bookmarks-texts.ts';

export interface BookmarkMenuProps {
  /** Camera and time. */
  readonly name: string;
  /** What can be done with the moment. */
  readonly moment: readonly MenuEntry[];
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** The menu of a saved moment. */
export function BookmarkMenu({ name, moment, onEdit, onRemove }: BookmarkMenuProps): ReactNode {
  return (
    <Menu
      label={text('actions', { name })}
      className={iconButtonClass()}
      button={<Ellipsis size={20} />}
      entries={[
        { kind: 'item', label: text('edit'), icon: <Pencil size={20} />, onAction: onEdit },
        ...moment,
        { kind: 'line' },
        { kind: 'item', label: text('remove'), icon: <Trash2 size={20} />, danger: true, onAction: onRemove },
      ]}
    />
  );
}

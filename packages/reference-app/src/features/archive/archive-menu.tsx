import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { iconButtonClass } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import type { MenuEntry } from '../../shared/ui/menu-entry.ts';
import { text } from './archive-texts.ts';

/** What else can be done with the moment that is shown. */
export function ArchiveMenu({ entries }: { readonly entries: readonly MenuEntry[] }): ReactNode {
  return <Menu label={text('more')} className={iconButtonClass()} button={<Ellipsis size={20} />} placement="top-end" entries={entries} />;
}

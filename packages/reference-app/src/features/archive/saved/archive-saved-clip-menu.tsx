import { Download, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { iconButtonClass } from '../../../shared/ui/button.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import { text } from '../archive-texts.ts';

interface SavedClipMenuProps {
  /** Camera and time. */
  readonly name: string;
  /** Null when it can't be downloaded again. */
  readonly onAgain: (() => void) | null;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** The menu of a saved clip. */
export function SavedClipMenu({ name, onAgain, onEdit, onRemove }: SavedClipMenuProps): ReactNode {
  return (
    <Menu
      label={text('savedClipActions', { name })}
      className={iconButtonClass()}
      button={<Ellipsis size={20} />}
      entries={[
        ...(onAgain ? [{ kind: 'item' as const, label: text('savedClipAgain'), icon: <Download size={20} />, onAction: onAgain }] : []),
        { kind: 'item', label: text('savedClipEdit'), icon: <Pencil size={20} />, onAction: onEdit },
        { kind: 'line' },
        { kind: 'item', label: text('savedClipRemove'), icon: <Trash2 size={20} />, danger: true, onAction: onRemove },
      ]}
    />
  );
}

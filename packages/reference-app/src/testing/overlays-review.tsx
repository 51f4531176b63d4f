import { buildEvent, buildSavedClip } from '@watchpost/sdk-core/testing';
import { ArchiveMenu } from '../features/archive/archive-menu.tsx';
import { SavedClipDialog } from '../features/archive/saved/archive-saved-clip-dialog.tsx';
import { SavedClipMenu } from '../features/archive/saved/archive-saved-clip-menu.tsx';
import { BookmarkDialog } from '../features/bookmarks/bookmarks-dialog.tsx';
import { BookmarkMenu } from '../features/bookmarks/bookmarks-menu.tsx';
import { RowMenu } from '../features/events/review/events-row-menu.tsx';
import type { MenuEntry } from '../shared/ui/menu-entry.ts';
import type { ModalOverlay, PopperOverlay } from './overlay-types.ts';

const nothing = (): void => {};
const entries: readonly MenuEntry[] = [{ kind: 'item', label: 'Copy link to this second', onAction: nothing }];

/** The modals and poppers of reviewing events and saving moments. */
export const reviewOverlays: readonly (ModalOverlay | PopperOverlay)[] = [
  {
    kind: 'popper',
    file: 'features/archive/archive-menu.tsx',
    name: 'a moment of the archive',
    render: () => <ArchiveMenu entries={entries} />,
  },
  {
    kind: 'modal',
    file: 'features/archive/saved/archive-saved-clip-dialog.tsx',
    name: 'the note of a saved clip',
    render: (onClose) => <SavedClipDialog clip={buildSavedClip()} name="Yard, 14:00" onClose={onClose} />,
  },
  {
    kind: 'popper',
    file: 'features/archive/saved/archive-saved-clip-menu.tsx',
    name: 'a saved clip',
    render: () => <SavedClipMenu name="Yard, 14:00" onAgain={nothing} onEdit={nothing} onRemove={nothing} />,
  },
  {
    kind: 'modal',
    file: 'features/bookmarks/bookmarks-dialog.tsx',
    name: 'save a moment',
    render: (onClose) => <BookmarkDialog cameraId="camera-1" at={0} onClose={onClose} />,
  },
  {
    kind: 'popper',
    file: 'features/bookmarks/bookmarks-menu.tsx',
    name: 'a saved moment',
    render: () => <BookmarkMenu name="Yard, 14:00" moment={entries} onEdit={nothing} onRemove={nothing} />,
  },
  {
    kind: 'popper',
    file: 'features/events/review/events-row-menu.tsx',
    name: 'an event',
    render: () => <RowMenu event={buildEvent()} entries={entries} />,
  },
];

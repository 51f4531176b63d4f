import { lazy, Suspense, useEffect } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { browserClock } from '../../shared/browser/clock.ts';
import { closeDialog, closeDialogOf, useOpenDialog } from './dialog-store.ts';
import type { ShellDialogName } from './dialog-store.ts';

type ShellDialog = ComponentType<{ onClose: () => void }>;

const load = {
  palette: async () => (await import('../palette/palette-dialog.tsx')).PaletteDialog,
  keys: async () => (await import('../keys/keys-dialog.tsx')).KeysDialog,
  telegram: async () => (await import('./telegram-dialog.tsx')).TelegramDialog,
  share: async () => (await import('./share-dialog.tsx')).ShareDialog,
  help: async () => (await import('./help-dialog.tsx')).HelpDialog,
  feedback: async () => (await import('../../features/feedback/index.ts')).FeedbackDialog,
  signOut: async () => (await import('./sign-out-dialog.tsx')).SignOutDialog,
} as const satisfies Record<ShellDialogName, () => Promise<ShellDialog>>;

const dialog = (name: ShellDialogName): ShellDialog => lazy<ShellDialog>(async () => ({ default: await load[name]() }));
const dialogs: Readonly<Record<ShellDialogName, ShellDialog>> = {
  palette: dialog('palette'),
  keys: dialog('keys'),
  telegram: dialog('telegram'),
  share: dialog('share'),
  help: dialog('help'),
  feedback: dialog('feedback'),
  signOut: dialog('signOut'),
};

/** After so long the palette's code is fetched, so that it opens at once; the first screen comes first. Milliseconds. */
const preloadDelay = 2000;

/** Shows the shell's dialogs, wherever the person is. */
export function DialogHost(): ReactNode {
  const name = useOpenDialog();
  useEffect(() => browserClock.after(preloadDelay, () => void load.palette().catch(() => undefined)), []);
  const { pathname } = useLocation();
  // Another page closes what lies over it; a report that is being written stays.
  useEffect(() => closeDialogOf(pathname), [pathname]);
  if (name === null) return null;
  const Shown = dialogs[name];
  return (
    <Suspense>
      <Shown key={name} onClose={closeDialog} />
    </Suspense>
  );
}

import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { browserClock } from '../../shared/browser/clock.ts';
import { loadable } from '../loadable.tsx';
import type { Loadable } from '../loadable.tsx';
import { closeDialog, closeDialogOf, useOpenDialog } from './dialog-store.ts';
import type { ShellDialogName } from './dialog-store.ts';

interface ShellDialogProps {
  readonly onClose: () => void;
}

const dialogs: Readonly<Record<ShellDialogName, Loadable<ShellDialogProps>>> = {
  palette: loadable(async () => (await import('../palette/palette-dialog.tsx')).PaletteDialog),
  keys: loadable(async () => (await import('../keys/keys-dialog.tsx')).KeysDialog),
  telegram: loadable(async () => (await import('./telegram-dialog.tsx')).TelegramDialog),
  share: loadable(async () => (await import('./share-dialog.tsx')).ShareDialog),
  help: loadable(async () => (await import('./help-dialog.tsx')).HelpDialog),
  feedback: loadable(async () => (await import('../../features/feedback/index.ts')).FeedbackDialog),
  signOut: loadable(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog),
};

/** After so long the palette's code is fetched, so that it opens at once; the first screen comes first. Milliseconds. */
const preloadDelay = 2000;

/** Shows the shell's dialogs, wherever the person is. */
export function DialogHost(): ReactNode {
  const name = useOpenDialog();
  useEffect(() => browserClock.after(preloadDelay, dialogs.palette.preload), []);
  const { pathname } = useLocation();
  // Another page closes what lies over it; a report that is being written stays.
  useEffect(() => closeDialogOf(pathname), [pathname]);
  if (name === null) return null;
  const { Shown } = dialogs[name];
  return <Shown key={name}>{(Opened) => <Opened onClose={closeDialog} />}</Shown>;
}

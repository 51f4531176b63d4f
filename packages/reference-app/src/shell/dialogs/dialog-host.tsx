import { systemClock } from '@watchpost/sdk-core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { withClient } from '../../shared/with-client.ts';
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
  help: loadable(async () => (await import('./help-dialog.tsx')).HelpDialog),
  feedback: loadable(async () => (await import('../../features/feedback/index.ts')).FeedbackDialog),
  telegram: loadable(() => withClient(async () => (await import('../../features/telegram/index.ts')).TelegramDialog)),
  signOut: loadable(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog),
};

/** Delay before the palette's code is preloaded, so that it opens immediately without slowing the first screen, ms. */
const preloadDelayMs = 2000;

/** Shows the shell's dialogs over any screen. */
export function DialogHost(): ReactNode {
  const name = useOpenDialog();
  useEffect(() => systemClock.after(preloadDelayMs, dialogs.palette.preload), []);
  const { pathname } = useLocation();
  // Navigation closes the dialog over the previous page, except a report that is being written.
  useEffect(() => closeDialogOf(pathname), [pathname]);
  if (name === null) return null;
  const { Shown } = dialogs[name];
  return <Shown key={name}>{(Opened) => <Opened onClose={closeDialog} />}</Shown>;
}

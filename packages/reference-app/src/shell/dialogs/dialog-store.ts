import { useSyncExternalStore } from 'react';
import { withoutBasePath } from '../../shared/navigation/base-path.ts';

/** Dialogs that belong to no screen. At most one is open. */
export type ShellDialogName = 'palette' | 'keys' | 'feedback' | 'help' | 'telegram' | 'signOut';

interface OpenDialog {
  readonly name: ShellDialogName;
  /** Path of the page under the dialog. */
  readonly pathname: string;
}

let open: OpenDialog | null = null;
const listeners = new Set<() => void>();

function set(next: OpenDialog | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens a dialog from any part of the shell: sidebar, profile, palette or a key. */
export function openDialog(name: ShellDialogName): void {
  set({ name, pathname: withoutBasePath(location.pathname) });
}

export function closeDialog(): void {
  set(null);
}

/** Closes a dialog that was opened over another page; a report that is being written stays. */
export function closeDialogOf(pathname: string): void {
  if (open !== null && open.pathname !== pathname && open.name !== 'feedback') set(null);
}

export function useOpenDialog(): ShellDialogName | null {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => open?.name ?? null,
  );
}

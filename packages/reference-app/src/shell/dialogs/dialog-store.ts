import { useSyncExternalStore } from 'react';

/** The dialogs that belong to no screen. At most one is open. */
export type ShellDialogName = 'palette' | 'keys' | 'feedback' | 'telegram' | 'help' | 'share' | 'signOut';

let open: ShellDialogName | null = null;
const listeners = new Set<() => void>();

function set(next: ShellDialogName | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens a dialog from wherever: sidebar, profile, palette or a key. */
export function openDialog(name: ShellDialogName): void {
  set(name);
}

export function closeDialog(): void {
  set(null);
}

export function openDialogName(): ShellDialogName | null {
  return open;
}

export function useOpenDialog(): ShellDialogName | null {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    openDialogName,
  );
}

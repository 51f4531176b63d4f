import { useEffect } from 'react';
import { openDialog } from '../dialogs/dialog-store.ts';
import { isTyping, shellKey } from './shell-key.ts';

/** Handles the shell's keys during a session. The dialogs that they open may still be loading. */
export function useShellKeys(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const opens = event.defaultPrevented ? null : shellKey(event, isTyping(event.composedPath()[0]));
      if (opens === null) return;
      // Prevents the browser's own Ctrl K, which focuses the address bar.
      event.preventDefault();
      // An open dialog must keep its content.
      if (document.querySelector('dialog[open]') === null) openDialog(opens);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isSignedIn]);
}

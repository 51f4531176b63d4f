import { useEffect } from 'react';
import { openDialog } from '../dialogs/dialog-store.ts';
import { isTyping, shellKey } from './shell-key.ts';

/** Listens to the keys of the shell while somebody is signed in. What they open may still be loading. */
export function useShellKeys(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const opens = event.defaultPrevented ? null : shellKey(event, isTyping(event.composedPath()[0]));
      if (opens === null) return;
      // The browser's own Ctrl K goes to its address bar.
      event.preventDefault();
      // What is open already keeps what is in it.
      if (document.querySelector('dialog[open]') === null) openDialog(opens);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isSignedIn]);
}

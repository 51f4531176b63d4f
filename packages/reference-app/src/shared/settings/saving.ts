import { errorText, systemClock } from '@watchpost/sdk-core';
import { useCallback, useEffect, useState } from 'react';
import { currentLocale } from '../i18n/i18n.ts';

/** Result of the last change, shown in one place for the whole page. */
export type SaveState =
  | { readonly kind: 'idle' | 'saving' | 'saved' }
  | { readonly kind: 'failed'; readonly problem: string; readonly retry: () => void };

/** How long "Saved" is shown, ms. */
const savedNoticeMs = 3000;

export interface Saving {
  readonly state: SaveState;
  /** Runs a save and reports its state. @returns whether the server has it */
  readonly save: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Discards a change that failed. */
  readonly forget: () => void;
}

export function useSaving(): Saving {
  const [state, setState] = useState<SaveState>({ kind: 'idle' });
  const save = useCallback(async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    setState({ kind: 'saving' });
    try {
      await work();
      setState({ kind: 'saved' });
      return true;
    } catch (error) {
      setState({ kind: 'failed', problem: errorText(error, currentLocale()), retry: () => void attempt(work) });
      return false;
    }
  }, []);
  const forget = useCallback(() => setState({ kind: 'idle' }), []);
  useEffect(() => (state.kind === 'saved' ? systemClock.after(savedNoticeMs, forget) : undefined), [state, forget]);
  return { state, save, forget };
}

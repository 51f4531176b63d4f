import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import type { SaveState } from '../../shared/settings/saving.ts';
import { Spinner } from '../../shared/ui/status.tsx';
import { text } from './camera-settings-texts.ts';

/** Shows whether the server has all changes, because every control saves by itself. */
export function SaveBar({ state, onDiscard }: { readonly state: SaveState; readonly onDiscard: () => void }): ReactNode {
  return (
    <div className="settings-saving" role="status" data-state={state.kind}>
      {state.kind === 'saving' ? <Spinner size={20} label={text('saving')} /> : null}
      {state.kind === 'saved' ? (
        <>
          <Check size={20} aria-hidden="true" />
          {text('saved')}
        </>
      ) : null}
      {state.kind === 'failed' ? (
        <>
          <span className="settings-problem">
            <b>{text('failed')}.</b> {state.problem}
          </span>
          <Button size="s" onClick={state.retry}>
            {text('retry')}
          </Button>
          <Button size="s" look="quiet" onClick={onDiscard}>
            {text('discard')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

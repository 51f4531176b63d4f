import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SaveState } from '../../shared/settings/saving.ts';
import { Button } from '../../shared/ui/button.tsx';
import { text } from './smart-events-texts.ts';

export interface DetectionSaveBarProps {
  readonly state: SaveState;
  readonly canSave: boolean;
  readonly canDiscard: boolean;
  readonly onDiscard: () => void;
}

/** Saves or discards what was drawn and set, and shows whether the server has it. Submitting again is the retry. */
export function DetectionSaveBar({ state, canSave, canDiscard, onDiscard }: DetectionSaveBarProps): ReactNode {
  const isBusy = state.kind === 'saving';
  return (
    <div className="settings-saving detection-saving" data-state={state.kind}>
      <div className="detection-result" role="status">
        {state.kind === 'failed' ? (
          <p className="settings-problem">
            <b>{text('failed')}.</b> {state.problem}
          </p>
        ) : null}
        {state.kind === 'saved' && !canDiscard ? (
          <p className="row">
            <Check size={20} aria-hidden="true" />
            {text('saved')}
          </p>
        ) : null}
      </div>
      <Button look="primary" type="submit" busy={isBusy} disabled={!canSave && !isBusy}>
        {state.kind === 'failed' && canSave ? text('retry') : text('save')}
      </Button>
      <Button look="quiet" disabled={!canDiscard || isBusy} onClick={onDiscard}>
        {text('discard')}
      </Button>
    </div>
  );
}

import type { DetectionType, SwitchableDetection } from '@watchpost/sdk-core';
import type { ReactNode, RefObject } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Popper } from '../../shared/ui/popper.tsx';
import { detectionName, text } from './smart-events-texts.ts';

export interface ConflictPopperProps {
  readonly type: DetectionType;
  /** What cannot run beside the detection; empty: the popper is closed. */
  readonly conflicts: readonly SwitchableDetection[];
  readonly trigger: RefObject<HTMLElement | null>;
  readonly onTurnOff: () => void;
  readonly onClose: () => void;
}

/** Asks, below the switch, before a detection replaces what cannot run beside it (specification 2, section 4). */
export function ConflictPopper({ type, conflicts, trigger, onTurnOff, onClose }: ConflictPopperProps): ReactNode {
  const [other = 'motion'] = conflicts;
  const names = { name: detectionName(type), other: detectionName(other) };
  return (
    <Popper
      open={conflicts.length > 0}
      onClose={onClose}
      trigger={trigger}
      placement="bottom-end"
      role="dialog"
      label={text(`conflictTitle.${other}`)}
      takesFocus
    >
      <div className="detection-conflict">
        <b>{text(`conflictTitle.${other}`)}</b>
        <p className="small dim">{other === 'motion' ? text('conflictMotion', names) : text('conflictText', names)}</p>
        <div className="row">
          <Button look="primary" size="s" onClick={onTurnOff}>
            {text(`turnOff.${other}`)}
          </Button>
          <Button look="quiet" size="s" onClick={onClose}>
            {text(`keep.${other}`)}
          </Button>
        </div>
      </div>
    </Popper>
  );
}

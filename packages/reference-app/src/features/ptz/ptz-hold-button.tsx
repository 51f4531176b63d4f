import { useRef } from 'react';
import type { KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react';
import { browserClock } from '../../shared/browser/clock.ts';

export interface HoldButtonProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly disabled: boolean;
  readonly className: string;
  readonly onHold: () => void;
  readonly onLetGo: () => void;
}

/** What a screen reader's press moves, ms: it has no way to hold. */
const nudge = 300;

/** Acts for as long as it is held, by pointer or by Space and Enter. */
export function HoldButton({ label, children, disabled, className, onHold, onLetGo }: HoldButtonProps): ReactNode {
  const isHeld = useRef(false);
  const hold = (): void => {
    if (isHeld.current || disabled) return;
    isHeld.current = true;
    onHold();
  };
  const letGo = (): void => {
    if (!isHeld.current) return;
    isHeld.current = false;
    onLetGo();
  };
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return;
    // Sliding off does not let go.
    event.currentTarget.setPointerCapture(event.pointerId);
    hold();
  };
  const onKey = (event: KeyboardEvent, act: () => void): void => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    act();
  };
  const onClick = ({ detail }: MouseEvent): void => {
    if (detail !== 0 || isHeld.current) return;
    hold();
    browserClock.after(nudge, letGo);
  };
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      title={label}
      disabled={disabled}
      onPointerDown={onPointerDown}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onLostPointerCapture={letGo}
      onKeyDown={(event) => onKey(event, hold)}
      onKeyUp={(event) => onKey(event, letGo)}
      onBlur={letGo}
      onClick={onClick}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </button>
  );
}

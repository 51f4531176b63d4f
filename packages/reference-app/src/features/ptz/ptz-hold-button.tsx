import { systemClock } from '@watchpost/sdk-core';
import { useRef } from 'react';
import type { KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react';

export interface HoldButtonProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly disabled: boolean;
  readonly className: string;
  readonly onHold: () => void;
  readonly onRelease: () => void;
}

/** Duration of a screen reader's press, ms, because it cannot hold a button. */
const virtualPressMs = 300;

/** A button that acts while it is held, by pointer or by Space and Enter. */
export function HoldButton({ label, children, disabled, className, onHold, onRelease }: HoldButtonProps): ReactNode {
  const isHeld = useRef(false);
  const hold = (): void => {
    if (isHeld.current || disabled) return;
    isHeld.current = true;
    onHold();
  };
  const release = (): void => {
    if (!isHeld.current) return;
    isHeld.current = false;
    onRelease();
  };
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return;
    // A pointer that slides off the button still holds it.
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
    systemClock.after(virtualPressMs, release);
  };
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      title={label}
      disabled={disabled}
      onPointerDown={onPointerDown}
      onPointerUp={release}
      onPointerCancel={release}
      onLostPointerCapture={release}
      onKeyDown={(event) => onKey(event, hold)}
      onKeyUp={(event) => onKey(event, release)}
      onBlur={release}
      onClick={onClick}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </button>
  );
}

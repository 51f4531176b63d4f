import { useEffect } from 'react';
import type { PtzGestureController } from './ptz-gesture-controller.ts';
import { isSteeringKey, rest, velocityOfKeys } from './ptz-inputs.ts';

export interface KeyboardOptions {
  readonly isOff: boolean;
  readonly controller: PtzGestureController;
  /** Speed, 0–1. */
  readonly speed: number;
  /** Home was pressed. */
  readonly onHome: () => void;
  /** A digit was pressed, 1 to 9. */
  readonly onPreset: (number: number) => void;
}

/** Moves the camera: arrows turn, plus and minus zoom, Home and digits go to presets. Ignores keys that another control uses. */
export function usePtzKeyboard({ isOff, controller, speed, onHome, onPreset }: KeyboardOptions): void {
  useEffect(() => {
    if (isOff) return;
    const held = new Set<string>();
    const steer = (): void => controller.hold('keys', velocityOfKeys(held, speed));
    const onKeyDown = (event: KeyboardEvent): void => {
      const { code, key, repeat } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.composedPath()[0])) return;
      const digit = /^Digit([1-9])$/.exec(code)?.[1];
      if (isSteeringKey(code)) {
        held.add(code);
        if (!repeat) steer();
      } else if (repeat) return;
      else if (key === 'Home') onHome();
      else if (digit !== undefined && !event.shiftKey) onPreset(Number(digit));
      else return;
      event.preventDefault();
    };
    const onKeyUp = ({ code }: KeyboardEvent): void => {
      if (held.delete(code)) steer();
    };
    // Keys released in another window send no event here.
    const forget = (): void => held.clear();
    addEventListener('keydown', onKeyDown);
    addEventListener('keyup', onKeyUp);
    addEventListener('blur', forget);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('keyup', onKeyUp);
      removeEventListener('blur', forget);
      if (held.size > 0) controller.hold('keys', rest);
    };
  }, [isOff, controller, speed, onHome, onPreset]);
}

/** Whether a field, a list or a dialog uses arrows and digits itself. */
function takesKeys(target: EventTarget | undefined): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, select, textarea, [contenteditable], [role=menu], [role=listbox], [role=radiogroup], dialog, [role=dialog], [role=alertdialog]',
    ) !== null
  );
}

import { useEffect } from 'react';
import type { PtzHand } from './ptz-hand.ts';
import { isSteeringKey, rest, velocityOfKeys } from './ptz-inputs.ts';

export interface KeyboardOptions {
  readonly isOff: boolean;
  readonly hand: PtzHand;
  /** 0–1 */
  readonly speed: number;
  /** Home was pressed. */
  readonly onHome: () => void;
  /** A digit was pressed, 1 to 9. */
  readonly onPreset: (number: number) => void;
}

/** Arrows turn, plus and minus zoom, Home and digits go to places; not while something else takes the keys. */
export function usePtzKeyboard({ isOff, hand, speed, onHome, onPreset }: KeyboardOptions): void {
  useEffect(() => {
    if (isOff) return;
    const held = new Set<string>();
    const steer = (): void => hand.hold('keys', velocityOfKeys(held, speed));
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
    // Keys that are let go elsewhere are never heard.
    const forget = (): void => held.clear();
    addEventListener('keydown', onKeyDown);
    addEventListener('keyup', onKeyUp);
    addEventListener('blur', forget);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('keyup', onKeyUp);
      removeEventListener('blur', forget);
      if (held.size > 0) hand.hold('keys', rest);
    };
  }, [isOff, hand, speed, onHome, onPreset]);
}

/** A field, a list or a dialog has arrows and digits of its own. */
function takesKeys(target: EventTarget | undefined): boolean {
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable], [role=menu], [role=listbox], [role=radiogroup], dialog, [role=dialog], [role=alertdialog]') !== null;
}

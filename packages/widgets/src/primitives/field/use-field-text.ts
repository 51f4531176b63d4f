import { useEffect, useRef, useState } from 'react';
import { focusedElement } from '../overlay/focus.ts';
import { usePrimitives } from '../settings.tsx';
import { useLatest } from '../use-latest.ts';

/** The result of sdk-core's `createMask`. */
export interface FieldMask {
  /**
   * @param caret in UTF-16 units of `text`
   * @param edit the previous text, and whether Delete rather than Backspace removed something
   */
  format(
    text: string,
    caret?: number,
    edit?: { readonly previous: string; readonly isForward?: boolean | undefined },
  ): { readonly value: string; readonly caret: number };
}

/** The element in which a user types. */
export type TextElement = HTMLInputElement | HTMLTextAreaElement;

interface Options {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly mask: FieldMask | undefined;
  /** Debounce before `onValue`, milliseconds; 0 for none. */
  readonly debounce: number;
}

/** The edit as the browser describes it. */
interface FieldEdit {
  /** An input method is composing a character. */
  readonly composing: boolean;
  /** Delete rather than Backspace. */
  readonly forward: boolean;
}

interface FieldText {
  /** The text in the field: ahead of `value` while the debounce runs. */
  readonly shown: string;
  /** Reads the element's text. */
  take(element: TextElement, edit: FieldEdit): void;
  /** Reports a debounced value immediately. */
  flush(): void;
}

/** The text of a field: masked with the caret kept, reported immediately or after a debounce. */
export function useFieldText({ value, onValue, mask, debounce }: Options): FieldText {
  const { clock } = usePrimitives();
  /** Typed but not reported yet; null if nothing is pending. */
  const [typed, setTyped] = useState<string | null>(null);
  const waiting = useRef<{ readonly text: string; readonly cancel: () => void } | null>(null);
  const latest = useLatest(onValue);

  const drop = (): void => {
    waiting.current?.cancel();
    waiting.current = null;
  };
  const handOver = (text: string): void => {
    drop();
    setTyped(null);
    latest.current(text);
  };
  // A value set from outside wins over a pending one.
  useEffect(
    () => () => {
      drop();
      setTyped(null);
    },
    [value],
  );

  return {
    shown: typed ?? value,
    take(element, { composing, forward }) {
      const masked =
        mask && !composing
          ? mask.format(element.value, element.selectionStart ?? element.value.length, { previous: typed ?? value, isForward: forward })
          : null;
      if (masked && masked.value !== element.value) {
        element.value = masked.value;
        if (focusedElement() === element) element.setSelectionRange(masked.caret, masked.caret);
      }
      const text = element.value;
      if (text === (typed ?? value)) return;
      if (debounce === 0) {
        handOver(text);
        return;
      }
      drop();
      setTyped(text);
      waiting.current = { text, cancel: clock.after(debounce, () => handOver(text)) };
    },
    flush() {
      if (waiting.current) handOver(waiting.current.text);
    },
  };
}

import { useEffect, useRef, useState } from 'react';
import { focusedElement } from '../overlay/focus.ts';
import { usePrimitives } from '../settings.tsx';
import { useLatest } from '../use-latest.ts';

/** What `createMask` of sdk-core gives. */
export interface FieldMask {
  /**
   * @param caret in UTF-16 units of `text`
   * @param edit what stood there before, and whether Delete took something away rather than Backspace
   */
  format(text: string, caret?: number, edit?: { readonly previous: string; readonly isForward?: boolean | undefined }): { readonly value: string; readonly caret: number };
}

export type TextElement = HTMLInputElement | HTMLTextAreaElement;

interface Options {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly mask: FieldMask | undefined;
  /** Milliseconds of silence before `onValue`; 0 for at once. */
  readonly debounce: number;
}

/** What the browser says of an edit. */
export interface FieldEdit {
  /** Half a character: an input method is at work. */
  readonly composing: boolean;
  /** Delete rather than Backspace. */
  readonly forward: boolean;
}

interface FieldText {
  /** What the field shows: ahead of `value` while the debounce runs. */
  readonly shown: string;
  /** Takes what stands in the element. */
  take(element: TextElement, edit: FieldEdit): void;
  /** Hands over what is waiting, at once. */
  flush(): void;
}

/** The text of a field: masked with the caret kept, handed over at once or after a silence. */
export function useFieldText({ value, onValue, mask, debounce }: Options): FieldText {
  const { clock } = usePrimitives();
  /** Typed but not handed over yet; null when nothing waits. */
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
  // A value set from outside wins over what waits.
  useEffect(() => () => {
    drop();
    setTyped(null);
  }, [value]);

  return {
    shown: typed ?? value,
    take(element, { composing, forward }) {
      const masked = mask && !composing ? mask.format(element.value, element.selectionStart ?? element.value.length, { previous: typed ?? value, isForward: forward }) : null;
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

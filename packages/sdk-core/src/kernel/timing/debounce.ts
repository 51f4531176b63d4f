import type { ClockPort } from '../ports.ts';

/** Default milliseconds between the last keystroke and the action (specification 1, section 5). */
export const defaultDebounce = 300;

/** Acts once, with the last arguments, when calls have stopped. */
export interface Debounced<Arguments extends readonly unknown[]> {
  (...values: Arguments): void;
  /** Acts immediately if a call is pending, such as before a form is sent. */
  flush(): void;
  /** Discards the pending call, such as when the field is removed. */
  cancel(): void;
  readonly isPending: boolean;
}

/**
 * Delays a callback until calls have stopped for a while.
 * @param milliseconds quiet time before the callback runs
 * @example
 * const search = debounce(systemClock, (text: string) => load(text));
 * input.addEventListener('input', () => search(input.value));
 */
export function debounce<Arguments extends readonly unknown[]>(
  clock: Pick<ClockPort, 'after'>,
  callback: (...values: Arguments) => void,
  milliseconds: number = defaultDebounce,
): Debounced<Arguments> {
  let waiting: { readonly values: Arguments; readonly cancel: () => void } | null = null;

  function act(): void {
    if (!waiting) return;
    const { values } = waiting;
    cancel();
    callback(...values);
  }
  function cancel(): void {
    waiting?.cancel();
    waiting = null;
  }
  const debounced = (...values: Arguments): void => {
    waiting?.cancel();
    waiting = { values, cancel: clock.after(milliseconds, act) };
  };
  return Object.defineProperty(Object.assign(debounced, { flush: act, cancel, isPending: false }), 'isPending', {
    get: () => waiting !== null,
  });
}

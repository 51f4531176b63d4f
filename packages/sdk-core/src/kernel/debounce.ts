import type { ClockPort } from './ports.ts';

/** Milliseconds between the last keystroke and what follows it, unless said otherwise (specification 1, section 5). */
export const defaultDebounce = 300;

/** Called as often as one likes, it acts once, with the last arguments, when calls have stopped. */
export interface Debounced<Arguments extends readonly unknown[]> {
  (...values: Arguments): void;
  /** Acts now if a call is waiting: before a form is sent. */
  flush(): void;
  /** Forgets the waiting call: when the field goes away. */
  cancel(): void;
  readonly isPending: boolean;
}

/**
 * Waits until calls have stopped for a while.
 * @param milliseconds of quiet
 * @example
 * const search = debounce(systemClock, (text: string) => load(text));
 * input.addEventListener('input', () => search(input.value));
 */
export function debounce<Arguments extends readonly unknown[]>(clock: Pick<ClockPort, 'after'>, callback: (...values: Arguments) => void, milliseconds: number = defaultDebounce): Debounced<Arguments> {
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
  return Object.defineProperty(Object.assign(debounced, { flush: act, cancel, isPending: false }), 'isPending', { get: () => waiting !== null });
}

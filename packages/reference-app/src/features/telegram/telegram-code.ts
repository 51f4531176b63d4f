import { systemClock } from '@watchpost/sdk-core';
import type { CallOptions, ClockPort, TelegramToken } from '@watchpost/sdk-core';
import { useCallback, useEffect, useRef, useState } from 'react';

/** After how long a new code is requested (specification 1, section 9). */
const codeSeconds = 600;

/** What the set-up shows. */
export type TelegramCode =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'ready'; readonly token: string; readonly botName: string | null; readonly secondsLeft: number };

export interface TelegramCodeWatch {
  /** Requests a code again, after a failure. */
  retry(): void;
  /** Aborts a request that is pending. */
  close(): void;
}

export interface TelegramCodeDeps {
  readonly clock: Pick<ClockPort, 'monotonic' | 'after'>;
  readonly request: (options: CallOptions) => Promise<TelegramToken>;
  readonly onCode: (code: TelegramCode) => void;
}

/** Requests a code at once, counts down, and requests the next one at zero. */
export function watchTelegramCode({ clock, request, onCode }: TelegramCodeDeps): TelegramCodeWatch {
  let pending = new AbortController();
  let cancelTick = (): void => undefined;
  let isClosed = false;

  const count = (answer: TelegramToken, endsAt: number): void => {
    const leftMs = endsAt - clock.monotonic();
    if (leftMs <= 0) return load();
    const secondsLeft = Math.ceil(leftMs / 1000);
    onCode({ kind: 'ready', token: answer.token, botName: answer.botName, secondsLeft });
    // At the next full second, however late this one was.
    cancelTick = clock.after(leftMs - (secondsLeft - 1) * 1000, () => count(answer, endsAt));
  };
  const load = (): void => {
    cancelTick();
    pending.abort();
    const own = new AbortController();
    pending = own;
    onCode({ kind: 'loading' });
    request({ signal: own.signal }).then(
      (answer) => {
        if (!isClosed && !own.signal.aborted) count(answer, clock.monotonic() + codeSeconds * 1000);
      },
      (error: unknown) => {
        if (!isClosed && !own.signal.aborted) onCode({ kind: 'failed', error });
      },
    );
  };

  load();
  return {
    retry: load,
    close: () => {
      isClosed = true;
      cancelTick();
      pending.abort();
    },
  };
}

/** Keeps a code on the screen for as long as the calling component is shown. @param request the same function each time */
export function useTelegramCode(request: TelegramCodeDeps['request']): { readonly code: TelegramCode; readonly retry: () => void } {
  const [code, setCode] = useState<TelegramCode>({ kind: 'loading' });
  const watch = useRef<TelegramCodeWatch | null>(null);
  useEffect(() => {
    const own = watchTelegramCode({ clock: systemClock, request, onCode: setCode });
    watch.current = own;
    return own.close;
  }, [request]);
  return { code, retry: useCallback(() => watch.current?.retry(), []) };
}

/** Splits a code into its two halves. @example codeHalves('4F7K9QX2') // ['4F7K', '9QX2'] */
export function codeHalves(token: string): readonly [string, string] {
  const half = Math.ceil(token.length / 2);
  return [token.slice(0, half), token.slice(half)];
}

/** Formats the countdown as mm:ss. @example countdownText(582) // '09:42' */
export function countdownText(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeErrorText } from './code-errors.ts';

/** Digits of a one-time code. */
export const codeLength = 6;

/** A code being entered. */
export interface CodeEntry {
  readonly code: string;
  /** The code is being checked. */
  readonly busy: boolean;
  readonly error: string | null;
  /** Tells which input holds the code, to bring the person back to it after an error. */
  attach(input: HTMLInputElement | null): void;
  /** All digits are there. */
  readonly isComplete: boolean;
  change(digits: string): void;
  submit(): void;
}

export interface CodeEntryOptions {
  /** Goes on at the last digit; not where a slip would destroy something. */
  readonly submitsItself?: boolean;
}

/**
 * @param confirm uses the code. What it throws is shown under the field, and the digits stay to be corrected;
 * `'start-over'`: another code is needed. Otherwise the entry stays busy: the person is on the way to somewhere else.
 */
export function useCodeEntry(confirm: (code: string) => Promise<'start-over' | void>, { submitsItself = true }: CodeEntryOptions = {}): CodeEntry {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // Known at once, not with the next rendering: an input event and a change event of one keystroke send one code.
  const sending = useRef(false);

  const send = async (digits: string): Promise<void> => {
    if (sending.current || digits.length !== codeLength) return;
    sending.current = true;
    setBusy(true);
    setError(null);
    try {
      if ((await confirm(digits)) !== 'start-over') return;
      sending.current = false;
      setBusy(false);
      setCode('');
    } catch (failure) {
      sending.current = false;
      setBusy(false);
      setError(codeErrorText(failure, t));
      input.current?.focus();
      input.current?.select();
    }
  };
  return {
    code,
    busy,
    error,
    attach: (element) => {
      input.current = element;
    },
    isComplete: code.length === codeLength,
    change: (digits) => {
      // While a code is being checked it stays as it was sent.
      if (sending.current) return;
      setCode(digits);
      setError(null);
      if (submitsItself && digits !== code) void send(digits);
    },
    submit: () => void send(code),
  };
}

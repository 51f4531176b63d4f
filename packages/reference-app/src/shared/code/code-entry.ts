import { useRef, useState } from 'react';
import { codeErrorText } from './code-errors.ts';

/** Digits of a one-time code. */
export const codeLength = 6;

/** A code being entered. */
export interface CodeEntry {
  readonly code: string;
  /** The code is being checked. */
  readonly busy: boolean;
  readonly error: string | null;
  /** Sets the input of the code, which receives focus after an error. */
  attach(input: HTMLInputElement | null): void;
  /** All digits are entered. */
  readonly isComplete: boolean;
  change(digits: string): void;
  submit(): void;
}

export interface CodeEntryOptions {
  /** Submits at the last digit; not where a typo could be destructive. */
  readonly submitsItself?: boolean;
}

/**
 * @param confirm uses the code. Its error appears under the field, and the digits stay for correction;
 * `'start-over'`: another code is needed. Otherwise the entry stays busy, because the user leaves this page.
 */
export function useCodeEntry(
  confirm: (code: string) => Promise<'start-over' | void>,
  { submitsItself = true }: CodeEntryOptions = {},
): CodeEntry {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // A ref updates before the next render: the input and change events of one keystroke send one code.
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
      setError(codeErrorText(failure));
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
      // The code cannot be edited while it is checked.
      if (sending.current) return;
      setCode(digits);
      setError(null);
      if (submitsItself && digits !== code) void send(digits);
    },
    submit: () => void send(code),
  };
}

import { Fragment, useCallback, useEffect, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { assignRef } from '../assign-ref.ts';
import { useLabels } from '../labels.ts';
import { useOnce } from './use-once.ts';

/** Properties of `<CodeField>`. */
export interface CodeFieldProps {
  /** Default: "Code of 6 digits". */
  readonly label?: string | undefined;
  readonly value: string;
  readonly onValue: (digits: string) => void;
  /** Called with the last digit: the moment to submit. */
  readonly onComplete?: ((code: string) => void) | undefined;
  readonly length?: number | undefined;
  /** The error text is elsewhere: pass its id in `describedBy`. */
  readonly invalid?: boolean | undefined;
  readonly describedBy?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** Keeps the digits of typed or pasted text: "  408-1 72" and "код: 408172" both become 408172. Other Unicode digits count too. */
export function codeDigits(text: string, length = 6): string {
  const digits = [...text.normalize('NFKC')].filter((character) => character >= '0' && character <= '9');
  return digits.slice(0, length).join('');
}

/**
 * Cells for a one-time code in front of one real input: pasting fills all, and autofill of one-time codes and screen readers just work.
 * @example <CodeField value={code} onValue={setCode} onComplete={send} autoFocus />
 */
export function CodeField({
  label,
  value,
  onValue,
  onComplete,
  length = 6,
  invalid = false,
  describedBy,
  disabled,
  autoFocus = false,
  ref,
}: CodeFieldProps): ReactNode {
  const text = useLabels();
  const isNew = useOnce();
  const [focused, setFocused] = useState(false);
  const own = useRef<HTMLInputElement | null>(null);
  const input = useCallback(
    (element: HTMLInputElement | null) => {
      own.current = element;
      assignRef(ref, element);
    },
    [ref],
  );
  useEffect(() => {
    if (autoFocus) own.current?.focus();
  }, [autoFocus]);
  // The caret is drawn; digits are only added and removed at the end.
  const active = focused && !disabled ? Math.min(value.length, length - 1) : -1;
  const take = (event: { readonly currentTarget: HTMLInputElement; readonly nativeEvent?: Event }): void => {
    if (!isNew(event)) return;
    const digits = codeDigits(event.currentTarget.value, length);
    event.currentTarget.value = digits;
    if (digits === value) return;
    onValue(digits);
    if (digits.length === length) onComplete?.(digits);
  };
  return (
    <div className={['wp-code', invalid && 'wp-code-error', disabled && 'wp-code-off'].filter(Boolean).join(' ')}>
      <input
        ref={input}
        aria-label={label ?? text('code', { count: length })}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        value={value}
        disabled={disabled}
        name="one-time-code"
        autoComplete="one-time-code"
        inputMode="numeric"
        data-autofocus={autoFocus || undefined}
        onInput={take}
        onChange={take}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      {Array.from({ length }, (_, index) => (
        <Fragment key={index}>
          {index === length / 2 ? <span className="wp-code-dash" aria-hidden="true" /> : null}
          <span aria-hidden="true" className={index === active ? 'wp-code-cell wp-code-active' : 'wp-code-cell'}>
            {value[index] ?? (index === active ? <span className="wp-code-caret" /> : null)}
          </span>
        </Fragment>
      ))}
    </div>
  );
}

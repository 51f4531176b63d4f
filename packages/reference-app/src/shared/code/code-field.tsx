import { Fragment, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { activeCell, codeDigits, codeLength } from './code-digits.ts';

/** Six cells in front of one real input: pasting, autofill of one-time codes and screen readers just work. */
export function CodeField({ label, code, onCode, invalid, describedBy, ref }: {
  label: string;
  code: string;
  onCode: (digits: string) => void;
  invalid: boolean;
  describedBy?: string | undefined;
  ref: Ref<HTMLInputElement>;
}): ReactNode {
  const [focused, setFocused] = useState(false);
  const active = activeCell(code);
  return (
    <div className={invalid ? 'otp is-error' : 'otp'}>
      <input
        ref={ref}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        value={code}
        onChange={(event) => onCode(codeDigits(event.target.value))}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        name="one-time-code"
        autoComplete="one-time-code"
        inputMode="numeric"
        pattern="\d*"
        autoFocus
        data-autofocus
      />
      {Array.from({ length: codeLength }, (_, index) => (
        <Fragment key={index}>
          {index === codeLength / 2 ? <u aria-hidden="true" /> : null}
          <b aria-hidden="true" className={focused && index === active ? 'is-focus' : undefined}>
            {code[index] ?? (focused && index === active ? <span className="caret" /> : null)}
          </b>
        </Fragment>
      ))}
    </div>
  );
}

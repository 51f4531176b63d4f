import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import './field.css';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: string | undefined;
  readonly error?: string | null | undefined;
  /** Shows how many of `maximum` characters are used. */
  readonly maximum?: number;
  /** A control at the end of the field. */
  readonly after?: ReactNode;
}

/** A labelled text field with a hint or an error under it. */
export function Field({ label, value, onValue, hint, error, maximum, after, ...rest }: FieldProps): ReactNode {
  const id = useId();
  const helpId = `${id}help`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={error ? 'input is-error' : 'input'}>
        <input
          spellCheck={false}
          {...rest}
          id={id}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? helpId : undefined}
        />
        {after}
      </div>
      {error ? <ErrorText id={helpId}>{error}</ErrorText> : null}
      {!error && (hint || maximum !== undefined) ? (
        <p className="help" id={helpId}>
          <span>{hint}</span>
          {maximum === undefined ? null : <span className="n">{`${[...value.trim()].length}/${maximum}`}</span>}
        </p>
      ) : null}
    </div>
  );
}

/** What went wrong, under the control that it is about; announced when it appears. */
export function ErrorText({ id, children }: { id?: string; children: ReactNode }): ReactNode {
  return (
    <p className="help err" id={id} role="alert">
      <CircleAlert size={16} />
      <span>{children}</span>
    </p>
  );
}

import { useId } from 'react';
import type { ReactNode } from 'react';
import { useLabels } from '../labels.ts';
import { ErrorText } from './error-text.tsx';

/** Common props of all labelled controls. */
export interface FieldFrameProps {
  readonly label: string;
  /** Takes precedence: with a hint, an error colours the field and is announced to screen readers, but the hint stays. */
  readonly hint?: string | undefined;
  /** Help text; an error replaces it. */
  readonly description?: string | undefined;
  readonly error?: string | null | undefined;
  /** Shows how many of `maximum` characters are used; characters beyond it stay, counted in red. */
  readonly maximum?: number | undefined;
  /** Shows the number of characters even without a maximum. */
  readonly counter?: boolean | undefined;
}

interface Wiring {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly invalid: true | undefined;
}

/** The ids that connect a control with its label, help and error. */
export function useFieldWiring(
  { hint, description, error, maximum, counter }: FieldFrameProps,
  given: { readonly id?: string | undefined; readonly describedBy?: string | undefined },
): Wiring & { readonly helpId: string } {
  const own = useId();
  const id = given.id ?? own;
  const helpId = `${id}-help`;
  const hasHelp = Boolean(hint || description || error || counter || maximum !== undefined);
  const describedBy = [given.describedBy, hasHelp ? helpId : undefined].filter(Boolean).join(' ');
  return { id, helpId, describedBy: describedBy === '' ? undefined : describedBy, invalid: error ? true : undefined };
}

/** Label above, control, help below. */
export function FieldFrame({
  frame,
  id,
  helpId,
  length,
  off = false,
  children,
}: {
  readonly frame: FieldFrameProps;
  readonly id: string;
  readonly helpId: string;
  /** Number of characters in the field, for the counter. */
  readonly length?: number;
  readonly off?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={off ? 'wp-field wp-field-off' : 'wp-field'}>
      <label className="wp-field-label" htmlFor={id}>
        {frame.label}
      </label>
      {children}
      <FieldHelp frame={frame} id={helpId} length={length} />
    </div>
  );
}

function FieldHelp({
  frame: { hint, description, error, maximum, counter },
  id,
  length,
}: {
  frame: FieldFrameProps;
  id: string;
  length: number | undefined;
}): ReactNode {
  const text = hint || (error ? undefined : description);
  const count = length !== undefined && (counter || maximum !== undefined) ? <Counter length={length} maximum={maximum} /> : null;
  if (!text && !error && !count) return null;
  return (
    <div className="wp-help-row" id={id}>
      {text ? <p className="wp-help">{text}</p> : null}
      {error ? (
        <div className={hint ? 'wp-hidden' : 'wp-help-grow'}>
          <ErrorText>{error}</ErrorText>
        </div>
      ) : null}
      {count}
    </div>
  );
}

function Counter({ length, maximum }: { length: number; maximum: number | undefined }): ReactNode {
  const label = useLabels();
  const over = maximum !== undefined && length > maximum;
  return (
    <span className={over ? 'wp-counter wp-counter-over' : 'wp-counter'}>
      <span aria-hidden="true">{maximum === undefined ? length : `${length}/${maximum}`}</span>
      <span className="wp-hidden">
        {maximum === undefined ? label('usedOnly', { count: length }) : label('used', { count: length, maximum })}
      </span>
    </span>
  );
}

/** Class names of the box around a control. */
export function inputClass({
  error,
  area,
  off,
  readOnly,
}: {
  readonly error: boolean;
  readonly area?: boolean;
  readonly off?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
}): string {
  return ['wp-input', area && 'wp-input-area', error && 'wp-input-error', off && 'wp-input-off', readOnly && 'wp-input-read']
    .filter(Boolean)
    .join(' ');
}

import { useId } from 'react';
import type { ReactNode } from 'react';
import { ErrorText } from '../field/error-text.tsx';
import { ChoiceText } from './switch.tsx';

/** A choice of a `<RadioGroup>`. */
export interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly disabled?: boolean | undefined;
}

/** Properties of `<RadioGroup>`. */
export interface RadioGroupProps<Value extends string> {
  readonly label: string;
  /** The label is only for screen readers: a heading above already shows it. */
  readonly hideLabel?: boolean | undefined;
  /** Null while nothing is selected. */
  readonly value: Value | null;
  readonly onValue: (value: Value) => void;
  readonly options: readonly RadioOption<Value>[];
  readonly disabled?: boolean | undefined;
  readonly error?: string | null | undefined;
  /** In a dialog: the selected option has the focus first, not a text field further down. */
  readonly takesFocus?: boolean | undefined;
}

/**
 * Exactly one of a few options, by the platform's radio buttons: arrows move the selection.
 * @example <RadioGroup label="Record" value={mode} onValue={setMode} options={[{ value: 'always', label: 'Always' }]} />
 */
export function RadioGroup<Value extends string>({
  label,
  hideLabel = false,
  value,
  onValue,
  options,
  disabled,
  error,
  takesFocus = false,
}: RadioGroupProps<Value>): ReactNode {
  const name = useId();
  const errorId = `${name}-error`;
  return (
    <fieldset
      className="wp-radios"
      disabled={disabled}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
      role="radiogroup"
    >
      <legend className={hideLabel ? 'wp-hidden' : 'wp-field-label'}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="wp-choice">
          <input
            type="radio"
            className="wp-radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onValue(option.value)}
            data-autofocus={(takesFocus && option.value === value) || undefined}
          />
          <ChoiceText label={option.label} description={option.description} />
        </label>
      ))}
      {error ? <ErrorText id={errorId}>{error}</ErrorText> : null}
    </fieldset>
  );
}

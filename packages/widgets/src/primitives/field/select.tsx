import type { ComponentProps, ReactNode } from 'react';
import { ChevronDownIcon } from '../control-icons.tsx';
import { FieldFrame, inputClass, useFieldWiring } from './field-frame.tsx';
import type { FieldFrameProps } from './field-frame.tsx';

/** A choice of a `<Select>`. */
export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean | undefined;
}

/** Properties of `<Select>`. */
export interface SelectProps<Value extends string>
  extends
    Omit<FieldFrameProps, 'maximum' | 'counter'>,
    Pick<ComponentProps<'select'>, 'id' | 'name' | 'disabled' | 'required' | 'autoComplete' | 'aria-describedby'> {
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly options: readonly SelectOption<Value>[];
  readonly before?: ReactNode;
  readonly onBlur?: (() => void) | undefined;
}

/**
 * One of many options, by the platform's own list: familiar on every phone.
 * @example <Select label="Location" value={id} onValue={setId} options={[{ value: 'north', label: 'Northgate' }]} />
 */
export function Select<Value extends string>({
  label,
  hint,
  description,
  error,
  value,
  onValue,
  options,
  before,
  onBlur,
  ...rest
}: SelectProps<Value>): ReactNode {
  const frame: FieldFrameProps = { label, hint, description, error };
  const { id, helpId, describedBy, invalid } = useFieldWiring(frame, { id: rest.id, describedBy: rest['aria-describedby'] });
  return (
    <FieldFrame frame={frame} id={id} helpId={helpId} off={rest.disabled ?? false}>
      <div className={`${inputClass({ error: Boolean(error), off: rest.disabled })} wp-select`}>
        {before}
        <select
          {...rest}
          id={id}
          value={value}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          onBlur={onBlur}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.currentTarget.value);
            if (chosen) onValue(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDownIcon size={16} />
      </div>
    </FieldFrame>
  );
}

import { useId } from 'react';
import type { ReactNode } from 'react';

/** Properties of `<Segmented>`. */
export interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly disabled?: boolean | undefined }[];
  readonly small?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

/**
 * Exactly one of two to five short options, side by side.
 * @example <Segmented label="Direction" value={side} onValue={setSide} options={[{ value: 'enter', label: 'Enter' }]} />
 */
export function Segmented<Value extends string>({
  label,
  value,
  onValue,
  options,
  small = false,
  disabled,
}: SegmentedProps<Value>): ReactNode {
  const name = useId();
  return (
    <div className={small ? 'wp-segmented wp-segmented-s' : 'wp-segmented'} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="wp-segment">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled || option.disabled}
            onChange={() => onValue(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { ChoiceText } from './switch.tsx';
import type { ToggleProps } from './switch.tsx';

/**
 * An option among several, or a consent.
 * @example <Checkbox label="People" checked={people} onChange={setPeople} />
 */
export function Checkbox({
  label,
  checked,
  onChange,
  disabled,
  description,
  name,
  mixed = false,
}: ToggleProps & {
  /** Only some of the represented options are checked. */
  readonly mixed?: boolean | undefined;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className="wp-choice">
      <input
        ref={input}
        type="checkbox"
        className="wp-check"
        checked={checked}
        disabled={disabled}
        name={name}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <ChoiceText label={label} description={description} />
    </label>
  );
}

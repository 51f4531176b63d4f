import type { ReactNode } from 'react';

/** Properties of `<Switch>` and `<Checkbox>`. */
export interface ToggleProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean | undefined;
  /** Smaller text under the label. */
  readonly description?: ReactNode;
  readonly name?: string | undefined;
}

/**
 * A setting that takes effect immediately. The whole row is the target.
 * @example <Switch label="Sound recording" checked={on} onChange={setOn} />
 */
export function Switch({
  label,
  checked,
  onChange,
  disabled,
  description,
  name,
  end = false,
}: ToggleProps & {
  /** Puts the switch at the end of the row, for settings. */
  readonly end?: boolean | undefined;
}): ReactNode {
  return (
    <label className={end ? 'wp-choice wp-choice-end' : 'wp-choice'}>
      <input
        type="checkbox"
        role="switch"
        className="wp-switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        name={name}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <ChoiceText label={label} description={description} />
    </label>
  );
}

export function ChoiceText({ label, description }: Pick<ToggleProps, 'label' | 'description'>): ReactNode {
  return (
    <span className="wp-choice-text">
      {label}
      {description ? <span className="wp-choice-description">{description}</span> : null}
    </span>
  );
}

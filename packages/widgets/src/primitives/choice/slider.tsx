import { useId } from 'react';
import type { ReactNode } from 'react';

/** Properties of `<Slider>`. */
export interface SliderProps {
  readonly label: string;
  readonly value: number;
  /** Called while it moves. */
  readonly onValue: (value: number) => void;
  /** Called when it is released: the moment to save. */
  readonly onCommit?: ((value: number) => void) | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly step?: number | undefined;
  /** The value as text: "62 %". */
  readonly format?: ((value: number) => string) | undefined;
  readonly disabled?: boolean | undefined;
}

/**
 * A slider with its value beside it.
 * @example <Slider label="Sensitivity" value={62} onValue={setValue} />
 */
export function Slider({
  label,
  value,
  onValue,
  onCommit,
  minimum = 0,
  maximum = 100,
  step = 1,
  format = String,
  disabled,
}: SliderProps): ReactNode {
  const id = useId();
  const share = maximum > minimum ? (Math.min(Math.max(value, minimum), maximum) - minimum) / (maximum - minimum) : 0;
  const commit = (event: { readonly currentTarget: HTMLInputElement }): void => onCommit?.(event.currentTarget.valueAsNumber);
  return (
    <div className="wp-slider">
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{format(value)}</output>
      <input
        id={id}
        type="range"
        min={minimum}
        max={maximum}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={format(value)}
        // Half of the thumb overlaps each end.
        style={{ backgroundSize: `calc(9px + (100% - 18px) * ${share}) 100%` }}
        onInput={(event) => onValue(event.currentTarget.valueAsNumber)}
        onPointerUp={commit}
        onKeyUp={commit}
      />
    </div>
  );
}

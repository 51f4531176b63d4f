import { useId } from 'react';
import type { ReactNode } from 'react';

/** Properties of `<Progress>`. */
export interface ProgressProps {
  readonly label: string;
  /** 0 to 1; null while unknown. */
  readonly value: number | null;
  /** Remaining time: "1:10 left". */
  readonly left?: string | undefined;
  /** Instructions for the meantime. */
  readonly children?: ReactNode;
}

/**
 * Progress of a long operation.
 * @example <Progress label="Updating firmware, step 3 of 4" value={0.64} left="1:10 left">Do not power off the camera.</Progress>
 */
export function Progress({ label, value, left, children }: ProgressProps): ReactNode {
  const id = useId();
  const percent = value === null ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div className="wp-progress">
      <span className="wp-progress-label" id={id}>
        {label}
      </span>
      {left ? <span className="wp-progress-left">{left}</span> : null}
      <div
        className={percent === undefined ? 'wp-progress-bar wp-progress-unknown' : 'wp-progress-bar'}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={percent === undefined ? {} : { width: `${percent}%` }} />
      </div>
      {children ? <p className="wp-progress-note">{children}</p> : null}
    </div>
  );
}

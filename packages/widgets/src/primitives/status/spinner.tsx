import type { ReactNode } from 'react';
import { LoaderIcon } from '../control-icons.tsx';
import { useLabels } from '../labels.ts';

/** A short operation is running. Prefer a poster or a skeleton where one fits. */
export function Spinner({
  label,
  size = 24,
  hideLabel = false,
}: {
  /** Default: "Loading". */
  readonly label?: string | undefined;
  readonly size?: number | undefined;
  readonly hideLabel?: boolean | undefined;
}): ReactNode {
  const text = useLabels();
  return (
    <span className="wp-spinner" role="status">
      <LoaderIcon size={size} />
      <span className={hideLabel ? 'wp-hidden' : undefined}>{label ?? text('loading')}</span>
    </span>
  );
}

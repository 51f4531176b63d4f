import type { ReactNode } from 'react';

/** Properties of `<Chip>`. */
export interface ChipProps {
  readonly children: ReactNode;
  readonly selected?: boolean | undefined;
  readonly onPress: () => void;
  /** Number of matches. */
  readonly count?: number | undefined;
  readonly icon?: ReactNode;
  readonly disabled?: boolean | undefined;
}

/**
 * A filter that is on or off.
 * @example <Chip selected={room === 'hall'} count={3} onPress={() => setRoom('hall')}>Hall</Chip>
 */
export function Chip({ children, selected = false, onPress, count, icon, disabled }: ChipProps): ReactNode {
  return (
    <button type="button" className="wp-chip" aria-pressed={selected} disabled={disabled} onClick={onPress}>
      {icon}
      {children}
      {count === undefined ? null : <span className="wp-chip-count">{count}</span>}
    </button>
  );
}

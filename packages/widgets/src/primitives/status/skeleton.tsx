import type { ReactNode } from 'react';

/** A placeholder for a line of text, a picture or a list row. Hidden from screen readers; the region around it has `aria-busy`. */
export function Skeleton({
  kind = 'line',
  width,
}: {
  readonly kind?: 'line' | 'picture' | 'row' | undefined;
  /** Width of a line: "40%", "120px". */
  readonly width?: string | undefined;
}): ReactNode {
  if (kind === 'row') {
    return (
      <div className="wp-skeleton-row" aria-hidden="true">
        <span className="wp-skeleton wp-skeleton-thumbnail" />
        <span className="wp-skeleton-lines">
          <span className="wp-skeleton wp-skeleton-line" style={{ width: width ?? '56%' }} />
          <span className="wp-skeleton wp-skeleton-line" style={{ width: '34%' }} />
        </span>
      </div>
    );
  }
  return <span className={`wp-skeleton wp-skeleton-${kind}`} style={width === undefined ? {} : { width }} aria-hidden="true" />;
}

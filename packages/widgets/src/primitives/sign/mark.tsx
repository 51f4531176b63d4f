import type { ReactNode } from 'react';

/** The mark of Watchpost: a ring on a post between two ruler ticks. */
export function Mark({ size = 24 }: { readonly size?: number }): ReactNode {
  return (
    <svg className="wp-mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="7.5" r="5.25" />
      <path d="M12 12.75V22M5.5 18.5V22M18.5 18.5V22" />
    </svg>
  );
}

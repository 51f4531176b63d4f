import type { ReactNode } from 'react';

/** The mark of Watchpost: a ring on a post between two ruler ticks. */
export function Mark(): ReactNode {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" aria-hidden="true">
      <circle cx="12" cy="7.5" r="5.25" />
      <path d="M12 12.75V22M5.5 18.5V22M18.5 18.5V22" />
    </svg>
  );
}

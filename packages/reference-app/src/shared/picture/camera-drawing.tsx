import type { ReactNode } from 'react';

/** A camera on its foot, drawn with one line: shown until there is a picture. */
export function CameraDrawing(): ReactNode {
  return (
    <svg
      width="120"
      height="84"
      viewBox="0 0 120 84"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <rect x="22" y="8" width="76" height="50" rx="14" />
      <circle cx="60" cy="33" r="15" />
      <circle cx="60" cy="33" r="7" stroke="var(--wp-pic-accent)" strokeWidth="2.5" />
      <circle cx="86" cy="20" r="2" fill="var(--wp-pic-accent)" stroke="none" />
      <path d="M60 58v10M44 76a16 9 0 0 1 32 0z" />
    </svg>
  );
}

import type { ReactNode } from 'react';

/** Drawing of a camera in front of a screen, with the distance. */
export function CodeDrawing({ distance }: { readonly distance: string }): ReactNode {
  return (
    <figure className="add-code-drawing">
      <svg
        width="296"
        height="112"
        viewBox="0 0 296 112"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <rect x="2" y="12" width="76" height="58" rx="16" />
        <circle cx="54" cy="41" r="17" />
        <circle cx="54" cy="41" r="8" stroke="var(--wp-accent)" strokeWidth="2.5" />
        <circle cx="18" cy="28" r="2.5" />
        <path d="M33 70v14M13 96a20 12 0 0 1 40 0zM5 96h56" />
        <path d="M88 41h86" strokeDasharray="2 6" stroke="var(--wp-accent)" />
        <path d="M88 106v-8M88 102h86M174 106v-8" />
        <rect x="183" y="2" width="110" height="76" rx="7" />
        <path d="M238 78v18M212 96h52" />
        <rect x="218" y="20" width="40" height="40" rx="2" />
        <path d="M224 26h10v10h-10zM242 26h10v10h-10zM224 44h10v10h-10zM242 46h4M248 52h4" />
      </svg>
      <figcaption>{distance}</figcaption>
    </figure>
  );
}

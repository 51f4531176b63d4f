import type { ReactNode } from 'react';

/** What a page without an invitation is about. */
export type DrawingName = 'own' | 'gone' | 'invalid' | 'failed' | 'refused';

const ruler = 'M8 56.75h96M20 56v-5M32 56v-5M80 56v-5M92 56v-5';

/** A camera on the ruler, or what became of it. */
export function LandingDrawing({ name }: { readonly name: DrawingName }): ReactNode {
  return (
    <svg
      className="landing-drawing"
      width="112"
      height="64"
      viewBox="0 0 112 64"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {lines[name]}
    </svg>
  );
}

const lines: Readonly<Record<DrawingName, ReactNode>> = {
  own: (
    <>
      <path d={ruler} />
      <path d="M38 56V27L56 11l18 16v29M56 39v17" />
      <circle cx="56" cy="33" r="6" stroke="var(--wp-accent)" strokeWidth="2.5" />
    </>
  ),
  gone: (
    <>
      <path d="M8 56.75h40M20 56v-5M32 56v-5M44 56v-5M48 30v26" />
      <path d="M56 56.75h48" strokeDasharray="2 6" />
      <circle cx="48" cy="20" r="10" />
    </>
  ),
  invalid: (
    <>
      <path d={ruler} />
      <path d="M50 40H36a10 10 0 0 1 0-20h14M62 20h14a10 10 0 0 1 0 20H62M53 26l-2-6M59 34l2 6" />
    </>
  ),
  failed: (
    <>
      <path d={ruler} />
      <circle cx="56" cy="20" r="10" />
      <path d="M56 30v8M56 48v8" />
    </>
  ),
  refused: (
    <>
      <path d={ruler} />
      <circle cx="56" cy="20" r="10" strokeDasharray="3 4.85" />
      <path d="M56 31v25" />
    </>
  ),
};

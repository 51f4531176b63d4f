import type { ReactNode } from 'react';
import './empty-state.css';

const ruler = 'M4 66h112M60 66V40M18 66v-6M32 66v-6M46 66v-6M74 66v-6M88 66v-6M102 66v-6';

/** One line drawing, one sentence, one action. `broken` is the drawing of things that went wrong. */
export function EmptyState({ title, text, broken = false, level = 'b', children }: { title: string; text: string; broken?: boolean; level?: 'h1' | 'b'; children?: ReactNode }): ReactNode {
  const Title = level;
  return (
    <div className="empty">
      <svg className="drawing" width="120" height="72" viewBox="0 0 120 72" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
        <path d={ruler} />
        <circle cx="60" cy="24" r="16" />
        {broken ? <path d="M54 18l12 12M66 18L54 30" strokeWidth="2.5" /> : <circle cx="60" cy="24" r="6" stroke="var(--wp-accent)" strokeWidth="2.5" />}
      </svg>
      <Title>{title}</Title>
      <p className="dim">{text}</p>
      {children}
    </div>
  );
}

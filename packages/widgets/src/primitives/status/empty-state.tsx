import type { ReactNode } from 'react';

/** Properties of `<EmptyState>`. */
export interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  /** Shows the drawing for errors. */
  readonly broken?: boolean;
  /** "h1" where nothing else on the page is a heading. */
  readonly level?: 'h1' | 'h2' | 'b';
  /** The only action. */
  readonly children?: ReactNode;
  /** No larger than its content: for a panel or a list. */
  readonly compact?: boolean;
}

const ruler = 'M4 66h112M60 66V40M18 66v-6M32 66v-6M46 66v-6M74 66v-6M88 66v-6M102 66v-6';

/**
 * One line drawing, one sentence, one action.
 * @example <EmptyState title="No cameras yet" text="From the box to a picture takes about a minute."><Button>Add camera</Button></EmptyState>
 */
export function EmptyState({ title, text, broken = false, level = 'b', compact = false, children }: EmptyStateProps): ReactNode {
  const Title = level;
  return (
    <div className={compact ? 'wp-empty wp-empty-compact' : 'wp-empty'}>
      <svg className="wp-empty-drawing" width="120" height="72" viewBox="0 0 120 72" aria-hidden="true">
        <path d={ruler} />
        <circle cx="60" cy="24" r="16" />
        {broken ? (
          <path className="wp-empty-cross" d="M54 18l12 12M66 18L54 30" />
        ) : (
          <circle className="wp-empty-eye" cx="60" cy="24" r="6" />
        )}
      </svg>
      <Title className="wp-empty-title">{title}</Title>
      <p className="wp-empty-text">{text}</p>
      {children ? <div className="wp-empty-action">{children}</div> : null}
    </div>
  );
}

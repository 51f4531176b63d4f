import type { ReactNode } from 'react';

/** What a colour says. */
export type Tone = 'neutral' | 'accent' | 'warning' | 'danger';

/**
 * A label on an object: "Most popular", "Expired". Never on another badge.
 * @example <Badge tone="warning">Ends 24 November</Badge>
 */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  readonly tone?: Tone | undefined;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span className={tone === 'neutral' ? 'wp-badge' : `wp-badge wp-badge-${tone}`}>
      {icon}
      {children}
    </span>
  );
}

/** A number of new items: 1000 and more are "999+". */
export function CountBadge({ count }: { readonly count: number }): ReactNode {
  return <span className="wp-count">{count > 999 ? '999+' : count}</span>;
}

/** A state as a dot; the text beside it names it. */
export function Dot({ tone = 'accent' }: { readonly tone?: 'accent' | 'warning' | 'danger' | 'live' | 'off' | undefined }): ReactNode {
  return <span className={`wp-dot-mark wp-dot-${tone}`} aria-hidden="true" />;
}

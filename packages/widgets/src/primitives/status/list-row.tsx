import type { ReactNode } from 'react';

/** Properties of `<ListRow>`. */
export interface ListRowProps {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** An icon, a thumbnail, a letter. */
  readonly before?: ReactNode;
  /** A value, a switch, a button. */
  readonly after?: ReactNode;
  /** Makes the row a button. */
  readonly onPress?: (() => void) | undefined;
  readonly danger?: boolean | undefined;
}

/**
 * A list row, 56 px: name, details, actions. Its parent is a `<ul>` or `.wp-list`.
 * @example <ListRow title="Chrome on Linux" text="Now" after={<Badge tone="accent">This device</Badge>} />
 */
export function ListRow({ title, text, before, after, onPress, danger = false }: ListRowProps): ReactNode {
  const inner = (
    <>
      {before}
      <span className="wp-row-text">
        <span className="wp-row-title">{title}</span>
        {text ? <span className="wp-row-more">{text}</span> : null}
      </span>
      {after ? <span className="wp-row-after">{after}</span> : null}
    </>
  );
  const className = danger ? 'wp-row wp-row-danger' : 'wp-row';
  return onPress ? (
    <button type="button" className={`${className} wp-row-press`} onClick={onPress}>
      {inner}
    </button>
  ) : (
    <div className={className}>{inner}</div>
  );
}

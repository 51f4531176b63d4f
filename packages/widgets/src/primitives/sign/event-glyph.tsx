import type { ReactNode } from 'react';
import { useLabels } from '../labels.ts';
import { eventShapes } from './event-shape.tsx';
import type { EventShape } from './event-shape.tsx';

/** An event kind is a shape, not a colour. Filled, in the accent colour, while unseen. */
export function EventGlyph({
  shape,
  unseen = false,
  size = 12,
  label,
}: {
  readonly shape: EventShape;
  readonly unseen?: boolean | undefined;
  readonly size?: number | undefined;
  /** The kind's name, where no text beside it says it. */
  readonly label?: string | undefined;
}): ReactNode {
  const text = useLabels();
  const name = label === undefined ? undefined : unseen ? `${label}, ${text('notSeen')}` : label;
  return (
    <svg
      className={unseen ? 'wp-event wp-event-unseen' : 'wp-event'}
      width={size}
      height={size}
      viewBox="0 0 12 12"
      role={name === undefined ? undefined : 'img'}
      aria-label={name}
      aria-hidden={name === undefined ? true : undefined}
    >
      {eventShapes[shape]}
    </svg>
  );
}

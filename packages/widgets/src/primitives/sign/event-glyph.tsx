import type { ReactNode } from 'react';
import { useLabels } from '../labels.ts';

/** Kinds of events that have a shape of their own. */
export type EventShape = 'person' | 'vehicle' | 'line' | 'intrusion' | 'motion';

const shapes: Record<EventShape, ReactNode> = {
  person: <circle cx="6" cy="6" r="4.5" />,
  vehicle: <rect x="1.75" y="2.5" width="8.5" height="7" rx="1.5" />,
  line: <path d="M6 1.2 10.6 9.6H1.4z" />,
  intrusion: <path d="M6 .9 11.1 6 6 11.1.9 6z" />,
  motion: <path d="M1.5 7.5v2M4.5 3.5v6M7.5 5.5v4M10.5 2v7.5" />,
};

/** A kind of event is a shape, not a colour. Filled and in the accent while nobody has seen it. */
export function EventGlyph({ shape, unseen = false, size = 12, label }: {
  readonly shape: EventShape;
  readonly unseen?: boolean | undefined;
  readonly size?: number | undefined;
  /** The kind in words, where no word stands beside it. */
  readonly label?: string | undefined;
}): ReactNode {
  const text = useLabels();
  const name = label === undefined ? undefined : unseen ? `${label}, ${text('notSeen')}` : label;
  return (
    <svg className={unseen ? 'wp-event wp-event-unseen' : 'wp-event'} width={size} height={size} viewBox="0 0 12 12" role={name === undefined ? undefined : 'img'} aria-label={name} aria-hidden={name === undefined ? true : undefined}>
      {shapes[shape]}
    </svg>
  );
}

import { useRef } from 'react';
import type { JSX } from 'react';
import { useLayoutEffect } from '../../../element/layout-effect.ts';
import { adoptStyles } from '../../../element/stylesheets.ts';
import { eventShapes } from '../../../primitives/sign/event-shape.tsx';
import glyphStyles from '../../../primitives/sign/event-glyph.css?inline';
import type { EventCluster } from './timeline-layout.ts';
import type { TimeWindow } from './timeline-scale.ts';

export type { TimelineEvent } from './timeline-layout.ts';

interface EventsProps {
  /** The events in the window. */
  readonly clusters: readonly EventCluster[];
  readonly window: TimeWindow;
  readonly width: number;
  /** The event under the pointer. */
  readonly current: string | null;
  readonly onOpen: (cluster: EventCluster) => void;
}

/**
 * Events above the band. Each kind has its shape, filled while unseen; several at one place show their number.
 * For the pointer only: the keyboard and screen readers have the list of events beside the picture.
 */
export function TimelineEvents({ clusters, window, width, current, onOpen }: EventsProps): JSX.Element {
  const lane = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => adoptStyles(lane.current, glyphStyles), []);
  const scale = width / (window.to - window.from);
  return (
    <div ref={lane} className="wp-lane" aria-hidden="true">
      {clusters.map((cluster) => {
        const { event, from, count } = cluster;
        return (
          <span
            key={from}
            role="presentation"
            data-own-pointer="press"
            className={event.id === current ? 'wp-lane-event wp-hovered' : 'wp-lane-event'}
            style={{ left: `${(from - window.from) * scale}px` }}
            onClick={() => onOpen(cluster)}
          >
            <svg className={event.isSeen ? 'wp-event' : 'wp-event wp-event-unseen'} width="12" height="12" viewBox="0 0 12 12">
              {eventShapes[event.shape]}
            </svg>
            {count > 1 && <i>{count > 999 ? `${Math.floor(count / 1000)}k` : count}</i>}
          </span>
        );
      })}
    </div>
  );
}

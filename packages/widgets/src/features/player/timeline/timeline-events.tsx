import { useLayoutEffect, useRef } from 'react';
import type { JSX } from 'react';
import { adoptStyles } from '../../../element/stylesheets.ts';
import { eventShapes } from '../../../primitives/sign/event-shape.tsx';
import type { EventShape } from '../../../primitives/sign/event-shape.tsx';
import glyphStyles from '../../../primitives/sign/event-glyph.css?inline';
import { spaced } from './timeline-scale.ts';
import type { TimeWindow } from './timeline-scale.ts';

/** Something that happened, as the line of time shows it. */
export interface TimelineEvent {
  readonly id: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly shape: EventShape;
  readonly isSeen: boolean;
  /** What it was, in words. */
  readonly label: string;
}

/** Glyphs closer than this become one, pixels. */
const closest = 15;

/**
 * Events above the band, each kind by its shape; filled while nobody has seen it. For the pointer only:
 * whoever uses keys or a screen reader has the list of events beside the picture. No buttons, because they lie in a slider, which may hold none.
 */
export function TimelineEvents({ events, window, width, onOpen }: { readonly events: readonly TimelineEvent[]; readonly window: TimeWindow; readonly width: number; readonly onOpen: (event: TimelineEvent) => void }): JSX.Element {
  const lane = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => adoptStyles(lane.current, glyphStyles), []);
  const pixels = ({ at }: TimelineEvent): number => ((at - window.from) / (window.to - window.from)) * width;
  return (
    <div ref={lane} className="wp-lane" aria-hidden="true">
      {spaced(events, pixels, width, closest).map((event) => (
        <span key={event.id} role="presentation" className="wp-lane-event" title={event.label} style={{ left: `${pixels(event)}px` }} onPointerDown={(pointer) => pointer.stopPropagation()} onPointerUp={(pointer) => pointer.stopPropagation()} onClick={() => onOpen(event)}>
          <svg className={event.isSeen ? 'wp-event' : 'wp-event wp-event-unseen'} width="12" height="12" viewBox="0 0 12 12">{eventShapes[event.shape]}</svg>
        </span>
      ))}
    </div>
  );
}

import type { EventTimelineMark, EventType } from '@watchpost/sdk-core';
import type { TimelineActivity, TimelineEvent, TimelineRange } from '@watchpost/widgets/react';

/** Returns the label and shape of an event type. */
export type DescribeType = (type: EventType) => Pick<TimelineEvent, 'shape' | 'label'>;

export interface MarkSources {
  /** Marks in the visible range, each for one step of time. */
  readonly near: { readonly marks: readonly EventTimelineMark[]; readonly range: Pick<TimelineRange, 'from' | 'to' | 'step'> } | undefined;
  /** Coarser marks of the whole day. */
  readonly day: readonly EventTimelineMark[] | undefined;
  /** The newest events from the list beside the picture, which knows whether they were seen. */
  readonly recent: readonly TimelineEvent[];
}

/** Merges the timeline's marks: those of the range, and coarser ones of the day outside it. Events missing from the list count as seen. */
export function mergeMarks({ near, day, recent }: MarkSources, describe: DescribeType): TimelineEvent[] {
  if (!near) return [...recent];
  const { from, to, step } = near.range;
  const unseen = recent.filter(({ isSeen }) => !isSeen);
  const toEvent = ({ at, type, count, eventId }: EventTimelineMark): TimelineEvent => {
    const { shape, label } = describe(type);
    const known = count === 1 ? recent.find(({ id }) => id === eventId) : undefined;
    // The label needs no time, because the timeline shows it beside the label.
    return known
      ? { ...known, label }
      : {
          id: eventId,
          at,
          shape,
          label,
          count,
          isSeen: !unseen.some((event) => event.shape === shape && event.at >= at && event.at < at + step),
        };
  };
  return [...near.marks.map(toEvent), ...(day ?? []).filter(({ at }) => at < from || at >= to).map(toEvent)];
}

/** Converts the same response to bars of movement. */
export function toActivity(
  answer: { readonly activity: readonly number[] } | undefined,
  range: Pick<TimelineRange, 'from' | 'step'>,
): TimelineActivity | undefined {
  return answer && { from: range.from, step: range.step, levels: answer.activity };
}

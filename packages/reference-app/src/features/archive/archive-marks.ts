import type { EventTimelineMark, EventType } from '@watchpost/sdk-core';
import type { TimelineActivity, TimelineEvent, TimelineRange } from '@watchpost/widgets/react';

/** How a type of event looks and what it is called. */
export type DescribeType = (type: EventType) => Pick<TimelineEvent, 'shape' | 'label'>;

export interface MarkSources {
  /** Of the shown range, each standing for a step. */
  readonly near: { readonly marks: readonly EventTimelineMark[]; readonly range: Pick<TimelineRange, 'from' | 'to' | 'step'> } | undefined;
  /** Of the day in the strip, coarser. */
  readonly day: readonly EventTimelineMark[] | undefined;
  /** The newest events, as the list beside the picture has them: they know whether they were seen. */
  readonly recent: readonly TimelineEvent[];
}

/** What the line of time shows: marks of the range, coarser ones of the day outside of it. What is on nobody's list counts as seen. */
export function mergeMarks({ near, day, recent }: MarkSources, describe: DescribeType): TimelineEvent[] {
  if (!near) return [...recent];
  const { from, to, step } = near.range;
  const unseen = recent.filter(({ isSeen }) => !isSeen);
  const toEvent = ({ at, type, count, eventId }: EventTimelineMark): TimelineEvent => {
    const { shape, label } = describe(type);
    const known = count === 1 ? recent.find(({ id }) => id === eventId) : undefined;
    // Its time stands beside it.
    return known ? { ...known, label } : { id: eventId, at, shape, label, count, isSeen: !unseen.some((event) => event.shape === shape && event.at >= at && event.at < at + step) };
  };
  return [...near.marks.map(toEvent), ...(day ?? []).filter(({ at }) => at < from || at >= to).map(toEvent)];
}

/** Bars of movement from the same answer. */
export function toActivity(answer: { readonly activity: readonly number[] } | undefined, range: Pick<TimelineRange, 'from' | 'step'>): TimelineActivity | undefined {
  return answer && { from: range.from, step: range.step, levels: answer.activity };
}

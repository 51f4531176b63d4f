import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EventTimeline } from '@watchpost/sdk-core';
import type { TimelineActivity, TimelineEvent, TimelineRange } from '@watchpost/widgets/react';
import { useMemo, useState } from 'react';
import { useClient } from '../../shared/client.tsx';
import { mergeMarks, toActivity } from './archive-marks.ts';
import type { DescribeType } from './archive-marks.ts';

/** Refresh interval of the visible range, ms. */
const refreshIntervalMs = 10_000;
const dayStepMs = 300_000;

type Span = Pick<TimelineRange, 'from' | 'to' | 'step'>;

export interface TimelineContents {
  readonly events: readonly TimelineEvent[];
  readonly activity: TimelineActivity | undefined;
  readonly onRange: (range: TimelineRange) => void;
}

/** Returns the events and movement of the timeline's range, and of the whole day below it. */
export function useTimelineContents(cameraId: string, recent: readonly TimelineEvent[], describe: DescribeType): TimelineContents {
  const [range, setRange] = useState<TimelineRange | null>(null);
  // At least one second, which is the server's finest step.
  const near = useSpan(cameraId, range && { from: range.from, to: range.to, step: Math.max(1000, range.step) });
  const day = useSpan(cameraId, range && { from: range.day.from, to: range.day.to, step: dayStepMs });
  const events = useMemo(
    () => mergeMarks({ near: near && { marks: near.answer.marks, range: near.span }, day: day?.answer.marks, recent }, describe),
    [near, day, recent, describe],
  );
  const activity = useMemo(() => near && toActivity(near.answer, near.span), [near]);
  return { events, activity, onRange: setRange };
}

function useSpan(cameraId: string, span: Span | null): { readonly answer: EventTimeline; readonly span: Span } | undefined {
  const client = useClient();
  const { data } = useQuery({
    // Shares a key prefix with the list of events, so that both are invalidated together.
    queryKey: ['events', 'timeline', cameraId, span],
    queryFn: async ({ signal }) =>
      span && {
        span,
        answer: await client.events.timeline(
          cameraId,
          { from: Math.floor(span.from), to: Math.ceil(span.to), step: span.step },
          { signal },
        ),
      },
    enabled: span !== null,
    refetchInterval: refreshIntervalMs,
    placeholderData: keepPreviousData,
  });
  return data ?? undefined;
}

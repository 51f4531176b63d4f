import type { AgentMissedSpan } from '@watchpost/contract/protocols/agent';

/** What has arrived of an agent's timeline, and what is missing between; seconds, decode times of pictures. */
export interface ReceivedSpans {
  /** The newest picture that was live; null before the first. */
  readonly newest: number | null;
  /** Live pictures go on at this one: after a cut, or for the first time. */
  begin(time: number): void;
  live(time: number): void;
  /** Takes a late picture; false when it is not one that is missing. */
  late(time: number): boolean;
  /** Whether a late sound belongs to what is missing. */
  isMissing(time: number): boolean;
  /** Nothing is missing any more: what has not come by now never comes. */
  forget(): void;
  /** The oldest first. */
  readonly missing: readonly AgentMissedSpan[];
}

interface Span {
  readonly from: number;
  to: number;
}

/** A network that comes and goes leaves many; beyond it the oldest are given up. */
const mostMissing = 16;

/** @param hasBefore before its first picture an agent may have kept some, which a restart of the server held back */
export function createReceivedSpans(hasBefore = true): ReceivedSpans {
  let spans: Span[] = hasBefore ? [{ from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY }] : [];
  /** The hole that a time lies in, as the spans around it. */
  const around = (time: number): readonly [Span, Span] | null => {
    const index = spans.findLastIndex(({ to }) => to < time);
    const [before, after] = [spans[index], spans[index + 1]];
    return before && after && time < after.from ? [before, after] : null;
  };
  return {
    get newest() {
      const to = spans.at(-1)?.to ?? Number.NEGATIVE_INFINITY;
      return Number.isFinite(to) ? to : null;
    },
    begin: (time) => {
      spans.push({ from: time, to: time });
      if (spans.length > mostMissing + 1) spans = spans.slice(1);
    },
    live: (time) => {
      const last = spans.at(-1);
      if (last) last.to = Math.max(last.to, time);
    },
    late: (time) => {
      const hole = around(time);
      if (hole) hole[0].to = time;
      return hole !== null;
    },
    isMissing: (time) => around(time) !== null,
    forget: () => {
      spans = spans.slice(-1);
    },
    get missing() {
      return spans.slice(1).flatMap(({ from }, index) => {
        const after = spans[index]?.to ?? from;
        return after < from ? [{ after: Number.isFinite(after) ? after : null, before: from }] : [];
      });
    },
  };
}

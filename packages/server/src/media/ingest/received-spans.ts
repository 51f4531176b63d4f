import type { AgentMissedSpan } from '@watchpost/contract/protocols/agent';

/** Tracks which parts of an agent's timeline have arrived and which are missing. Decode times of pictures, seconds. */
export interface ReceivedSpans {
  /** The newest picture that was live; null before the first. */
  readonly newest: number | null;
  /** Live pictures start at this time, for the first time or after an interruption. */
  begin(time: number): void;
  live(time: number): void;
  /** Records a late picture; returns false when it was not missing. */
  late(time: number): boolean;
  /** Whether late audio belongs to a missing span. */
  isMissing(time: number): boolean;
  /** Gives up all missing spans. */
  forget(): void;
  /** Oldest first. */
  readonly missing: readonly AgentMissedSpan[];
}

interface Span {
  readonly from: number;
  to: number;
}

/** An unstable network leaves many missing spans; beyond this number the oldest are given up. */
const maxMissing = 16;

/**
 * Creates an empty record of received spans.
 * @param hasBefore the agent may have buffered pictures before its first live one, such as during a restart of the server
 */
export function createReceivedSpans(hasBefore = true): ReceivedSpans {
  let spans: Span[] = hasBefore ? [{ from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY }] : [];
  /** The spans around the gap that contains a time. */
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
      if (spans.length > maxMissing + 1) spans = spans.slice(1);
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

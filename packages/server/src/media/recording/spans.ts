import type { GapReason } from '@watchpost/contract/schemas/archive';

/** A span of time, Unix ms; `from` inclusive, `to` exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}
export interface Outage extends Span {
  readonly reason: GapReason;
}

/** Parts closer together than this are one. */
export const maxSeamMs = 2000;
/** A camera with rare key frames makes long segments, but none longer than this. */
export const maxSegmentMs = 120_000;

/** Joins sorted spans that are less than `within` apart. */
export function joinSpans(spans: readonly Span[], within: number): Span[] {
  const joined: { from: number; to: number }[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && span.from - last.to < within) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  return joined;
}

/** Returns what two lists of sorted, separate spans have in common. */
export function commonSpans(some: readonly Span[], others: readonly Span[]): Span[] {
  const common: Span[] = [];
  let first = 0;
  for (const span of some) {
    while ((others[first]?.to ?? Number.POSITIVE_INFINITY) <= span.from) first += 1;
    for (let index = first; ; index += 1) {
      const other = others[index];
      if (!other || other.from >= span.to) break;
      common.push({ from: Math.max(span.from, other.from), to: Math.min(span.to, other.to) });
    }
  }
  return common;
}

/** Returns the parts of a range that sorted, separate spans do not cover. */
export function gapsBetween(spans: readonly Span[], range: Span): Span[] {
  const gaps: Span[] = [];
  let from = range.from;
  for (const span of spans) {
    if (from >= range.to) break;
    if (span.from > from) gaps.push({ from, to: Math.min(span.from, range.to) });
    from = Math.max(from, span.to);
  }
  if (from < range.to) gaps.push({ from, to: range.to });
  return gaps;
}

/** Whether a reason explains the loss of existing footage, which outranks reasons why none was recorded. */
const isRemoval = ({ reason }: Outage): boolean =>
  reason === 'deleted' || reason === 'disk' || reason === 'missing' || reason === 'node-away';

/**
 * Splits sorted, separate gaps into pieces, each with its known reason.
 * @param outages sorted by their start
 */
export function explainGaps(gaps: readonly Span[], outages: readonly Outage[]): Outage[] {
  const removals = outages.filter(isRemoval);
  if (removals.length === 0) return explainBy(gaps, outages);
  const removed = explainBy(gaps, removals);
  const rest = outages.filter((outage) => !isRemoval(outage));
  const unknown = removed.filter(({ reason }) => reason === 'unknown');
  const known = removed.filter(({ reason }) => reason !== 'unknown');
  return [...known, ...explainBy(unknown, rest)].sort((a, b) => a.from - b.from);
}

function explainBy(gaps: readonly Span[], outages: readonly Outage[]): Outage[] {
  const pieces: Outage[] = [];
  let first = 0;
  for (const gap of gaps) {
    while ((outages[first]?.to ?? Number.POSITIVE_INFINITY) <= gap.from) first += 1;
    const covering = outages[first];
    if (covering && covering.from <= gap.from && covering.to >= gap.to) {
      pieces.push({ from: gap.from, to: gap.to, reason: covering.reason });
      continue;
    }
    const own: Outage[] = [];
    for (let index = first; ; index += 1) {
      const outage = outages[index];
      if (!outage || outage.from >= gap.to) break;
      own.push(outage);
    }
    for (const piece of explainGap(gap, own)) pieces.push(piece);
  }
  return pieces;
}

/** Splits one gap into pieces. */
export function explainGap(gap: Span, outages: readonly Outage[]): Outage[] {
  const pieces: Outage[] = [];
  let from = gap.from;
  const add = (to: number, reason: GapReason): void => {
    const last = pieces.at(-1);
    if (to <= from) return;
    if (last?.reason === reason) pieces[pieces.length - 1] = { ...last, to };
    else pieces.push({ from, to, reason });
    from = to;
  };
  for (const outage of outages) {
    // A second between the last picture and the detection of the outage needs no reason of its own.
    const start = outage.from - from <= maxSeamMs ? from : outage.from;
    add(Math.min(start, gap.to), 'unknown');
    add(Math.min(outage.to, gap.to), outage.reason);
  }
  if (gap.to - from <= maxSeamMs && pieces.length > 0) add(gap.to, pieces[pieces.length - 1]?.reason ?? 'unknown');
  else add(gap.to, 'unknown');
  return pieces;
}

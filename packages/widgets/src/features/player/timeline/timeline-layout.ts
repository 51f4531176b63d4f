import type { EventShape } from '../../../primitives/sign/event-shape.tsx';
import type { TimeWindow } from './timeline-scale.ts';

/** An event on the timeline. */
export interface TimelineEvent {
  readonly id: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly shape: EventShape;
  readonly isSeen: boolean;
  /** Its name. */
  readonly label: string;
  /** Number of events that it represents; default: 1. */
  readonly count?: number | undefined;
}

/** Motion activity: a level from 0 to 1 for each step, starting at `from`. */
export interface TimelineActivity {
  /** Unix milliseconds. */
  readonly from: number;
  /** Milliseconds. */
  readonly step: number;
  readonly levels: readonly number[];
}

/** Events that share a place on the timeline. */
export interface EventCluster {
  /** The first unseen event, or else the first. */
  readonly event: TimelineEvent;
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Width of a glyph, and of one with its number, pixels. */
const glyphWidth = 18;
const countedWidth = 42;

/**
 * Groups events that would overlap. Depends only on the zoom, so that nothing changes while the timeline moves.
 * @param events sorted by time
 * @param perPixel milliseconds per pixel
 */
export function clusterEvents(events: readonly TimelineEvent[], perPixel: number): EventCluster[] {
  const clusters: EventCluster[] = [];
  for (const event of events) {
    const last = clusters.at(-1);
    const own = event.count ?? 1;
    const room = (last && last.count > 1 ? countedWidth : glyphWidth) * perPixel;
    if (!last || event.at - last.from >= room) clusters.push({ event, from: event.at, to: event.at, count: own });
    else
      clusters[clusters.length - 1] = {
        event: last.event.isSeen && !event.isSeen ? event : last.event,
        from: last.from,
        to: event.at,
        count: last.count + own,
      };
  }
  return clusters;
}

/** The items of a list sorted by `at` that are within a window, by two binary searches. */
export function inWindow<T>(items: readonly T[], at: (item: T) => number, { from, to }: TimeWindow): T[] {
  return items.slice(lowerBound(items, at, from), lowerBound(items, at, to));
}

function lowerBound<T>(items: readonly T[], at: (item: T) => number, time: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && at(item) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

const short = (value: number): string => String(Math.round(value * 10) / 10);

/**
 * Time ranges as one path for an SVG as wide as the window: 30 days of short recordings are a few hundred boxes, not nodes.
 * @param parts sorted, not overlapping
 */
export function partsPath(parts: readonly TimeWindow[], window: TimeWindow, width: number, height: number): string {
  const scale = width / (window.to - window.from);
  const boxes: [number, number][] = [];
  for (const { from, to } of parts) {
    if (to <= window.from || from >= window.to) continue;
    const left = Math.max(0, (from - window.from) * scale);
    const right = Math.min(width, Math.max((to - window.from) * scale, left + 1));
    const last = boxes.at(-1);
    if (last && left - last[1] < 0.5) last[1] = right;
    else boxes.push([left, right]);
  }
  return boxes.map(([left, right]) => `M${short(left)} 0H${short(right)}V${height}H${short(left)}z`).join('');
}

/** Activity as one path of bars on the lower edge; where steps are narrower than a bar, the highest level wins. */
export function barsPath({ from, step, levels }: TimelineActivity, window: TimeWindow, width: number, height: number): string {
  const scale = width / (window.to - window.from);
  let group = 1;
  while (step * group * scale < 4.5 && group < 4096) group *= 2;
  const pitch = step * group;
  const bar = Math.max(1, Math.min(8, pitch * scale * 0.62));
  const heights = new Map<number, number>();
  const first = Math.max(0, Math.floor((window.from - from) / step) - group);
  const last = Math.min(levels.length, Math.ceil((window.to - from) / step) + group);
  for (let index = first; index < last; index += 1) {
    const level = levels[index] ?? 0;
    // By absolute time: a bar stays the same while the timeline moves and more is loaded.
    const at = Math.floor((from + index * step) / pitch);
    if (level > (heights.get(at) ?? 0)) heights.set(at, level);
  }
  return [...heights]
    .map(
      ([at, level]) =>
        `M${short((at * pitch - window.from) * scale)} ${height}v${short(-Math.max(1.5, level * (height - 6)))}h${short(bar)}V${height}z`,
    )
    .join('');
}

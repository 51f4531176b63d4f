import { formatTime, zoneMark } from '@watchpost/sdk-core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { JSX, KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useLayoutEffect } from '../../../element/layout-effect.ts';
import { adoptStyles } from '../../../element/stylesheets.ts';
import { shadowTokens } from '../../../element/shadow-tokens.ts';
import { createTimelineMessages } from '../../../i18n/timeline-messages.ts';
import tokens from '../../../theme/surface-tokens.css?inline';
import { useWatchpost } from '../player-context.tsx';
import type { PlayerController } from '../player-controller.ts';
import { gapTitle, recordingsUntil, settledGaps, TimelineBand } from './timeline-band.tsx';
import { TimelineClip } from './timeline-clip-handles.tsx';
import { TimelineEvents } from './timeline-events.tsx';
import { useTimelineGestures } from './timeline-gestures.ts';
import { clusterEvents, inWindow } from './timeline-layout.ts';
import type { EventCluster, TimelineActivity, TimelineEvent } from './timeline-layout.ts';
import { TimelinePeek } from './timeline-peek.tsx';
import { dayName, shortDate, TimelineRuler } from './timeline-ruler.tsx';
import { activityStep, coveringRange, minWindowMs } from './timeline-scale.ts';
import type { TimeWindow } from './timeline-scale.ts';
import { edgeTargets, eventReach, snapTo } from './timeline-snap.ts';
import { TimelineStrip } from './timeline-strip.tsx';
import { TimelineTools } from './timeline-tools.tsx';
import { useTimelineWindow } from './timeline-window.ts';
import timelineStyles from './timeline.css?inline';

/** The visible range, rounded outwards so that small moves request nothing new. */
export interface TimelineRange extends TimeWindow {
  /** Duration of an activity bar, milliseconds. */
  readonly step: number;
  /** The day in the strip below. */
  readonly day: TimeWindow;
}

/** Properties of `<Timeline>`, which shows the archive of a player’s camera. */
export interface TimelineProps {
  /** Added to the outermost element, which also has its own class. */
  readonly className?: string | undefined;
  readonly controller: PlayerController;
  /** Events in any order; without it the timeline reserves no place for them. */
  readonly events?: readonly TimelineEvent[] | undefined;
  /** The user chose an event. */
  readonly onEvent?: ((event: TimelineEvent) => void) | undefined;
  /** Motion activity: bars in the band. */
  readonly activity?: TimelineActivity | undefined;
  /** The visible range has changed: load its events and activity. */
  readonly onRange?: ((range: TimelineRange) => void) | undefined;
  /** The clip to mark, with handles; null or absent: none. */
  readonly clip?: TimeWindow | null | undefined;
  readonly onClip?: ((clip: TimeWindow) => void) | undefined;
  /** Makes the day above the timeline a button, for example to open a calendar. */
  readonly onDay?: (() => void) | undefined;
  /** More buttons above the timeline. */
  readonly tools?: ReactNode;
  readonly onSeek: (time: number | 'live') => void;
}

/** `keys`: scrubbed by keys that are still down. */
type Scrub =
  | { readonly kind: 'pointer' | 'keys'; readonly at: number }
  | { readonly kind: 'swipe'; readonly at: number; readonly fraction: number }
  | null;

const nothing: readonly TimelineEvent[] = [];
const longDayMs = 26 * 3_600_000;

/**
 * Footage, gaps, activity, events and the playhead, from 30 days down to a second. Click, drag, swipe or use the keys to seek: previews
 * follow the pointer, and the player seeks once, at the end. Shift and an arrow go to the next event or edge of a recording.
 */
export function Timeline({
  className = '',
  controller,
  events,
  onEvent,
  activity,
  onRange,
  clip,
  onClip,
  onDay,
  tools,
  onSeek,
}: TimelineProps): JSX.Element {
  const { t, locale } = useWatchpost();
  const words = useMemo(() => createTimelineMessages(() => locale), [locale]);
  const line = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [isSeen, setSeen] = useState(true);
  /** Where the mouse rests, pixels: the moment under it changes with the window. */
  const [hoveredX, setHovered] = useState<number | null>(null);
  const [scrub, setScrub] = useState<Scrub>(null);
  const [clipAt, setClipAt] = useState<number | null>(null);
  const view = useTimelineWindow(controller, width, isSeen);
  const { window, now, position, timeZone, footage } = view;
  const span = window.to - window.from;
  const perPixel = span / Math.max(1, width);
  const recordings = useMemo(() => recordingsUntil(footage, now), [footage, now]);
  const ordered = useMemo(() => [...(events ?? nothing)].sort((a, b) => a.at - b.at), [events]);
  const clusters = useMemo(() => clusterEvents(ordered, perPixel), [ordered, perPixel]);
  const shown = inWindow(clusters, ({ from }) => from, { from: window.from - 12 * perPixel, to: window.to + 12 * perPixel });

  useLayoutEffect(() => {
    const inShadow = line.current?.getRootNode() instanceof ShadowRoot;
    // First in the list: the page's own values on the element win anyway, the component's styles come later.
    const letGo = [inShadow && adoptStyles(line.current, shadowTokens(tokens)), adoptStyles(line.current, timelineStyles)];
    return () => letGo.forEach((release) => release && release());
  }, []);
  useEffect(() => {
    if (!line.current) return;
    const sizes = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    const sight = new IntersectionObserver(([entry]) => entry && setSeen(entry.isIntersecting));
    sizes.observe(line.current);
    sight.observe(line.current);
    return () => {
      sizes.disconnect();
      sight.disconnect();
    };
  }, []);
  const range = coveringRange(window);
  const step = activityStep(window, width);
  useEffect(() => {
    if (view.ready && isSeen && width > 0) onRange?.({ ...range, step, day: view.day });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- called when the range is another one, not when the listener is
  }, [view.ready, isSeen, width > 0, range.from, range.to, step, view.day.from]);

  const clipFrom = clip?.from;
  useEffect(() => {
    // A newly marked clip scrolls into view; while a handle is dragged, the timeline does not move.
    if (!clip || clipAt !== null || !view.ready || (clip.from >= window.from && clip.to <= window.to)) return;
    const room = Math.max(span, (clip.to - clip.from) * 1.6);
    const middle = (clip.from + clip.to) / 2;
    view.choose({ from: middle - room / 2, to: middle + room / 2 });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when a clip appears, not when the line is moved away from it
  }, [clipFrom === undefined, view.ready]);

  const timeAt = (x: number): number => Math.min(now, window.from + x * perPixel);
  const targets = (): { readonly at: number; readonly reach: number; readonly event: TimelineEvent | null; readonly count?: number }[] => [
    ...shown.map(({ from, event, count }) => ({ at: from, reach: eventReach, event, count })),
    ...edgeTargets(recordings, window, now).map((edge) => ({ ...edge, event: null })),
  ];
  const drawn = (time: number): number => snapTo(targets(), time, perPixel)?.at ?? time;
  const go = (time: number): void => {
    setScrub(null);
    view.letGo();
    onSeek(now - time < Math.max(2_000, perPixel * 5) ? 'live' : time);
  };
  const panBy = (pixels: number): void => view.choose({ from: window.from - pixels * perPixel, to: window.to - pixels * perPixel });
  useTimelineGestures(line, {
    hover: setHovered,
    scrub: (x) => {
      // The window does not move while scrubbing.
      if (scrub === null) view.choose(window);
      setHovered(null);
      setScrub({ kind: 'pointer', at: drawn(timeAt(x)) });
    },
    commit: (x) => go(drawn(timeAt(x))),
    pan: panBy,
    swipe: (by) => {
      const inside = position >= window.from && position <= window.to;
      const fraction = scrub?.kind === 'swipe' ? scrub.fraction : inside ? (position - window.from) / span : 0.5;
      const at = Math.min(now, (scrub?.kind === 'swipe' ? scrub.at : window.from + fraction * span) - by * perPixel);
      setScrub({ kind: 'swipe', at, fraction });
      view.choose({ from: at - fraction * span, to: at + (1 - fraction) * span });
    },
    swiped: () => scrub && go(drawn(scrub.at)),
    cancel: () => setScrub(null),
    zoom: (factor, x) => view.zoomBy(factor, x === null ? undefined : window.from + x * perPixel),
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const from = scrub?.at ?? position;
    const moves: Record<string, number> = {
      ArrowLeft: -span / 100,
      ArrowRight: span / 100,
      ArrowDown: -span / 100,
      ArrowUp: span / 100,
      PageDown: -span / 10,
      PageUp: span / 10,
    };
    const by = moves[event.key];
    if (event.key === 'Escape' && scrub) setScrub(null);
    else if (event.key === 'End') go(now);
    else if (event.key === 'Home') go(window.from);
    else if (event.key === '+' || event.key === '=') view.zoomBy(0.5);
    else if (event.key === '-') view.zoomBy(2);
    else if (by === undefined) return;
    else setScrub({ kind: 'keys', at: event.shiftKey ? nextTarget(from, by > 0) : Math.min(now, from + by) });
    event.preventDefault();
    event.stopPropagation();
  };
  const nextTarget = (from: number, forward: boolean): number => {
    const wide = { from: window.from - span, to: Math.min(now, window.to + span) };
    const all = [...ordered.map(({ at }) => at), ...edgeTargets(recordings, wide, now).map(({ at }) => at)].filter((at) =>
      forward ? at > from + 1 : at < from - 1,
    );
    return forward ? Math.min(now, ...all) : Math.max(footage?.oldest ?? window.from, ...all);
  };
  const commitKeys = (): void => {
    if (scrub?.kind === 'keys') go(scrub.at);
  };
  const openCluster = ({ event, from, to, count }: EventCluster): void => {
    const length = Math.max(minWindowMs, (to - from) * 1.4);
    if (count === 1 || length > span * 0.7 || to - from < 1000) return onEvent?.(event);
    const middle = (from + to) / 2;
    view.choose({ from: middle - length / 2, to: middle + length / 2 });
  };

  const head = scrub?.at ?? position;
  const isNow = view.isNow && scrub === null;
  const hovered = hoveredX === null ? null : timeAt(hoveredX);
  const pointed = hovered === null ? null : snapTo(targets(), hovered, perPixel);
  const peek = scrub?.at ?? clipAt ?? pointed?.at ?? hovered;
  const peekEvent = peek === null ? null : (pointed?.event ?? ordered.find(({ at }) => Math.abs(at - peek) < 1) ?? null);
  const gap = peek === null ? undefined : settledGaps(footage, now).find(({ from, to }) => peek >= from && peek < to);
  const mark = (['misdated', 'damaged'] as const).find(
    (kind) => peek !== null && footage?.[kind]?.some(({ from, to }) => peek >= from - perPixel && peek < to + perPixel),
  );
  const fault = gap ? gapTitle(gap, words) : mark && words(mark);
  const options = { locale, timeZone };
  const clock = (time: number): string => {
    const fraction = span < 20_000 ? `.${Math.floor((time % 1000) / 100)}` : '';
    return formatTime(time, options) + fraction + zoneMark(time, options, true);
  };
  const dated = (time: number): string => (span > longDayMs ? `${shortDate(time, options)} ${clock(time)}` : clock(time));
  const left = (time: number): string => `${((time - window.from) / span) * 100}%`;
  const bounds = { from: footage?.oldest ?? window.from, to: now };
  return (
    <div className={`wp-timeline${events ? ' wp-with-events' : ''} ${className}`} part="timeline">
      <TimelineTools
        day={dayName(Math.min(now, view.day.from + 1), now, words('today'), options)}
        onDay={onDay}
        tools={tools}
        span={view.ready ? span : null}
        onZoom={(factor) => view.zoomBy(factor)}
        words={words}
      />
      <div ref={line} className="wp-tl">
        <div
          role="slider"
          tabIndex={0}
          className="wp-track"
          aria-label={words('timeline')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(Math.min(1, Math.max(0, (head - window.from) / span)) * 100)}
          aria-valuetext={isNow ? t('live') : `${dated(head)}${fault && scrub ? `, ${fault}` : ''}`}
          onKeyDown={onKeyDown}
          onKeyUp={commitKeys}
          onBlur={commitKeys}
        >
          <TimelineBand footage={view.ready ? footage : null} activity={activity} window={window} now={now} width={width} words={words} />
          {view.ready && (
            <>
              <TimelineRuler window={window} width={width} locale={locale} timeZone={timeZone} head={head} />
              {peek !== null && scrub === null && <span className="wp-ghost" style={{ left: left(peek) }} />}
              {head >= window.from && head <= window.to && (
                <span className={isNow ? 'wp-head wp-head-live' : 'wp-head'} style={{ left: left(head) }}>
                  <span className={edgeClass((head - window.from) / span, width)}>{isNow ? t('live') : clock(head)}</span>
                </span>
              )}
            </>
          )}
        </div>
        {view.ready && events && (
          <TimelineEvents clusters={shown} window={window} width={width} current={peekEvent?.id ?? null} onOpen={openCluster} />
        )}
        {view.ready && clip && (
          <TimelineClip
            clip={clip}
            bounds={bounds}
            window={window}
            width={width}
            clock={dated}
            words={words}
            snap={(time: number, event: PointerEvent) =>
              event.altKey ? time : (snapTo([{ at: position, reach: eventReach, event: null }, ...targets()], time, perPixel)?.at ?? time)
            }
            onClip={(next, at) => {
              setClipAt(at);
              if (next !== clip) onClip?.(next);
            }}
          />
        )}
        <TimelinePeek
          controller={controller}
          footage={footage}
          at={peek}
          perPixel={perPixel}
          x={peek === null ? 0 : (peek - window.from) / perPixel}
          width={width}
          label={peek === null ? '' : clock(peek)}
          event={peekEvent}
          note={
            peek === null
              ? null
              : peekEvent
                ? eventText(peekEvent, pointed?.count ?? 1)
                : fault || (span > longDayMs ? shortDate(peek, options) : null)
          }
        />
      </div>
      {view.ready ? (
        <TimelineStrip
          day={view.day}
          recordings={recordings}
          events={ordered}
          window={window}
          width={width}
          locale={locale}
          timeZone={timeZone}
          onMove={(next) => view.choose(next)}
        />
      ) : (
        <div className="wp-strip" />
      )}
    </div>
  );
}

/** @example 'Vehicle +2' */
function eventText({ label }: TimelineEvent, count: number): string {
  return count > 1 ? `${label} +${count - 1}` : label;
}

/** Keeps a label inside the timeline. */
function edgeClass(fraction: number, width: number): string {
  if (fraction * width < 32) return 'wp-label wp-at-start';
  return (1 - fraction) * width < 32 ? 'wp-label wp-at-end' : 'wp-label';
}

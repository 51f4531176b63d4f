import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { JSX, KeyboardEvent, PointerEvent } from 'react';
import { formatTime, systemClock } from '@watchpost/sdk-core';
import { adoptStyles } from '../../../element/stylesheets.ts';
import { useValue } from '../../../element/use-value.ts';
import { createTimelineMessages } from '../../../i18n/timeline-messages.ts';
import { Drawing } from '../../../primitives/icons.tsx';
import { modeOf } from '../engine/player-state.ts';
import { useWatchpost } from '../player-context.tsx';
import type { PlayerController } from '../player-controller.ts';
import { firstDuration, follow, zoom, zoneOffset } from './timeline-scale.ts';
import type { TimeWindow } from './timeline-scale.ts';
import { TimelineBand, TimelineRuler } from './timeline-parts.tsx';
import { TimelineEvents } from './timeline-events.tsx';
import type { TimelineEvent } from './timeline-events.tsx';
import { TimelinePeek } from './timeline-peek.tsx';
import { useZoomGestures } from './timeline-gestures.ts';
import { shadowTokens } from '../../../element/shadow-tokens.ts';
import tokens from '../../../theme/surface-tokens.css?inline';
import timelineStyles from './timeline.css?inline';

export interface TimelineProps {
  readonly controller: PlayerController;
  /** What happened, newest first; without it there is no place for events. */
  readonly events?: readonly TimelineEvent[] | undefined;
  /** Somebody chose an event on the line. */
  readonly onEvent?: ((event: TimelineEvent) => void) | undefined;
  readonly onSeek: (time: number | 'live') => void;
}

/** Lucide 24 px (ISC licence). */
const zoomIn = ['M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0', 'm21 21-4.35-4.35', 'M11 8v6', 'M8 11h6'];
const zoomOut = ['M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0', 'm21 21-4.35-4.35', 'M8 11h6'];
/** The line shows itself when it is known what there is to show; it waits no longer than this, milliseconds. */
const firstWait = 1_500;

/** Footage, gaps and where you are; click, drag or use the keys to go to another moment. */
export function Timeline({ controller, events, onEvent, onSeek }: TimelineProps): JSX.Element {
  const { t, locale } = useWatchpost();
  const words = useMemo(() => createTimelineMessages(() => locale), [locale]);
  const slider = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [first, setFirst] = useState<number | null>(null);
  const [chosen, setWindow] = useState<TimeWindow | null>(null);
  const [pointer, setPointer] = useState<number | null>(null);
  const [dragging, setDragging] = useState(false);
  const now = controller.now();
  const state = useValue(controller.state);
  const live = modeOf(state) === 'live';
  const timeZone = useValue(controller.camera)?.timeZone;
  const footage = useValue(controller.footage);
  const played = useValue(controller.position);
  // A camera that went away is not live: the head stays where its picture ended.
  const position = state.kind === 'offline' ? state.since : live ? now : (played ?? now);
  const usual = firstDuration(0, now, width > 0 && width < 560);
  const duration = first ?? usual;
  const base = chosen ?? { from: now - duration * 0.945, to: now + duration * 0.055 };
  const window = dragging ? base : follow(base, position, now);
  const span = window.to - window.from;
  const left = (time: number): string => `${((time - window.from) / span) * 100}%`;
  const day = (time: number): string => new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { day: 'numeric', month: 'long', timeZone }).format(time);
  const dayName = (time: number): string => (day(time) === day(now) ? `${words('today')}, ${day(time)}` : day(time));
  const clock = (time: number, seconds = true): string => formatTime(time, { locale, timeZone, seconds });

  useLayoutEffect(() => {
    const inShadow = slider.current?.getRootNode() instanceof ShadowRoot;
    // First in the list: the page's own values on the element win anyway, the component's styles come later.
    const letGo = [inShadow && adoptStyles(slider.current, shadowTokens(tokens)), adoptStyles(slider.current, timelineStyles)];
    return () => letGo.forEach((release) => release && release());
  }, []);
  useEffect(() => {
    if (!slider.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(slider.current);
    return () => observer.disconnect();
  }, []);
  // Chosen once: a window that changes by itself would jump under the pointer.
  if (first === null && footage) setFirst(Math.min(usual, firstDuration(footage.oldest, now, false)));
  useEffect(() => systemClock.after(firstWait, () => setFirst((current) => current ?? usual)), [usual]);
  // A little more than is seen, in steps, so that small moves need no request.
  const step = span / 2;
  const readFrom = Math.floor(window.from / step) * step;
  useEffect(() => systemClock.after(first === null ? 0 : 120, () => controller.loadFootage(readFrom, readFrom + span + step)), [controller, first, readFrom, span, step]);
  const zoomBy = (factor: number, about = Math.min(position, window.to)): void => setWindow((current) => zoom(current ?? window, factor, about));
  useZoomGestures(slider, (factor, fraction) => zoomBy(factor, window.from + fraction * span), (fraction) => setWindow({ from: window.from + fraction * span, to: window.to + fraction * span }));

  const timeAt = (event: PointerEvent): number => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.min(now, window.from + Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * span);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setWindow(window);
    setDragging(true);
    setPointer(timeAt(event));
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>): void => {
    if (!dragging) return;
    setDragging(false);
    const time = timeAt(event);
    onSeek(now - time < Math.max(2_000, span / 200) ? 'live' : time);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = { ArrowLeft: -span / 100, ArrowRight: span / 100, ArrowDown: -span / 100, ArrowUp: span / 100, PageDown: -span / 10, PageUp: span / 10 };
    const by = moves[event.key];
    if (event.key === 'End') onSeek('live');
    else if (event.key === 'Home') onSeek(window.from);
    else if (event.key === '+' || event.key === '=') zoomBy(0.5);
    else if (event.key === '-') zoomBy(2);
    else if (by === undefined) return;
    else onSeek(position + by);
    event.preventDefault();
    event.stopPropagation();
  };
  const head = dragging && pointer !== null ? pointer : position;
  const atLive = live && state.kind !== 'offline' && state.kind !== 'error' && !dragging;
  return (
    <div className="wp-timeline">
      <div className="wp-tools">
        <span className="wp-day">{dayName(position)}</span>
        <span className="wp-grow" />
        <button type="button" className="wp-ib" aria-label={words('zoomOut')} title={words('zoomOut')} onClick={() => zoomBy(2)}><Drawing name="zoomOut" paths={zoomOut} /></button>
        <span className="wp-span">{first !== null && (span >= 5_400_000 || span === 3_600_000 ? words('hours', { value: Math.round(span / 3_600_000) }) : words('minutes', { value: Math.round(span / 60_000) }))}</span>
        <button type="button" className="wp-ib" aria-label={words('zoomIn')} title={words('zoomIn')} onClick={() => zoomBy(0.5)}><Drawing name="zoomIn" paths={zoomIn} /></button>
      </div>
      <div
        ref={slider} className="wp-tl" role="slider" tabIndex={0} aria-label={words('timeline')} aria-valuemin={0} aria-valuemax={100}
        aria-valuenow={Math.round(((position - window.from) / span) * 100)} aria-valuetext={live ? t('live') : clock(position)}
        onPointerDown={onPointerDown} onPointerUp={onPointerUp} onPointerMove={(event) => setPointer(timeAt(event))}
        onPointerLeave={() => !dragging && setPointer(null)} onPointerCancel={() => { setDragging(false); setPointer(null); }} onKeyDown={onKeyDown}
      >
        <TimelineBand footage={first === null ? null : footage} window={window} now={now} width={width} t={words} />
        {first !== null && (
          <>
            <TimelineRuler window={window} width={width} offset={zoneOffset(window.to, timeZone)} head={head} label={(time, seconds) => clock(time, seconds)} />
            {events && <TimelineEvents events={events} window={window} width={width} onOpen={(event) => onEvent?.(event)} />}
            {pointer !== null && !dragging && <span className="wp-ghost" style={{ left: left(pointer) }} />}
            <span className={atLive ? 'wp-head wp-head-live' : 'wp-head'} style={{ left: left(head) }}>
              <span className={edgeClass((head - window.from) / span, width)}>{atLive ? t('live') : clock(head)}</span>
            </span>
            {pointer !== null && (
              <TimelinePeek controller={controller} footage={footage} at={pointer} span={span} x={((pointer - window.from) / span) * width} width={width} label={clock(pointer)} />
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** A label that would leave the line stays inside it. */
function edgeClass(fraction: number, width: number): string {
  if (fraction * width < 32) return 'wp-label wp-at-start';
  return (1 - fraction) * width < 32 ? 'wp-label wp-at-end' : 'wp-label';
}

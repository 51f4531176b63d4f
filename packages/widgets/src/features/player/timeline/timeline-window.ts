import { dayOf, dayRange, systemClock } from '@watchpost/sdk-core';
import type { Footage } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { Readable } from '../../../element/use-value.ts';
import { useValue } from '../../../element/use-value.ts';
import { isHeld, modeOf } from '../engine/player-state.ts';
import type { PlayerController } from '../player-controller.ts';
import { clampWindow, coveringRange, firstDuration, follow, zoom } from './timeline-scale.ts';
import type { TimeWindow } from './timeline-scale.ts';

/** The timeline appears once its content is known, or after this long, milliseconds: empty, and as long as usual. */
const firstTimeoutMs = 1_500;
/** Footage is requested once the window has been still this long. */
const stillMs = 120;

export interface TimelineView {
  /** The content is known, or has been waited for. */
  readonly ready: boolean;
  readonly window: TimeWindow;
  /** The day in the strip below, in the camera's time zone. */
  readonly day: TimeWindow;
  readonly now: number;
  /** The playhead's time. */
  readonly position: number;
  readonly isLive: boolean;
  /** The picture is current, or about to be: neither the last one of an offline camera, nor a paused one, nor none. */
  readonly isNow: boolean;
  readonly timeZone: string | undefined;
  readonly footage: Footage | null;
  /** Shows a chosen window; it stays until the next seek brings the playhead back into it. */
  choose(window: TimeWindow): void;
  /** Zooms about a moment; default: the playhead, or the center if the playhead is not visible. */
  zoomBy(factor: number, about?: number): void;
  /** Follows the playhead again. */
  letGo(): void;
}

/** The signal's value without subscribing: nothing is drawn out of view. */
function still<T>(signal: Readable<T>): Readable<T> {
  return { peek: () => signal.peek(), subscribe: () => () => {} };
}

/** Which time range is visible: around the playhead, or the user's choice. */
export function useTimelineWindow(controller: PlayerController, width: number, isSeen: boolean): TimelineView {
  /** How long the window is at first; null until the footage is known. */
  const [first, setFirst] = useState<number | null>(null);
  const [isLate, setLate] = useState(false);
  const [chosen, setChosen] = useState<TimeWindow | null>(null);
  const [held, setHeld] = useState(false);
  const [quiet] = useState(() => ({
    state: still(controller.state),
    position: still(controller.position),
    footage: still(controller.footage),
  }));
  const state = useValue(isSeen ? controller.state : quiet.state);
  const played = useValue(isSeen ? controller.position : quiet.position);
  const footage = useValue(isSeen ? controller.footage : quiet.footage);
  const timeZone = useValue(controller.camera)?.timeZone;
  const now = controller.now();
  const isLive = modeOf(state) === 'live';
  const [wasLive, setWasLive] = useState(false);
  const showsLive = state.kind === 'live' || (isLive && wasLive);
  if (showsLive !== wasLive) setWasLive(showsLive);
  // A paused picture is not live, nor is the last one while the next is awaited, nor that of an offline camera: the playhead stays with it.
  const stands = isHeld(state) || (state.kind === 'connecting' && showsLive);
  const position = state.kind === 'offline' ? state.since : isLive && !stands ? now : (played ?? now);
  const usual = firstDuration(0, now, width > 0 && width < 560);
  const duration = first ?? usual;
  const base = chosen ?? { from: now - duration * 0.945, to: now + duration * 0.055 };
  const window = held ? base : follow(base, position, now);
  const shownDay = held ? Math.min(now, (window.from + window.to) / 2) : position;
  const day = dayRange(dayOf(shownDay, timeZone), timeZone);

  const ready = first !== null || isLate;
  // Chosen once its content is known: a window that changed by itself after that would jump under the pointer.
  if (first === null && footage) setFirst(Math.min(usual, firstDuration(footage.oldest, now, false)));
  useEffect(() => (ready ? undefined : systemClock.after(firstTimeoutMs, () => setLate(true))), [ready]);
  const { from, to } = coveringRange(window);
  const [readFrom, readTo] = [Math.min(from, day.from), Math.max(to, day.to)];
  useEffect(() => {
    if (!isSeen) return;
    return systemClock.after(ready ? stillMs : 0, () => controller.loadFootage(readFrom, readTo));
  }, [controller, ready, readFrom, readTo, isSeen]);

  const choose = (next: TimeWindow): void => {
    const clamped = clampWindow(next, footage?.oldest ?? null, now);
    setChosen(clamped);
    // Following would move it back immediately.
    setHeld(position < clamped.from || position > clamped.to - (clamped.to - clamped.from) * 0.05);
  };
  return {
    ready,
    window,
    day,
    now,
    position,
    isLive,
    isNow: state.kind === 'live' || (isLive && state.kind === 'connecting' && !stands),
    timeZone,
    footage,
    choose,
    zoomBy: (factor, about = position >= window.from && position <= window.to ? position : (window.from + window.to) / 2) =>
      choose(zoom(window, factor, about)),
    letGo: () => {
      setChosen(window);
      setHeld(false);
    },
  };
}

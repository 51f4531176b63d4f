import { useEffect, useState } from 'react';
import { dayOf, dayRange, systemClock } from '@watchpost/sdk-core';
import type { Footage } from '@watchpost/sdk-core';
import type { Readable } from '../../../element/use-value.ts';
import { useValue } from '../../../element/use-value.ts';
import { modeOf } from '../engine/player-state.ts';
import type { PlayerController } from '../player-controller.ts';
import { clampWindow, coveringRange, firstDuration, follow, zoom } from './timeline-scale.ts';
import type { TimeWindow } from './timeline-scale.ts';

/** The line shows itself when it is known what there is to show; it waits no longer than this, milliseconds. */
const firstWait = 1_500;
/** Footage is asked for when the line has stood still so long. */
const standsFor = 120;

export interface TimelineView {
  /** It is known what to show. */
  readonly ready: boolean;
  readonly window: TimeWindow;
  /** The day that is shown below, in the camera's time zone. */
  readonly day: TimeWindow;
  readonly now: number;
  /** Of the playhead. */
  readonly position: number;
  readonly isLive: boolean;
  /** The picture is one of now: neither an old one of a camera that went away, nor none. */
  readonly isNow: boolean;
  readonly timeZone: string | undefined;
  readonly footage: Footage | null;
  /** A window of one's choice: it stays where it is until the next seek brings the playhead back into it. */
  choose(window: TimeWindow): void;
  /** About a moment; without one about the playhead, or the middle when that is not in sight. */
  zoomBy(factor: number, about?: number): void;
  /** The playhead is followed again. */
  letGo(): void;
}

/** A value as it is now, without news of it: what is out of sight is not drawn. */
function still<T>(signal: Readable<T>): Readable<T> {
  return { peek: () => signal.peek(), subscribe: () => () => {} };
}

/** Which part of time is shown: the playhead's surroundings, or what somebody looks at. */
export function useTimelineWindow(controller: PlayerController, width: number, isSeen: boolean): TimelineView {
  const [first, setFirst] = useState<number | null>(null);
  const [chosen, setChosen] = useState<TimeWindow | null>(null);
  const [held, setHeld] = useState(false);
  const [quiet] = useState(() => ({ state: still(controller.state), position: still(controller.position), footage: still(controller.footage) }));
  const state = useValue(isSeen ? controller.state : quiet.state);
  const played = useValue(isSeen ? controller.position : quiet.position);
  const footage = useValue(isSeen ? controller.footage : quiet.footage);
  const timeZone = useValue(controller.camera)?.timeZone;
  const now = controller.now();
  const isLive = modeOf(state) === 'live';
  // A camera that went away is not live: the head stays where its picture ended.
  const position = state.kind === 'offline' ? state.since : isLive ? now : (played ?? now);
  const usual = firstDuration(0, now, width > 0 && width < 560);
  const duration = first ?? usual;
  const base = chosen ?? { from: now - duration * 0.945, to: now + duration * 0.055 };
  const window = held ? base : follow(base, position, now);
  const shownDay = held ? Math.min(now, (window.from + window.to) / 2) : position;
  const day = dayRange(dayOf(shownDay, timeZone), timeZone);

  // Chosen once: a window that changes by itself would jump under the pointer.
  if (first === null && footage) setFirst(Math.min(usual, firstDuration(footage.oldest, now, false)));
  useEffect(() => systemClock.after(firstWait, () => setFirst((current) => current ?? usual)), [usual]);
  const { from, to } = coveringRange(window);
  const [readFrom, readTo] = [Math.min(from, day.from), Math.max(to, day.to)];
  useEffect(() => {
    if (!isSeen) return;
    return systemClock.after(first === null ? 0 : standsFor, () => controller.loadFootage(readFrom, readTo));
  }, [controller, first, readFrom, readTo, isSeen]);

  const choose = (next: TimeWindow): void => {
    const clamped = clampWindow(next, footage?.oldest ?? null, now);
    setChosen(clamped);
    // Following would pull it back at once.
    setHeld(position < clamped.from || position > clamped.to - (clamped.to - clamped.from) * 0.05);
  };
  return {
    ready: first !== null, window, day, now, position, isLive, isNow: isLive && state.kind !== 'offline' && state.kind !== 'error', timeZone, footage,
    choose,
    zoomBy: (factor, about = position >= window.from && position <= window.to ? position : (window.from + window.to) / 2) => choose(zoom(window, factor, about)),
    letGo: () => {
      setChosen(window);
      setHeld(false);
    },
  };
}

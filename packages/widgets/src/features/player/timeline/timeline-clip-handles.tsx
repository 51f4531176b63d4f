import type { JSX, KeyboardEvent, PointerEvent } from 'react';
import { formatDuration } from '@watchpost/sdk-core';
import type { Translate } from '@watchpost/sdk-core';
import type { TimelineMessageKey } from '../../../i18n/timeline-messages.ts';
import { clipKey, moveClip, moveClipEdge } from './timeline-clip.ts';
import type { ClipEdge } from './timeline-clip.ts';
import type { TimeWindow } from './timeline-scale.ts';

interface ClipProps {
  readonly clip: TimeWindow;
  readonly bounds: TimeWindow;
  readonly window: TimeWindow;
  readonly width: number;
  /** Formats a moment. */
  readonly clock: (time: number) => string;
  /** Snaps a pointer's moment to events and edges. */
  readonly snap: (time: number, event: PointerEvent) => number;
  /** `at`: the moment whose preview to show while a handle moves; null: released. */
  readonly onClip: (clip: TimeWindow, at: number | null) => void;
  readonly words: Translate<TimelineMessageKey>;
}

/** The marked clip: two handles, each a slider, and the range between them, which moves as a whole. */
export function TimelineClip({ clip, bounds, window, width, clock, snap, onClip, words }: ClipProps): JSX.Element {
  const scale = width / (window.to - window.from);
  const left = (clip.from - window.from) * scale;
  const length = (clip.to - clip.from) * scale;
  const timeOf = (event: PointerEvent<HTMLElement>): number => {
    const line = event.currentTarget.closest('.wp-tl')?.getBoundingClientRect();
    return line ? window.from + (event.clientX - line.left) / scale : clip.from;
  };
  const grab = (event: PointerEvent<HTMLElement>): void => {
    if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
  };
  const isHeld = (event: PointerEvent<HTMLElement>): boolean => event.currentTarget.hasPointerCapture(event.pointerId);
  const handle = (edge: ClipEdge): JSX.Element | null => {
    // Clamped to the timeline, so that the handle stays reachable by keyboard after scrolling.
    const x = edge === 'from' ? left : left + length;
    if (x < -1 || x > width + 1) return null;
    const onKeyDown = (event: KeyboardEvent): void => {
      const by = clipKey(event.key, event.shiftKey);
      if (by === null) return;
      event.preventDefault();
      event.stopPropagation();
      const next = moveClipEdge(clip, edge, clip[edge] + by, bounds);
      onClip(next, next[edge]);
    };
    return (
      <div
        role="slider"
        tabIndex={0}
        data-own-pointer="drag"
        className={`wp-handle wp-handle-${edge}`}
        aria-label={words(edge === 'from' ? 'clipStart' : 'clipEnd')}
        aria-valuemin={0}
        aria-valuemax={Math.round((bounds.to - bounds.from) / 1000)}
        aria-valuenow={Math.round((clip[edge] - bounds.from) / 1000)}
        aria-valuetext={`${clock(clip[edge])}, ${formatDuration(clip.to - clip.from)}`}
        style={{ left: `${x}px` }}
        onPointerDown={grab}
        onPointerMove={(event) => {
          if (!isHeld(event)) return;
          const next = moveClipEdge(clip, edge, snap(timeOf(event), event), bounds);
          onClip(next, next[edge]);
        }}
        onPointerUp={() => onClip(clip, null)}
        onPointerCancel={() => onClip(clip, null)}
        onBlur={() => onClip(clip, null)}
        onKeyDown={onKeyDown}
      />
    );
  };
  return (
    <>
      <div
        className="wp-clip"
        data-own-pointer="drag"
        hidden={left > width || left + length < 0}
        style={{ left: `${Math.max(0, left)}px`, width: `${Math.max(0, Math.min(width, left + length) - Math.max(0, left))}px` }}
        onPointerDown={grab}
        onPointerMove={(event) => {
          if (isHeld(event) && event.movementX !== 0) onClip(moveClip(clip, event.movementX / scale, bounds), null);
        }}
      >
        <span>{formatDuration(clip.to - clip.from)}</span>
      </div>
      {handle('from')}
      {handle('to')}
    </>
  );
}

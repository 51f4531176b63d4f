import { systemClock } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { VideoWallController } from '../video-wall-controller.ts';

/** A tile being dragged. */
export interface Drag {
  readonly from: number;
  /** The place under the pointer; null outside the wall. */
  readonly over: number | null;
}

/** A shorter movement is a click, pixels. */
const threshold = 6;
/** A finger scrolls unless it first rests this long, milliseconds. */
const restMs = 350;

/** Drag and drop of tiles: immediately with a mouse or pen, after a long press with a finger. */
export function useDrag(wall: VideoWallController, grid: { readonly current: HTMLElement | null }): Drag | null {
  const [drag, setDrag] = useState<Drag | null>(null);
  useEffect(() => {
    const area = grid.current;
    if (!area) return;
    const life = new AbortController();
    const { signal } = life;
    let start: {
      readonly x: number;
      readonly y: number;
      readonly place: number;
      readonly tile: HTMLElement;
      readonly pointerId: number;
    } | null = null;
    let isDragging = false;
    let over: number | null = null;
    let stopRest = (): void => {};

    function begin(): void {
      if (!start || wall.playback.peek() || wall.one.peek() !== null) return;
      isDragging = true;
      over = start.place;
      start.tile.setPointerCapture(start.pointerId);
      setDrag({ from: start.place, over });
    }
    function end(isDropped: boolean): void {
      stopRest();
      if (start && isDragging) {
        start.tile.style.translate = '';
        if (isDropped && over !== null) wall.move(start.place, over);
      }
      start = null;
      isDragging = false;
      setDrag(null);
    }
    area.addEventListener(
      'pointerdown',
      (event) => {
        const target = event.target instanceof Element ? event.target : null;
        const tile = target?.closest<HTMLElement>('[data-camera]');
        if (!tile || event.button !== 0 || !event.isPrimary || target?.closest('button')) return;
        start = { x: event.clientX, y: event.clientY, place: Number(tile.dataset['place']), tile, pointerId: event.pointerId };
        if (event.pointerType === 'touch') stopRest = systemClock.after(restMs, begin);
      },
      { signal },
    );
    area.addEventListener(
      'pointermove',
      (event) => {
        if (!start || event.pointerId !== start.pointerId) return;
        const [x, y] = [event.clientX - start.x, event.clientY - start.y];
        if (!isDragging) {
          if (Math.hypot(x, y) < threshold) return;
          // A finger that moves before the long press scrolls.
          if (event.pointerType === 'touch') return end(false);
          begin();
        }
        if (!isDragging) return;
        start.tile.style.translate = `${x}px ${y}px`;
        const next = placeAt(area, event.clientX, event.clientY, start.tile);
        if (next === over) return;
        over = next;
        setDrag({ from: start.place, over });
      },
      { signal },
    );
    area.addEventListener('pointerup', () => end(true), { signal });
    area.addEventListener('pointercancel', () => end(false), { signal });
    area.addEventListener(
      'contextmenu',
      (event) => {
        if (isDragging) event.preventDefault();
      },
      { signal },
    );
    // Passive listeners cannot prevent scrolling, which must stop once the finger carries a tile.
    area.addEventListener(
      'touchmove',
      (event) => {
        if (isDragging) event.preventDefault();
      },
      { signal, passive: false },
    );
    area.ownerDocument.addEventListener(
      'keydown',
      (event) => {
        if (!isDragging || event.key !== 'Escape') return;
        event.stopPropagation();
        end(false);
      },
      { signal, capture: true },
    );
    return () => {
      end(false);
      life.abort();
    };
  }, [wall, grid]);
  return drag;
}

function placeAt(area: HTMLElement, x: number, y: number, dragged: HTMLElement): number | null {
  for (const tile of area.querySelectorAll<HTMLElement>('[data-place]')) {
    if (tile === dragged) continue;
    const box = tile.getBoundingClientRect();
    if (x >= box.left && x < box.right && y >= box.top && y < box.bottom) return Number(tile.dataset['place']);
  }
  return null;
}

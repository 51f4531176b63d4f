import { useEffect, useState } from 'react';
import { systemClock } from '@watchpost/sdk-core';
import type { VideoWallController } from '../video-wall-controller.ts';

/** A tile on its way to another place. */
export interface Drag {
  readonly from: number;
  /** The place below the pointer; null outside of the wall. */
  readonly over: number | null;
}

/** Pixels: less is a click. */
const threshold = 6;
/** A finger scrolls unless it rests so long first, milliseconds. */
const restFor = 350;

/** Places are changed by dragging a tile: at once with a mouse or pen, after a rest with a finger. */
export function useDrag(wall: VideoWallController, grid: { readonly current: HTMLElement | null }): Drag | null {
  const [drag, setDrag] = useState<Drag | null>(null);
  useEffect(() => {
    const area = grid.current;
    if (!area) return;
    const life = new AbortController();
    const { signal } = life;
    let start: { readonly x: number; readonly y: number; readonly place: number; readonly tile: HTMLElement; readonly pointerId: number } | null = null;
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
    area.addEventListener('pointerdown', (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const tile = target?.closest<HTMLElement>('[data-camera]');
      if (!tile || event.button !== 0 || !event.isPrimary || target?.closest('button')) return;
      start = { x: event.clientX, y: event.clientY, place: Number(tile.dataset['place']), tile, pointerId: event.pointerId };
      if (event.pointerType === 'touch') stopRest = systemClock.after(restFor, begin);
    }, { signal });
    area.addEventListener('pointermove', (event) => {
      if (!start || event.pointerId !== start.pointerId) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (!isDragging) {
        if (Math.hypot(x, y) < threshold) return;
        // A finger that moves before it rested scrolls.
        if (event.pointerType === 'touch') return end(false);
        begin();
      }
      if (!isDragging) return;
      start.tile.style.translate = `${x}px ${y}px`;
      const next = placeAt(area, event.clientX, event.clientY, start.tile);
      if (next === over) return;
      over = next;
      setDrag({ from: start.place, over });
    }, { signal });
    area.addEventListener('pointerup', () => end(true), { signal });
    area.addEventListener('pointercancel', () => end(false), { signal });
    area.addEventListener('contextmenu', (event) => { if (isDragging) event.preventDefault(); }, { signal });
    // Passive listeners can't hold the page: once the finger carries a tile, nothing scrolls.
    area.addEventListener('touchmove', (event) => { if (isDragging) event.preventDefault(); }, { signal, passive: false });
    area.ownerDocument.addEventListener('keydown', (event) => {
      if (!isDragging || event.key !== 'Escape') return;
      event.stopPropagation();
      end(false);
    }, { signal, capture: true });
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

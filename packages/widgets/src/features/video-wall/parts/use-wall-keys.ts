import { useEffect } from 'react';
import { neighbour } from '../model/arrangement.ts';
import type { VideoWallController } from '../video-wall-controller.ts';

export interface WallKeysOptions {
  readonly wall: VideoWallController;
  readonly root: { readonly current: HTMLElement | null };
  /** The focused place of the page. */
  readonly focused: number;
  readonly onFocus: (index: number) => void;
  /** A key moved a camera. */
  readonly onMoved: (cameraId: string, place: number) => void;
  readonly onRemoved: (cameraId: string) => void;
}

const directions: Readonly<Record<string, 'left' | 'right' | 'up' | 'down'>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Keyboard control: arrows move between tiles; with Shift they move the tile. */
export function useWallKeys({ wall, root, focused, onFocus, onMoved, onRemoved }: WallKeysOptions): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const life = new AbortController();
    const focusTile = (index: number): void => {
      onFocus(index);
      element.querySelectorAll<HTMLElement>('.wp-wall-tile:not(.wp-wall-ahead)')[index]?.focus({ preventScroll: false });
    };

    function onTile(event: KeyboardEvent): boolean {
      const tiles = wall.tiles.peek();
      const tile = tiles[focused];
      const direction = directions[event.key];
      if (!tile) return false;
      if (direction) {
        const next = neighbour(focused, direction, wall.grid.peek().places.slice(0, tiles.length));
        const target = tiles[next];
        if (next === focused || !target || wall.one.peek() !== null) return true;
        if (event.shiftKey && tile.cameraId !== null && !wall.playback.peek()) {
          wall.move(tile.place, target.place);
          onMoved(tile.cameraId, next + 1);
          // The tiles were rendered again meanwhile: move the focus along.
          queueMicrotask(() => focusTile(next));
        } else focusTile(next);
        return true;
      }
      if (tile.cameraId === null) return false;
      if (event.key === 'Enter') wall.showOne(wall.one.peek() === tile.cameraId ? null : tile.cameraId);
      else if ((event.key === 'Delete' || event.key === 'Backspace') && !wall.playback.peek() && wall.one.peek() === null) {
        onRemoved(tile.cameraId);
        wall.removeAt(tile.place);
        queueMicrotask(() => focusTile(focused));
      } else if (event.code === 'KeyM') wall.setSound(wall.soundCameraId.peek() === tile.cameraId ? null : tile.cameraId);
      else return false;
      return true;
    }
    function onKeyDown(event: KeyboardEvent): void {
      wall.touch();
      const target = event.composedPath()[0];
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
      if (target.matches('input,select,textarea') || target.closest('dialog,[popover],[role=slider]')) return;
      const isOnTile = target.matches('.wp-wall-tile');
      if (isOnTile && onTile(event)) return event.preventDefault();
      if (event.key === 'Escape' && wall.one.peek() !== null) wall.showOne(null);
      else if (event.key === ' ' && !target.matches('button')) wall.setPaused(!wall.isPaused.peek());
      else if (event.key === 'PageDown') wall.goToPage(wall.page.peek() + 1);
      else if (event.key === 'PageUp') wall.goToPage(wall.page.peek() - 1);
      else if (event.key === '0') wall.goTo('live');
      else return;
      event.preventDefault();
    }
    function onFocusIn(event: FocusEvent): void {
      const tile = event.target instanceof Element ? event.target.closest('.wp-wall-tile') : null;
      const index = tile ? [...(root.current?.querySelectorAll('.wp-wall-tile:not(.wp-wall-ahead)') ?? [])].indexOf(tile) : -1;
      if (index >= 0) onFocus(index);
    }
    element.addEventListener('keydown', onKeyDown, { signal: life.signal });
    element.addEventListener('focusin', onFocusIn, { signal: life.signal });
    return () => life.abort();
  }, [wall, root, focused, onFocus, onMoved, onRemoved]);
}

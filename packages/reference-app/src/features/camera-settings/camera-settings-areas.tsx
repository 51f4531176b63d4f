import type { EventArea } from '@watchpost/sdk-core';
import { useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { drawn, handles, isTooLarge, maxAreas, moved, resized, shareOf } from './camera-settings-area-model.ts';
import type { Handle } from './camera-settings-area-model.ts';
import { text } from './camera-settings-texts.ts';

export interface AreaEditorProps {
  readonly areas: readonly EventArea[];
  readonly onAreas: (areas: readonly EventArea[]) => void;
  /** Index; null: none. */
  readonly selected: number | null;
  readonly onSelect: (index: number | null) => void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}
type Drag =
  | { readonly kind: 'draw'; readonly from: Point }
  | { readonly kind: 'move' | Handle; readonly from: Point; readonly index: number; readonly area: EventArea };

const step = 0.01;
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

/** Editor for rectangles over the picture, drawn, moved and resized by pointer or keyboard. It covers the picture exactly, so that fractions refer to the picture. */
export function AreaEditor({ areas, onAreas, selected, onSelect }: AreaEditorProps): ReactNode {
  const board = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const [sketch, setSketch] = useState<EventArea | null>(null);
  const chosen = selected === null ? undefined : areas[selected];

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const box = board.current?.getBoundingClientRect();
    return box ? { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height } : { x: 0, y: 0 };
  };
  const replace = (index: number, area: EventArea): void => onAreas(areas.map((known, at) => (at === index ? area : known)));
  const remove = (index: number): void => {
    onAreas(areas.filter((_, at) => at !== index));
    onSelect(null);
  };
  const begin = (event: PointerEvent, kind: 'draw' | 'move' | Handle, index = -1): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    board.current?.setPointerCapture(event.pointerId);
    const from = pointOf(event);
    const area = areas[index];
    if (kind === 'draw') {
      onSelect(null);
      drag.current = areas.length < maxAreas ? { kind, from } : null;
    } else if (area) {
      onSelect(index);
      drag.current = { kind, from, index, area };
    }
  };
  const follow = (event: PointerEvent): void => {
    const { current } = drag;
    if (!current) return;
    const at = pointOf(event);
    if (current.kind === 'draw') return setSketch(drawn(current.from, at));
    const [dx, dy] = [at.x - current.from.x, at.y - current.from.y];
    replace(current.index, current.kind === 'move' ? moved(current.area, dx, dy) : resized(current.area, current.kind, dx, dy));
  };
  const end = (): void => {
    drag.current = null;
    setSketch(null);
    if (!sketch) return;
    onAreas([...areas, sketch]);
    onSelect(areas.length);
  };
  const onKey = (event: KeyboardEvent, index: number, area: EventArea): void => {
    const arrow = arrows[event.key];
    if (event.key === 'Delete' || event.key === 'Backspace') remove(index);
    else if (arrow) replace(index, event.shiftKey ? resized(area, { x: 1, y: 1 }, arrow.x, arrow.y) : moved(area, arrow.x, arrow.y));
    else return;
    event.preventDefault();
  };

  return (
    <div
      className="area-board"
      ref={board}
      onPointerDown={(event) => begin(event, 'draw')}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={() => (drag.current = null)}
    >
      {areas.map((area, index) => (
        <button
          type="button"
          key={index}
          className={['area', index === selected && 'on', isTooLarge(area) && 'bad'].filter(Boolean).join(' ')}
          style={boxOf(area)}
          aria-label={text('areaPlace', { number: index + 1, share: percent(shareOf(area)), left: percent(area.x), top: percent(area.y) })}
          aria-pressed={index === selected}
          onFocus={() => onSelect(index)}
          onPointerDown={(event) => begin(event, 'move', index)}
          onKeyDown={(event) => onKey(event, index, area)}
        >
          <span className="area-name">{text('area', { number: index + 1 })}</span>
        </button>
      ))}
      {chosen && selected !== null ? (
        <div className="area-handles" style={boxOf(chosen)}>
          {handles.map((handle) => (
            <span
              key={`${handle.x} ${handle.y}`}
              className="area-handle"
              style={placeOf(handle)}
              onPointerDown={(event) => begin(event, handle, selected)}
            />
          ))}
        </div>
      ) : null}
      {sketch ? <div className={isTooLarge(sketch) ? 'area on bad' : 'area on'} style={boxOf(sketch)} /> : null}
    </div>
  );
}

export function percent(share: number): number {
  return Math.round(share * 100);
}

function boxOf({ x, y, width, height }: EventArea): { left: string; top: string; width: string; height: string } {
  return { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` };
}

function placeOf({ x, y }: Handle): { left: string; top: string; cursor: string } {
  const cursor = x === 0 ? 'ns-resize' : y === 0 ? 'ew-resize' : x === y ? 'nwse-resize' : 'nesw-resize';
  return { left: `${(x + 1) * 50}%`, top: `${(y + 1) * 50}%`, cursor };
}

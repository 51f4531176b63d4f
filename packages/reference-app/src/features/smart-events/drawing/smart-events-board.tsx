import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import type { Drawing, DrawingAction } from './smart-events-drawing.ts';
import { hitAt } from './smart-events-hit.ts';
import type { Hit } from './smart-events-hit.ts';
import { BoardShape, SketchedShape } from './smart-events-board-shape.tsx';
import type { BoardHandle } from './smart-events-board-shape.tsx';
import { drawn, edgesOf, maxShapes, middleOf, moved, withoutPoint, withPointAt, withPointInserted } from './smart-events-shapes.ts';
import type { Point, Shape } from './smart-events-shapes.ts';
import { percent, text } from '../smart-events-texts.ts';

export interface DetectionBoardProps {
  readonly drawing: Drawing;
  readonly onAction: (action: DrawingAction) => void;
  /** The shape that is drawn next, without a place yet. */
  readonly next: Shape;
  /** The maximum part of the picture that a zone may cover. */
  readonly largest: number;
  /** Width of the picture divided by its height. */
  readonly ratio: number;
  /** Says to screen readers what has changed. */
  readonly onAnnounce: (message: string) => void;
}

type Drag =
  | { readonly kind: 'draw'; readonly from: Point }
  | { readonly kind: 'move'; readonly from: Point; readonly shape: Shape; readonly mergeKey: string }
  | { readonly kind: 'point'; readonly shape: Shape; readonly index: number; readonly mergeKey: string };

const step = 0.01;
const largeStep = 0.05;
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** How far from a point a press still means it, px. */
const reach = { touch: 24, mouse: 14 } as const;

const placeText = ({ x, y }: Point): string => text('movedTo', { left: percent(x), top: percent(y) });

/** Lines and polygons over the picture, drawn and edited by pointer, finger or keyboard. It covers the picture exactly, so that fractions refer to the picture. */
export function DetectionBoard({ drawing, onAction, next, largest, ratio, onAnnounce }: DetectionBoardProps): ReactNode {
  const board = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const dragCount = useRef(0);
  /** What gets the focus once it is rendered. */
  const wanted = useRef<string | null>(null);
  const [sketch, setSketch] = useState<Shape | null>(null);
  const prefix = useId().replaceAll(/\W/g, '');
  const { shapes, selected } = drawing;

  useEffect(() => {
    const { current } = board;
    // The focus goes where the press has selected something, and does not leave it otherwise.
    const keepFocus = (event: Event): void => event.preventDefault();
    current?.addEventListener('mousedown', keepFocus);
    return () => current?.removeEventListener('mousedown', keepFocus);
  }, []);
  useEffect(() => {
    const element = wanted.current === null ? null : board.current?.querySelector<HTMLElement>(`[data-handle="${wanted.current}"]`);
    if (!element) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
  });

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const box = board.current?.getBoundingClientRect();
    return box && box.width > 0 ? { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height } : { x: 0, y: 0 };
  };
  const hitOf = (event: PointerEvent): Hit | null => {
    const height = board.current?.getBoundingClientRect().height ?? 0;
    const px = event.pointerType === 'touch' ? reach.touch : reach.mouse;
    return height > 0 ? hitAt(shapes, selected, pointOf(event), { ratio, tolerance: px / height }) : null;
  };
  const begin = (event: PointerEvent, hit: Hit | null): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    board.current?.setPointerCapture(event.pointerId);
    const from = pointOf(event);
    const shape = hit && shapes.find(({ id }) => id === hit.id);
    if (!shape) {
      drag.current = shapes.length < maxShapes ? { kind: 'draw', from } : null;
      return;
    }
    const mergeKey = `drag ${(dragCount.current += 1)}`;
    onAction({ kind: 'select', id: shape.id });
    if (hit.kind === 'shape') {
      wanted.current = shape.id;
      drag.current = { kind: 'move', from, shape, mergeKey };
    } else if (hit.kind === 'point') {
      wanted.current = `${shape.id} ${hit.index}`;
      drag.current = { kind: 'point', shape, index: hit.index, mergeKey };
    } else {
      const more = withPointInserted(shape, hit.index, from);
      if (more === shape) return;
      onAction({ kind: 'replace', shape: more, mergeKey });
      wanted.current = `${shape.id} ${hit.index + 1}`;
      drag.current = { kind: 'point', shape: more, index: hit.index + 1, mergeKey };
    }
  };
  const follow = (event: PointerEvent): void => {
    const { current } = drag;
    if (!current) {
      if (board.current && event.pointerType !== 'touch') board.current.dataset['over'] = hitOf(event)?.kind ?? 'nothing';
      return;
    }
    const at = pointOf(event);
    if (current.kind === 'draw') return setSketch(drawn(next, current.from, at));
    const { shape, mergeKey } = current;
    onAction({
      kind: 'replace',
      mergeKey,
      shape: current.kind === 'move' ? moved(shape, at.x - current.from.x, at.y - current.from.y) : withPointAt(shape, current.index, at),
    });
  };
  const end = (): void => {
    drag.current = null;
    setSketch(null);
    if (!sketch) return;
    onAction({ kind: 'add', shape: sketch });
    onAnnounce(text('added', { name: sketch.name }));
    wanted.current = sketch.id;
  };
  const remove = ({ id, name }: Shape): void => {
    onAction({ kind: 'remove', id });
    onAnnounce(text('deleted', { name }));
    wanted.current = shapes.findLast((shape) => shape.id !== id)?.id ?? null;
  };

  const onKey = (event: KeyboardEvent, shape: Shape, handle: BoardHandle): void => {
    if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
      event.preventDefault();
      onAction({ kind: 'undo' });
      onAnnounce(text('undone'));
      return;
    }
    const arrow = arrows[event.key];
    const isDelete = event.key === 'Delete' || event.key === 'Backspace';
    if (handle.kind === 'edge') {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      const [from, to] = edgesOf(shape)[handle.index] ?? [];
      if (from && to) onAction({ kind: 'replace', shape: withPointInserted(shape, handle.index, middleOf(from, to)) });
      wanted.current = `${shape.id} ${handle.index + 1}`;
    } else if (arrow) {
      const size = event.shiftKey ? largeStep : step;
      const point = handle.kind === 'point' ? shape.points[handle.index] : undefined;
      const changed = point
        ? withPointAt(shape, handle.index, { x: point.x + arrow.x * size, y: point.y + arrow.y * size })
        : moved(shape, arrow.x * size, arrow.y * size);
      onAction({ kind: 'replace', shape: changed, mergeKey: `keys ${shape.id} ${handle.kind} ${handle.index}` });
      const place = changed.points[Math.max(0, handle.index)];
      if (place) onAnnounce(placeText(place));
    } else if (isDelete) {
      const rest = handle.kind === 'point' ? withoutPoint(shape, handle.index) : null;
      if (!rest) remove(shape);
      else {
        onAction({ kind: 'replace', shape: rest });
        wanted.current = `${shape.id} ${Math.max(0, handle.index - 1)}`;
      }
    } else return;
    event.preventDefault();
  };
  return (
    <div role="group" aria-label={text('picture')}>
      <div
        className="detection-board"
        ref={board}
        onPointerDown={(event) => begin(event, hitOf(event))}
        onPointerMove={follow}
        onPointerUp={end}
        onPointerCancel={() => {
          drag.current = null;
          setSketch(null);
        }}
      >
        {shapes.map((shape) => (
          <BoardShape
            key={shape.id}
            shape={shape}
            isSelected={shape.id === selected}
            largest={largest}
            ratio={ratio}
            prefix={prefix}
            onSelect={() => onAction({ kind: 'select', id: shape.id })}
            onGrab={(event) => begin(event, { kind: 'shape', id: shape.id })}
            onKey={onKey}
          />
        ))}
        {sketch ? <SketchedShape shape={sketch} largest={largest} ratio={ratio} prefix={prefix} /> : null}
      </div>
    </div>
  );
}

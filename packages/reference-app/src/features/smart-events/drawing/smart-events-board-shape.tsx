import type { CSSProperties, KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { sidesOf } from './smart-events-hit.ts';
import { centreOf, edgesOf, maxZonePoints, middleOf, problemOf } from './smart-events-shapes.ts';
import type { LineShape, Point, Shape } from './smart-events-shapes.ts';
import { percent, text } from '../smart-events-texts.ts';

/** What of a shape has the focus: all of it, one of its points, or the place on an edge where a point is inserted. */
export interface BoardHandle {
  readonly kind: 'shape' | 'point' | 'edge';
  /** −1 for the whole shape. */
  readonly index: number;
}

interface PictureProps {
  readonly shape: Shape;
  readonly isSelected: boolean;
  readonly largest: number;
  readonly ratio: number;
  /** Makes ids of patterns unique in the page. */
  readonly prefix: string;
}

export interface BoardShapeProps extends PictureProps {
  readonly onSelect: () => void;
  readonly onGrab: (event: PointerEvent) => void;
  readonly onKey: (event: KeyboardEvent, shape: Shape, handle: BoardHandle) => void;
}

/** Height of the drawing's coordinates; the width follows from the picture's ratio. */
const scale = 1000;
/** Half the length of the arrow through a line, and the distance of the letters, as fractions of the picture's height. */
const arrowReach = 0.06;
const letterReach = 0.1;

const placeOf = ({ x, y }: Point): CSSProperties => ({ left: `${x * 100}%`, top: `${y * 100}%` });

/** One shape: its drawing, its name, and the handles of the selected one. */
export function BoardShape(props: BoardShapeProps): ReactNode {
  const { shape, isSelected, largest, ratio, onSelect, onGrab, onKey } = props;
  const { id, name, points } = shape;
  const problem = problemOf(shape, largest);
  const shown = problem ? text(`${problem}Shape`, { name }) : name;
  return (
    <>
      <ShapePicture {...props} />
      <button
        type="button"
        className={['detection-name', isSelected && 'on', problem && 'bad', shape.kind].filter(Boolean).join(' ')}
        style={namePlace(shape)}
        data-handle={id}
        aria-label={text('shape', { name: shown })}
        aria-pressed={isSelected}
        onFocus={onSelect}
        onPointerDown={onGrab}
        onKeyDown={(event) => onKey(event, shape, { kind: 'shape', index: -1 })}
      >
        {shown}
      </button>
      {points.map((point, index) =>
        isSelected ? (
          <button
            type="button"
            key={index}
            className={problem ? 'detection-point on bad' : 'detection-point on'}
            style={placeOf(point)}
            data-handle={`${id} ${index}`}
            aria-label={text('point', { name, number: index + 1, count: points.length, left: percent(point.x), top: percent(point.y) })}
            onKeyDown={(event) => onKey(event, shape, { kind: 'point', index })}
          />
        ) : (
          <span key={index} className={problem ? 'detection-point bad' : 'detection-point'} style={placeOf(point)} />
        ),
      )}
      {isSelected && shape.kind === 'zone' && points.length < maxZonePoints
        ? edgesOf(shape).map(([from, to], index) => (
            <button
              type="button"
              key={index}
              className="detection-point edge"
              style={placeOf(middleOf(from, to))}
              data-handle={`${id} edge ${index}`}
              aria-label={text('insert', { name, number: index + 1 })}
              onKeyDown={(event) => onKey(event, shape, { kind: 'edge', index })}
            />
          ))
        : null}
      {isSelected && shape.kind === 'line' ? <Letters line={shape} ratio={ratio} /> : null}
    </>
  );
}

/** A shape while it is drawn. */
export function SketchedShape(props: Omit<PictureProps, 'isSelected'>): ReactNode {
  return <ShapePicture {...props} isSelected />;
}

/** The name of a line stands at its end, the one of a zone in its middle; near an edge it moves into the picture. */
function namePlace(shape: Shape): CSSProperties {
  const end = shape.kind === 'line' ? shape.points[1] : undefined;
  const place = end ?? centreOf(shape);
  const across = place.x < 0.3 ? '0' : place.x > 0.7 ? '-100%' : '-50%';
  const along = end === undefined ? '-50%' : place.y < 0.15 ? '90%' : '-190%';
  return { ...placeOf(place), translate: `${across} ${along}` };
}

/** Letters of a line along the edge stay in the picture. */
function letterPlace({ x, y }: Point): CSSProperties {
  return { left: `clamp(12px,${x * 100}%,calc(100% - 12px))`, top: `clamp(12px,${y * 100}%,calc(100% - 12px))` };
}

function Letters({ line, ratio }: { readonly line: LineShape; readonly ratio: number }): ReactNode {
  const { a, b } = sidesOf(line, ratio, letterReach);
  return (
    <>
      <span className="detection-letter" style={letterPlace(a)} aria-hidden="true">
        A
      </span>
      <span className="detection-letter" style={letterPlace(b)} aria-hidden="true">
        B
      </span>
    </>
  );
}

function ShapePicture({ shape, isSelected, largest, ratio, prefix }: PictureProps): ReactNode {
  const isBad = problemOf(shape, largest) !== null;
  const pairs = shape.points.map(({ x, y }) => `${x * ratio * scale},${y * scale}`).join(' ');
  const hatch = `${prefix}hatch-${shape.id}`;
  return (
    <svg
      className={['detection-shape', shape.kind, isSelected && 'on', isBad && 'bad'].filter(Boolean).join(' ')}
      viewBox={`0 0 ${ratio * scale} ${scale}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {shape.kind === 'zone' ? (
        <>
          {isBad ? (
            <defs>
              <pattern id={hatch} width="16" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <path d="M0 0v16" className="detection-hatch" />
              </pattern>
            </defs>
          ) : null}
          <polygon points={pairs} className="detection-area" fill={isBad ? `url(#${hatch})` : undefined} />
        </>
      ) : (
        <>
          <polyline points={pairs} className="detection-line-shade" />
          <polyline points={pairs} className="detection-line" />
          <Arrow line={shape} ratio={ratio} />
        </>
      )}
    </svg>
  );
}

/** The arrow from one side of a line to the other; two heads: both directions. */
function Arrow({ line, ratio }: { readonly line: LineShape; readonly ratio: number }): ReactNode {
  const { a, b } = sidesOf(line, ratio, arrowReach);
  const [from, to] = line.direction === 'bToA' ? [b, a] : [a, b];
  const at = ({ x, y }: Point): Point => ({ x: x * ratio * scale, y: y * scale });
  const [start, end] = [at(from), at(to)];
  return (
    <>
      <path d={`M${start.x} ${start.y}L${end.x} ${end.y}`} className="detection-arrow" />
      <path d={head(start, end)} className="detection-arrow-head" />
      {line.direction === 'both' ? <path d={head(end, start)} className="detection-arrow-head" /> : null}
    </>
  );
}

/** A filled arrow head that ends a little beyond the arrow. */
function head(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const corner = (along: number, across: number): string => `${to.x + x * along - y * across} ${to.y + y * along + x * across}`;
  return `M${corner(14, 0)}L${corner(-12, 12)}L${corner(-12, -12)}z`;
}

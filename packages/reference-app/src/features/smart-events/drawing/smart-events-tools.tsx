import { ArrowLeftRight, Pentagon, Spline, Trash2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { swapped } from './smart-events-drawing.ts';
import type { Drawing } from './smart-events-drawing.ts';
import { maxShapes } from './smart-events-shapes.ts';
import type { Shape } from './smart-events-shapes.ts';
import { text } from '../smart-events-texts.ts';

export interface DrawingToolsProps {
  readonly drawing: Drawing;
  readonly kind: Shape['kind'];
  readonly onAdd: () => void;
  readonly onUndo: () => void;
  readonly onRemove: (shape: Shape) => void;
  readonly onReplace: (shape: Shape) => void;
  /** Shown after the tools. */
  readonly children?: ReactNode;
}

/** The tools over the picture: add, swap direction, undo, delete. */
export function DrawingTools({ drawing, kind, onAdd, onUndo, onRemove, onReplace, children }: DrawingToolsProps): ReactNode {
  const { shapes, selected, past } = drawing;
  const chosen = shapes.find(({ id }) => id === selected);
  const direction = chosen?.kind === 'line' ? chosen.direction : null;
  const isLine = kind === 'line';
  return (
    <div className={isInTheWay(shapes) ? 'detection-tools start' : 'detection-tools'} role="toolbar" aria-label={text('tools')}>
      <Tool label={text(isLine ? 'addLine' : 'addZone')} isOff={shapes.length >= maxShapes} onPress={onAdd}>
        {isLine ? <Spline size={20} /> : <Pentagon size={20} />}
      </Tool>
      <span className="detection-tools-gap" />
      {isLine ? (
        <Tool
          label={text('swap')}
          isOff={direction === null || direction === 'both'}
          onPress={() => {
            if (chosen?.kind === 'line') onReplace({ ...chosen, direction: swapped(chosen.direction) });
          }}
        >
          <ArrowLeftRight size={20} />
        </Tool>
      ) : null}
      <Tool label={text('undo')} isOff={past.length === 0} onPress={onUndo}>
        <Undo2 size={20} />
      </Tool>
      <Tool label={text('deleteSelected')} isOff={!chosen} onPress={() => chosen && onRemove(chosen)}>
        <Trash2 size={20} />
      </Tool>
      {children}
    </div>
  );
}

/** Whether a point lies under the tools in the lower right corner, and none in the left one. */
function isInTheWay(shapes: readonly Shape[]): boolean {
  const low = shapes.flatMap(({ points }) => points).filter(({ y }) => y > 0.82);
  return low.some(({ x }) => x > 0.7) && low.every(({ x }) => x > 0.3);
}

interface ToolProps {
  readonly label: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** Stays focusable while it can do nothing, so that the focus is not lost when the last edit is undone. */
function Tool({ label, isOff, onPress, children }: ToolProps): ReactNode {
  return (
    <button
      type="button"
      className="detection-tool"
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onPress}
    >
      {children}
    </button>
  );
}

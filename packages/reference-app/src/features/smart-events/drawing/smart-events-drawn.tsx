import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { EventGlyph } from '../../../shared/ui/status.tsx';
import type { Drawing, DrawingAction } from './smart-events-drawing.ts';
import { maxShapes, problemOf, shareOf } from './smart-events-shapes.ts';
import type { Shape } from './smart-events-shapes.ts';
import { percent, text } from '../smart-events-texts.ts';

export interface DrawnShapesProps {
  readonly drawing: Drawing;
  readonly kind: Shape['kind'];
  readonly largest: number;
  readonly onAction: (action: DrawingAction) => void;
  readonly onAdd: () => void;
  readonly onRemove: (shape: Shape) => void;
}

/** Maximum length of a shape's name, characters. */
const maxNameLength = 40;

/** The list of what is drawn: select, rename, delete, and what is wrong with it. */
export function DrawnShapes({ drawing, kind, largest, onAction, onAdd, onRemove }: DrawnShapesProps): ReactNode {
  const [renaming, setRenaming] = useState<string | null>(null);
  const { shapes, selected } = drawing;
  const isLine = kind === 'line';
  const wrong = shapes.find((shape) => problemOf(shape, largest) !== null);
  const problem = wrong && problemOf(wrong, largest);
  return (
    <section className="settings-part" aria-labelledby="detection-drawn">
      <div className="settings-areas">
        <div className="settings-areas-head">
          <h2 id="detection-drawn">{text('drawn')}</h2>
          <Button size="s" look="quiet" icon={<Plus size={16} />} disabled={shapes.length >= maxShapes} onClick={onAdd}>
            {text(isLine ? 'addLine' : 'addZone')}
          </Button>
        </div>
        {shapes.length === 0 ? <p className="small dim">{text(isLine ? 'drawLine' : 'drawZone')}</p> : null}
        <ul>
          {shapes.map((shape) => (
            <li key={shape.id}>
              {renaming === shape.id ? (
                <RenameField
                  shape={shape}
                  onName={(name) => {
                    setRenaming(null);
                    if (name !== null && name !== shape.name) onAction({ kind: 'replace', shape: { ...shape, name } });
                  }}
                />
              ) : (
                <div className={rowClass(shape, selected, largest)}>
                  <button
                    type="button"
                    className="settings-area-name"
                    aria-pressed={shape.id === selected}
                    onClick={() => onAction({ kind: 'select', id: shape.id })}
                  >
                    <EventGlyph shape={isLine ? 'line' : 'intrusion'} />
                    <span className="grow">{shape.name}</span>
                    {isLine ? null : <Share shape={shape} largest={largest} />}
                  </button>
                  <IconButton label={text('rename', { name: shape.name })} onClick={() => setRenaming(shape.id)}>
                    <Pencil size={16} />
                  </IconButton>
                  <IconButton label={text('delete', { name: shape.name })} onClick={() => onRemove(shape)}>
                    <Trash2 size={16} />
                  </IconButton>
                </div>
              )}
            </li>
          ))}
        </ul>
        {wrong && problem ? (
          <p className="settings-problem small" role="alert">
            {problem === 'tooLarge' ? <b>{text('tooLarge')}. </b> : null}
            {text(`${problem}Text`, { name: wrong.name })}
          </p>
        ) : shapes.length > 0 ? (
          <p className="small dim">
            {shapes.length >= maxShapes ? text(isLine ? 'mostLines' : 'mostZones', { count: maxShapes }) : text('drawHint')}
          </p>
        ) : null}
      </div>
    </section>
  );
}

function rowClass(shape: Shape, selected: string | null, largest: number): string {
  return ['settings-area', shape.id === selected && 'on', problemOf(shape, largest) && 'wrong'].filter(Boolean).join(' ');
}

function Share({ shape, largest }: { readonly shape: Shape; readonly largest: number }): ReactNode {
  const problem = problemOf(shape, largest);
  if (problem) return <span className="small bad">{text(problem)}</span>;
  return <span className="n dim">{percent(shareOf(shape))} %</span>;
}

/** Enter and leaving the field keep the name, Escape does not. */
function RenameField({ shape, onName }: { readonly shape: Shape; readonly onName: (name: string | null) => void }): ReactNode {
  const [name, setName] = useState(shape.name);
  const trimmed = name.trim();
  const problem = trimmed === '' ? 'nameRequired' : trimmed.length > maxNameLength ? 'nameTooLong' : null;
  return (
    <Field
      autoFocus
      label={text('newName')}
      value={name}
      onValue={setName}
      error={problem === null ? undefined : text(problem)}
      autoComplete="off"
      onBlur={() => onName(problem === null ? trimmed : null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onName(null);
        if (event.key !== 'Enter') return;
        // The form around it saves on Enter.
        event.preventDefault();
        if (problem === null) onName(trimmed);
      }}
    />
  );
}

import { CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { CameraDrawing } from '../../shared/picture/camera-drawing.tsx';

export interface ConnectingStep {
  readonly name: string;
  readonly label: string;
  /** Duration so far, ms; absent before the step has begun. */
  readonly elapsed?: number | undefined;
}

interface ConnectingProps {
  readonly title: string;
  readonly text: string;
  /** Shown in place of a picture that has not arrived yet. */
  readonly picture: string;
  readonly steps: readonly ConnectingStep[];
  /** Index of the running step. */
  readonly current: number;
  /** Actions available meanwhile. */
  readonly children: ReactNode;
}

/** Shows the running step with its duration; finished steps keep theirs. */
export function Connecting({ title, text, picture, steps, current, children }: ConnectingProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="connecting">
      <PictureToCome>{picture}</PictureToCome>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="dim">{text}</p>
        <progress className="connecting-bar" max={steps.length} value={current + 0.5} aria-label={title} />
        <ol className="connecting-steps" aria-live="polite">
          {steps.map(({ name, label, elapsed }, index) => (
            <li key={name} className={index < current ? 'done' : index === current ? 'on' : 'todo'}>
              {index < current ? <CircleCheck size={24} /> : index === current ? <LoaderCircle className="wp-spin" size={24} /> : <i />}
              <span>{label}</span>
              <time aria-hidden="true">{elapsed === undefined ? '' : clockText(elapsed)}</time>
            </li>
          ))}
        </ol>
        {children}
      </div>
    </section>
  );
}

/** Placeholder for the first picture. */
export function PictureToCome({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="connecting-picture">
      <CameraDrawing />
      <span>{children}</span>
    </div>
  );
}

/** @param milliseconds @example clockText(65_000) // '1:05' */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

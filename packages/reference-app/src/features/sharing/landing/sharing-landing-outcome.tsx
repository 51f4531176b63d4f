import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { LandingDrawing } from './sharing-landing-drawings.tsx';
import type { DrawingName } from './sharing-landing-drawings.tsx';

export interface OutcomeProps {
  readonly drawing: DrawingName;
  readonly title: string;
  readonly text: string;
  /** Moves the focus to the heading: the button that led here is gone. */
  readonly takesFocus?: boolean;
  /** The only action. */
  readonly children: ReactNode;
}

/** Replaces the invitation: what happened, and what to do. */
export function LandingOutcome({ drawing, title, text, takesFocus = false, children }: OutcomeProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus, title]);
  return (
    <section className="landing-outcome">
      <LandingDrawing name={drawing} />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p role="status">{text}</p>
      {children}
    </section>
  );
}

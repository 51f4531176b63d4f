import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { usePrimitives } from '../settings.tsx';
import { useLatest } from '../use-latest.ts';
import type { Placement } from './placement.ts';
import { Popper } from './popper.tsx';

/** Properties of `<Tooltip>`. */
export interface TooltipProps {
  readonly text: string;
  /** The equivalent shortcut. */
  readonly shortcut?: string | undefined;
  readonly placement?: Placement | undefined;
  /** A single control with its own name; the tooltip only adds to it. */
  readonly children: ReactNode;
}

/** Milliseconds that the pointer rests before the tooltip appears. */
const showDelayMs = 400;

/**
 * A few words about a control, for a resting pointer and the keyboard; touch gets none.
 * @example <Tooltip text="Picture in picture" shortcut="P"><IconButton label="Picture in picture">…</IconButton></Tooltip>
 */
export function Tooltip({ text, shortcut, placement = 'bottom', children }: TooltipProps): ReactNode {
  const { clock } = usePrimitives();
  const wrapper = useRef<HTMLSpanElement>(null);
  const trigger = useRef<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const show = useLatest(clock);

  useEffect(() => {
    const control = wrapper.current?.firstElementChild;
    if (!(control instanceof HTMLElement)) return;
    trigger.current = control;
    const life = new AbortController();
    const { signal } = life;
    let cancel: (() => void) | null = null;
    const stop = (): void => {
      cancel?.();
      cancel = null;
    };
    control.addEventListener(
      'pointerenter',
      (event) => {
        stop();
        if (event.pointerType !== 'touch') cancel = show.current.after(showDelayMs, () => setOpen(true));
      },
      { signal },
    );
    control.addEventListener('pointerleave', stop, { signal });
    control.addEventListener(
      'pointerdown',
      () => {
        stop();
        setOpen(false);
      },
      { signal },
    );
    control.addEventListener(
      'focus',
      () => {
        if (control.matches(':focus-visible')) setOpen(true);
      },
      { signal },
    );
    control.addEventListener('blur', () => setOpen(false), { signal });
    return () => {
      stop();
      life.abort();
    };
  }, [show]);
  // The browser's own tooltip would appear beside ours.
  useEffect(() => {
    const control = trigger.current;
    if (!control || !open) return;
    const title = control.getAttribute('title');
    control.removeAttribute('title');
    control.setAttribute('aria-describedby', id);
    return () => {
      control.removeAttribute('aria-describedby');
      if (title !== null) control.setAttribute('title', title);
    };
  }, [open, id]);
  return (
    <span className="wp-tooltip-of" ref={wrapper}>
      {children}
      <Popper
        open={open}
        onClose={() => setOpen(false)}
        trigger={trigger}
        placement={placement}
        offset={8}
        hover
        bare
        role="tooltip"
        id={id}
      >
        <TooltipBody text={text} shortcut={shortcut} />
      </Popper>
    </span>
  );
}

/** A tooltip's look, without its behaviour. */
export function TooltipBody({ text, shortcut }: Pick<TooltipProps, 'text' | 'shortcut'>): ReactNode {
  return (
    <span className="wp-tooltip">
      {text}
      {shortcut ? <kbd className="wp-tooltip-key">{shortcut}</kbd> : null}
    </span>
  );
}

import { useEffect, useRef } from 'react';
import { useLayoutEffect } from '../../element/layout-effect.ts';
import { usePrimitives } from '../settings.tsx';
import { useLatest } from '../use-latest.ts';
import { focusedElement } from './focus.ts';

interface ElementRef {
  readonly current: HTMLElement | null;
}

export interface PopperClosing {
  readonly onClose: () => void;
  /** Stays open when the page changes. */
  readonly persistent: boolean;
  /** Closes after the pointer has left. */
  readonly hover: boolean;
  /** Closes when the focus moves elsewhere. */
  readonly closesOnBlur: boolean;
}

/** Milliseconds after the pointer left (specification 1, section 4). */
const hoverLeaveMs = 60;

/** Closes a popper: on a press outside, on a page change unless it is persistent, after the pointer left. */
export function usePopperClosing(
  popper: ElementRef,
  trigger: ElementRef,
  { onClose, persistent, hover, closesOnBlur }: PopperClosing,
): void {
  const { routeKey, clock } = usePrimitives();
  const latest = useLatest(onClose);

  const openedAt = useRef(routeKey);
  useEffect(() => {
    if (!persistent && routeKey !== openedAt.current) latest.current();
  }, [routeKey, persistent, latest]);

  useLayoutEffect(() => {
    const life = new AbortController();
    const isInside = (event: Event): boolean =>
      event.composedPath().some((target) => target === popper.current || target === trigger.current);
    // Captured: the popper closes whatever the page does with the press.
    document.addEventListener(
      'pointerdown',
      (event) => {
        if (!isInside(event)) latest.current();
      },
      { capture: true, signal: life.signal },
    );
    return () => life.abort();
  }, [popper, trigger, latest]);

  useLayoutEffect(() => {
    const element = popper.current;
    if (!closesOnBlur || !element) return;
    const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && !element.contains(relatedTarget) && relatedTarget !== trigger.current) latest.current();
    };
    element.addEventListener('focusout', onFocusOut);
    return () => element.removeEventListener('focusout', onFocusOut);
  }, [popper, trigger, closesOnBlur, latest]);

  useLayoutEffect(() => {
    const element = popper.current;
    const anchor = trigger.current;
    if (!hover || !element || !anchor) return;
    const life = new AbortController();
    // The pointer may already rest on the trigger.
    const over = new Set<HTMLElement>(anchor.matches(':hover') ? [anchor] : []);
    let cancel: (() => void) | null = null;
    const stay = (): void => {
      cancel?.();
      cancel = null;
    };
    const leave = (): void => {
      stay();
      cancel = clock.after(hoverLeaveMs, () => {
        cancel = null;
        if (over.size === 0 && !hasFocus(element)) latest.current();
      });
    };
    for (const part of [anchor, element]) {
      const on = (type: 'pointerenter' | 'pointerleave', listener: (event: PointerEvent) => void): void =>
        part.addEventListener(
          type,
          (event) => {
            // Touch does not hover: it presses, and presses outside.
            if (event.pointerType !== 'touch') listener(event);
          },
          { signal: life.signal },
        );
      on('pointerenter', () => {
        over.add(part);
        stay();
      });
      on('pointerleave', () => {
        over.delete(part);
        if (over.size === 0) leave();
      });
    }
    element.addEventListener(
      'focusout',
      () => {
        if (over.size === 0) leave();
      },
      { signal: life.signal },
    );
    return () => {
      stay();
      life.abort();
    };
  }, [popper, trigger, hover, clock, latest]);
}

function hasFocus(element: HTMLElement): boolean {
  return element.contains(focusedElement());
}

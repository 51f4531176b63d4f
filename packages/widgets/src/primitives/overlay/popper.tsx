import { useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useLayoutEffect } from '../../element/layout-effect.ts';
import { focusedElement, focusFirst } from './focus.ts';
import { useLayer } from './layers.ts';
import type { Placement } from './placement.ts';
import { usePlacement } from './use-placement.ts';
import { usePopperClosing } from './use-popper-closing.ts';

/** Properties of `<Popper>`. */
export interface PopperProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The element it is placed beside; a press on it is not outside. */
  readonly trigger: RefObject<HTMLElement | null>;
  /** Default: "bottom-start"; flips to the opposite side if it does not fit. */
  readonly placement?: Placement | undefined;
  /** Pixels between trigger and popper. */
  readonly offset?: number | undefined;
  /** Stays open when the page changes. */
  readonly persistent?: boolean | undefined;
  /** Closes 60 ms after the pointer left trigger and popper, unless the focus is inside. */
  readonly hover?: boolean | undefined;
  /** Moves the focus in when it opens, and back when it closes. */
  readonly takesFocus?: boolean | undefined;
  /** Closes when the focus moves elsewhere, as menus do. */
  readonly closesOnBlur?: boolean | undefined;
  /** Its ARIA role; without a role it is part of the text. */
  readonly role?: 'dialog' | 'menu' | 'tooltip' | 'group' | undefined;
  readonly label?: string | undefined;
  readonly id?: string | undefined;
  /** Without a panel's padding and background. */
  readonly bare?: boolean | undefined;
  readonly children?: ReactNode;
}

/**
 * Content that opens beside its trigger, above everything else. It closes on a press outside, on Escape, on a page change unless
 * `persistent`, and with `hover` 60 ms after the pointer left.
 * @example <Popper open={open} onClose={close} trigger={button} role="dialog" label="Filters" takesFocus>…</Popper>
 */
export function Popper({ open, ...rest }: PopperProps): ReactNode {
  return open ? <OpenPopper {...rest} /> : null;
}

function OpenPopper({
  onClose,
  trigger,
  placement = 'bottom-start',
  offset = 6,
  persistent = false,
  hover = false,
  takesFocus = false,
  closesOnBlur = false,
  role,
  label,
  id,
  bare = false,
  children,
}: Omit<PopperProps, 'open'>): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  useLayer(true, onClose);
  usePlacement(element, trigger, placement, offset);
  usePopperClosing(element, trigger, { onClose, persistent, hover, closesOnBlur });
  // A layout effect runs its cleanup while the popper is still in the page, and so knows whether the focus is inside.
  useLayoutEffect(() => {
    const popper = element.current;
    const anchor = trigger.current;
    if (!popper) return;
    if (takesFocus) focusFirst(popper);
    return () => {
      if (popper.contains(focusedElement())) anchor?.focus({ preventScroll: true });
    };
  }, [trigger, takesFocus]);
  return (
    <div
      ref={element}
      popover="manual"
      className={bare ? 'wp-popper' : 'wp-popper wp-popper-panel'}
      id={id}
      role={role}
      aria-label={label}
      tabIndex={takesFocus ? -1 : undefined}
    >
      {children}
    </div>
  );
}

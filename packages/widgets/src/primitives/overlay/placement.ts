type Side = 'top' | 'bottom' | 'left' | 'right';
/** Where a popper is beside its anchor; the other side if there is no room. */
export type Placement = Side | `${Side}-start` | `${Side}-end`;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly left: number;
  readonly top: number;
  /** The actual side; the opposite one if the preferred side has no room. */
  readonly side: Side;
}

const opposite: Readonly<Record<Side, Side>> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/**
 * Position of a popper: on the preferred side of its trigger, on the opposite side if only that has room, and always inside the window.
 * @param offset pixels between trigger and popper
 * @param margin pixels kept free at the window's edges
 */
export function place(trigger: Box, popper: Size, view: Size, wanted: Placement, offset: number, margin = 8): Place {
  const [side, align = 'center'] = wanted.split('-') as [Side, 'start' | 'end' | undefined];
  const free: Readonly<Record<Side, number>> = {
    top: trigger.top,
    bottom: view.height - trigger.top - trigger.height,
    left: trigger.left,
    right: view.width - trigger.left - trigger.width,
  };
  const vertical = side === 'top' || side === 'bottom';
  const needed = (vertical ? popper.height : popper.width) + offset + margin;
  const used = free[side] >= needed || free[side] >= free[opposite[side]] ? side : opposite[side];
  const along = (start: number, length: number, own: number): number =>
    align === 'start' ? start : align === 'end' ? start + length - own : start + (length - own) / 2;
  const beside = (start: number, length: number, own: number): number =>
    used === 'bottom' || used === 'right' ? start + length + offset : start - own - offset;
  const left = vertical ? along(trigger.left, trigger.width, popper.width) : beside(trigger.left, trigger.width, popper.width);
  const top = vertical ? beside(trigger.top, trigger.height, popper.height) : along(trigger.top, trigger.height, popper.height);
  return { left: inside(left, popper.width, view.width, margin), top: inside(top, popper.height, view.height, margin), side: used };
}

function inside(start: number, length: number, room: number, margin: number): number {
  return Math.round(Math.max(margin, Math.min(start, room - length - margin)));
}

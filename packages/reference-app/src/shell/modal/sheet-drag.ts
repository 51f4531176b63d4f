/** Where a finger is, CSS pixels from the top of the screen, and when, milliseconds. */
export interface DragPoint {
  readonly y: number;
  readonly at: number;
}

/** A pull this quick closes however short it is, pixels per millisecond. */
const flick = 0.5;
/** Up to here a finger may tremble without moving anything, pixels. */
const slack = 8;

/** Follows one finger on a sheet: `to` gives how far the sheet is moved down, `closes` whether letting go closes it. */
export function sheetDrag(start: DragPoint): { to(point: DragPoint): number; closes(end: DragPoint, height: number): boolean } {
  let last = start;
  let velocity = 0;
  const offset = ({ y }: DragPoint): number => Math.max(0, y - start.y - slack);
  return {
    to(point) {
      if (point.at > last.at) velocity = (point.y - last.y) / (point.at - last.at);
      last = point;
      return offset(point);
    },
    closes(end, height) {
      // A finger that rests before it lets go is no flick, whatever it did before.
      const speed = end.at - last.at > 80 ? 0 : velocity;
      return offset(end) > 0 && speed > -flick && (speed > flick || offset(end) > height / 3);
    },
  };
}

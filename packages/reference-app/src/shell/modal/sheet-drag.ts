/** A finger's position in CSS pixels from the top of the screen, and its time in milliseconds. */
export interface DragPoint {
  readonly y: number;
  readonly at: number;
}

/** Minimum speed of a flick, which closes at any distance, pixels per millisecond. */
const flick = 0.5;
/** Distance that a finger may tremble without moving the sheet, px. */
const slack = 8;

/** Follows one finger on a sheet: `to` returns how far the sheet is moved down, `closes` whether releasing it closes the sheet. */
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
      // A finger that rests before its release makes no flick.
      const speed = end.at - last.at > 80 ? 0 : velocity;
      return offset(end) > 0 && speed > -flick && (speed > flick || offset(end) > height / 3);
    },
  };
}

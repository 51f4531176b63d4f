/** The visible part of the picture: its center as fractions of the picture's width and height, and the zoom factor. */
export interface ZoomView {
  /** 1 (the whole picture) to 8. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** A point on the screen or a distance, as a fraction of the picture's box. */
export interface Share {
  readonly x: number;
  readonly y: number;
}

export const wholePicture: ZoomView = { scale: 1, x: 0.5, y: 0.5 };
export const maxScale = 8;

/** The same view, moved inside the picture: no empty margin is ever visible. */
export function fit({ scale, x, y }: ZoomView): ZoomView {
  const fitted = Math.min(maxScale, Math.max(1, scale));
  // Nearly 1 is 1: the difference is invisible, and the mini-map would stay.
  if (fitted < 1.01) return wholePicture;
  const margin = 0.5 / fitted;
  const inside = (value: number): number => Math.min(1 - margin, Math.max(margin, value));
  return { scale: fitted, x: inside(x), y: inside(y) };
}

/** The point of the picture at a point on the screen. */
export function pointAt({ scale, x, y }: ZoomView, at: Share): Share {
  return { x: x + (at.x - 0.5) / scale, y: y + (at.y - 0.5) / scale };
}

/**
 * Zooms by a factor and keeps the point under the pointer in place, as far as the picture's edges allow.
 * @param at point on the screen; default: the center
 */
export function zoomAt(view: ZoomView, factor: number, at: Share = { x: 0.5, y: 0.5 }): ZoomView {
  const scale = Math.min(maxScale, Math.max(1, view.scale * factor));
  const under = pointAt(view, at);
  return fit({ scale, x: under.x - (at.x - 0.5) / scale, y: under.y - (at.y - 0.5) / scale });
}

/** Pans the picture. @param by distance on the screen */
export function pan(view: ZoomView, by: Share): ZoomView {
  return fit({ ...view, x: view.x - by.x / view.scale, y: view.y - by.y / view.scale });
}

/** Pinch: the points under both fingers stay under them. */
export function pinch(view: ZoomView, before: readonly [Share, Share], after: readonly [Share, Share], aspect: number): ZoomView {
  const span = ([a, b]: readonly [Share, Share]): number => Math.hypot((a.x - b.x) * aspect, a.y - b.y);
  const middle = ([a, b]: readonly [Share, Share]): Share => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const from = span(before);
  const [start, end] = [middle(before), middle(after)];
  const grown = zoomAt(view, from > 0 ? span(after) / from : 1, start);
  return pan(grown, { x: end.x - start.x, y: end.y - start.y });
}

/** A double tap zooms in, and out again if zoomed. */
export function toggleZoom(view: ZoomView, at: Share): ZoomView {
  return view.scale > 1 ? wholePicture : zoomAt(view, 2.5, at);
}

/** CSS transform for a view; the origin is the upper left corner. */
export function zoomTransform({ scale, x, y }: ZoomView): string {
  return scale === 1 ? '' : `scale(${scale}) translate(${(0.5 / scale - x) * 100}%, ${(0.5 / scale - y) * 100}%)`;
}

/** "1.0×", as the bar shows it. */
export function zoomText({ scale }: ZoomView, locale: string): string {
  return `${scale.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}×`;
}

/** Zoom factor of one wheel event. A trackpad pinch arrives as wheel events with `ctrlKey`, in smaller steps. */
export function wheelFactor({
  deltaY,
  deltaMode,
  ctrlKey,
}: {
  readonly deltaY: number;
  readonly deltaMode: number;
  readonly ctrlKey: boolean;
}): number {
  const pixels = deltaMode === 1 ? deltaY * 16 : deltaMode === 2 ? deltaY * 400 : deltaY;
  const limited = Math.min(200, Math.max(-200, pixels));
  return Math.exp(-limited * (ctrlKey ? 0.01 : 0.002));
}

/** A rectangle in a picture, relative to its top left corner, 0 to 1. */
export interface PictureBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle of pixels. */
interface PixelRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A planar picture with half the colour resolution (YUV 4:2:0, full range), its planes one after the other. Both sides are even. */
interface PlanarPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const [black, white, noColour] = [0, 255, 128];

/** Thickness of the marks, pixels: visible on a phone, which shows the picture small. */
function thicknessOf(height: number): number {
  return Math.max(2, 2 * Math.round(height / 360));
}

/**
 * Returns the bars of four corners around a box, horizontal and vertical, within the picture and on even pixels.
 * @param grow pixels that each bar is larger by on every side: its outline
 */
export function cornerBars(box: PictureBox, { width, height }: Pick<PlanarPicture, 'width' | 'height'>, grow = 0): PixelRect[] {
  const even = (value: number, most: number): number => Math.min(most, Math.max(0, 2 * Math.round(value / 2)));
  const [left, right] = [even(box.x * width, width), even((box.x + box.width) * width, width)];
  const [top, bottom] = [even(box.y * height, height), even((box.y + box.height) * height, height)];
  const thick = thicknessOf(height);
  const long = Math.max(thick, 2 * Math.round(Math.min(right - left, bottom - top) / 8));
  return [left, right - long].flatMap((x, side) =>
    [top, bottom - thick].flatMap((y, level) =>
      [
        { left: x, top: y, right: x + long, bottom: y + thick },
        // The upright one goes from the corner towards the middle.
        {
          left: side === 0 ? left : right - thick,
          top: level === 0 ? top : bottom - long,
          right: side === 0 ? left + thick : right,
          bottom: level === 0 ? top + long : bottom,
        },
      ].map((bar) => ({
        left: even(bar.left - grow, width),
        top: even(bar.top - grow, height),
        right: even(bar.right + grow, width),
        bottom: even(bar.bottom + grow, height),
      })),
    ),
  );
}

/** Draws white corners with a dark outline around a box: they are seen on snow and at night. */
export function drawCorners(picture: PlanarPicture, box: PictureBox): void {
  for (const bar of cornerBars(box, picture, 2)) fill(picture, bar, black);
  for (const bar of cornerBars(box, picture)) fill(picture, bar, white);
}

function fill({ data, width, height }: PlanarPicture, { left, top, right, bottom }: PixelRect, light: number): void {
  if (right <= left) return;
  for (let y = top; y < bottom; y += 1) data.fill(light, y * width + left, y * width + right);
  const halfWidth = width / 2;
  for (const plane of [width * height, width * height + (halfWidth * height) / 2])
    for (let y = top / 2; y < bottom / 2; y += 1) data.fill(noColour, plane + y * halfWidth + left / 2, plane + y * halfWidth + right / 2);
}

/** Returns the same marks as a filter of FFmpeg, which follows another one; an empty text without a box. */
export function cornerFilter(box: PictureBox | undefined): string {
  if (!box) return '';
  const [left, top] = [`${box.x}*iw`, `${box.y}*ih`];
  const [wide, high] = [`${box.width}*iw`, `${box.height}*ih`];
  const thick = 'max(2,2*round(ih/360))';
  const long = `max(${thick},min(${wide},${high})/4)`;
  const bars = [0, 1].flatMap((side) =>
    [0, 1].flatMap((level) => [
      { x: `${left}+${side}*(${wide}-${long})`, y: `${top}+${level}*(${high}-${thick})`, w: long, h: thick },
      { x: `${left}+${side}*(${wide}-${thick})`, y: `${top}+${level}*(${high}-${long})`, w: thick, h: long },
    ]),
  );
  const outline = bars.map(({ x, y, w, h }) => `drawbox=x='max(0,${x}-2)':y='max(0,${y}-2)':w='${w}+4':h='${h}+4':color=black:t=fill`);
  return [...outline, ...bars.map(({ x, y, w, h }) => `drawbox=x='${x}':y='${y}':w='${w}':h='${h}':color=white:t=fill`)]
    .map((one) => `,${one}`)
    .join('');
}

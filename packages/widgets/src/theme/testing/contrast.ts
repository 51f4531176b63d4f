/** An sRGB colour with eight-bit channels and its opacity. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** 0 to 1. */
  readonly alpha: number;
}

/**
 * Reads `#RGB`, `#RRGGBB` and `rgb(r g b / a)`, as the tokens write them.
 * @throws {SyntaxError} for anything else
 */
export function parseColour(text: string): Colour {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1];
  if (hex !== undefined) {
    const [red = 0, green = 0, blue = 0] = (hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? [])).map(
      (pair) => Number.parseInt(pair, 16),
    );
    return { red, green, blue, alpha: 1 };
  }
  const [, red, green, blue, alpha = '1'] = /^rgb\((\d+) (\d+) (\d+)(?: ?\/ ?([\d.]+))?\)$/.exec(text.trim()) ?? [];
  if (blue === undefined) throw new SyntaxError(`"${text}" is no colour that is written #RRGGBB or rgb(r g b / a).`);
  return { red: Number(red), green: Number(green), blue: Number(blue), alpha: Number(alpha) };
}

/** The colour that results from one colour over another. */
export function over(top: Colour, under: Colour): Colour {
  const mix = (a: number, b: number): number => a * top.alpha + b * (1 - top.alpha);
  return { red: mix(top.red, under.red), green: mix(top.green, under.green), blue: mix(top.blue, under.blue), alpha: 1 };
}

/** WCAG 2.2 contrast of two opaque colours, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance({ red, green, blue }: Colour): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

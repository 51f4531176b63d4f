import { describe, expect, test } from 'vitest';
import { contrast, over, parseColour } from './testing/contrast.ts';
import type { Colour } from './testing/contrast.ts';

const sheets = import.meta.glob<string>(['./*.css', '../primitives/**/*.css'], { query: '?raw', import: 'default', eager: true });
function read(path: string): string {
  const text = sheets[path];
  if (text === undefined) throw new Error(`There is no ${path}.`);
  return text;
}
const css = ['./picture-tokens.css', './surface-tokens.css', './density-tokens.css', './tokens.css'].map(read).join('\n');
/** The first value of every token, which applies to large screens. */
const tokens = new Map<string, string>();
for (const [, name = '', value = ''] of css.matchAll(/(--wp-[\w-]+):((?:[^;{}()]|\((?:[^()]|\([^()]*\))*\))+)/g))
  if (!tokens.has(name)) tokens.set(name, value.trim());

type Theme = 'light' | 'dark';
function token(name: string, theme: Theme): string {
  const value = tokens.get(`--wp-${name}`);
  if (value === undefined) throw new Error(`There is no token --wp-${name}.`);
  const [, light, dark] = /^light-dark\((#\w+|rgb\([^)]*\)),\s*(#\w+|rgb\([^)]*\))\)$/.exec(value) ?? [];
  return (theme === 'light' ? light : dark) ?? value;
}

/** The design's values, light and dark. */
const look: Readonly<Record<string, readonly [string, string]>> = {
  canvas: ['#FCFDFC', '#0F1413'],
  sunken: ['#F3F6F5', '#0B0F0E'],
  raised: ['#FFFFFF', '#171E1D'],
  hover: ['rgb(12 40 37 / .05)', 'rgb(214 244 239 / .06)'],
  press: ['rgb(12 40 37 / .09)', 'rgb(214 244 239 / .10)'],
  ink: ['#111918', '#EAF0EE'],
  'ink-2': ['#4B5856', '#A9B6B3'],
  'ink-3': ['#64716E', '#859390'],
  'ink-off': ['#9AA5A2', '#56625F'],
  line: ['rgb(12 36 33 / .10)', 'rgb(214 244 239 / .10)'],
  'line-2': ['rgb(12 36 33 / .17)', 'rgb(214 244 239 / .17)'],
  'line-control': ['#84918E', '#66746F'],
  accent: ['#00757A', '#3FBDB6'],
  'accent-hover': ['#00646A', '#57CDC6'],
  'accent-press': ['#00545A', '#33A49E'],
  'accent-ink': ['#FFFFFF', '#041A19'],
  'accent-text': ['#006B70', '#62D2CB'],
  'accent-soft': ['#E0F1F0', '#12302F'],
  'accent-soft-2': ['#C6E5E3', '#1A4341'],
  danger: ['#BF2A20', '#E5564A'],
  'danger-hover': ['#A6211A', '#EE6A5F'],
  'danger-ink': ['#FFFFFF', '#1C0503'],
  'danger-text': ['#B3241B', '#FF8F85'],
  'danger-soft': ['#FCEDEB', '#331613'],
  warning: ['#E5A21B', '#F0B445'],
  'warning-text': ['#7D5200', '#F2C063'],
  'warning-soft': ['#FDF3DC', '#2C210C'],
  'warning-line': ['#EAD09A', '#57431A'],
  live: ['#D9301F', '#FF5A4D'],
  band: ['#B4DAD7', '#1D4644'],
  'band-2': ['#4E9F9D', '#3E9A96'],
  focus: ['#00757A', '#62D2CB'],
  veil: ['rgb(10 20 19 / .44)', 'rgb(2 5 5 / .64)'],
  sk: ['rgb(12 40 37 / .07)', 'rgb(214 244 239 / .08)'],
  'r-mark': ['4px', '4px'],
  'r-control': ['8px', '8px'],
  'r-picture': ['8px', '8px'],
  'r-panel': ['12px', '12px'],
  'h-s': ['32px', '32px'],
  'h-m': ['40px', '40px'],
  'h-touch': ['44px', '44px'],
  'h-l': ['48px', '48px'],
  fast: ['120ms', '120ms'],
  slow: ['200ms', '200ms'],
  'pic-plate': ['rgb(9 14 14 / .72)', 'rgb(9 14 14 / .72)'],
  'pic-ink': ['#fff', '#fff'],
  'pic-ink-2': ['#D6DEDC', '#D6DEDC'],
  'pic-live': ['#FF5A4D', '#FF5A4D'],
};

const surfaces = ['canvas', 'sunken', 'raised'] as const;
/** Text and its background: 4.5 to 1 (WCAG 2.2 AA). */
const texts: readonly (readonly [string, string])[] = [
  ...['ink', 'ink-2', 'ink-3', 'accent-text', 'danger-text', 'warning-text'].flatMap((ink) =>
    surfaces.map((surface) => [ink, surface] as const),
  ),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-hover'],
  ['accent-text', 'accent-soft'],
  ['accent-text', 'accent-soft-2'],
  ['ink', 'accent-soft'],
  ['danger-ink', 'danger'],
  ['danger-ink', 'danger-hover'],
  ['danger-text', 'danger-soft'],
  ['warning-text', 'warning-soft'],
  ['live-ink', 'live'],
  ['tip-ink', 'tip'],
];
/** Parts of controls, and icons: 3 to 1. */
const parts: readonly (readonly [string, string])[] = [
  ...['line-control', 'focus', 'live', 'accent'].flatMap((part) => surfaces.map((surface) => [part, surface] as const)),
  ['danger', 'raised'],
  ['thumb', 'accent'],
];

describe.each<Theme>(['light', 'dark'])('%s', (theme) => {
  const colour = (name: string): Colour => parseColour(token(name, theme));
  const on = (name: string, surface: string): number => contrast(colour(name), colour(surface));

  test.each(Object.keys(look))('%s is as the design says', (name) => {
    expect(token(name, theme)).toBe(look[name]?.[theme === 'light' ? 0 : 1]);
  });
  test.each(texts)('%s on %s can be read', (ink, surface) => {
    expect(on(ink, surface)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(parts)('%s on %s can be seen', (part, surface) => {
    expect(on(part, surface)).toBeGreaterThanOrEqual(3);
  });
  test.each(surfaces.flatMap((surface) => ['ink', 'ink-2'].map((ink) => [ink, surface] as const)))(
    '%s on %s under the pointer can be read',
    (ink, surface) => {
      expect(contrast(colour(ink), over(colour('press'), colour(surface)))).toBeGreaterThanOrEqual(4.5);
    },
  );
  test('text on a plate is readable on every picture', () => {
    for (const picture of ['#fff', '#000', '#808080']) {
      const plate = over(colour('pic-plate'), parseColour(picture));
      expect(contrast(colour('pic-ink'), plate)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colour('pic-ink-2'), plate)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('contrast', () => {
  test('black on white is 21, a colour on itself 1, the usual grey 4.54', () => {
    expect(contrast(parseColour('#000'), parseColour('#fff'))).toBeCloseTo(21);
    expect(contrast(parseColour('#00757A'), parseColour('#00757A'))).toBe(1);
    expect(contrast(parseColour('#767676'), parseColour('#ffffff'))).toBeCloseTo(4.54, 2);
  });
  test('half-transparent white over black is grey', () => {
    expect(over(parseColour('rgb(255 255 255 / .5)'), parseColour('#000'))).toMatchObject({ red: 127.5, alpha: 1 });
  });
  test('anything but a colour throws', () => {
    expect(() => parseColour('teal')).toThrow(SyntaxError);
  });
});

describe('the style sheets', () => {
  const primitives = [...read('./primitives.css').matchAll(/@import "\.\.\/primitives\/([^"]+)"/g)].map(([, file = '']) => ({
    file,
    text: read(`../primitives/${file}`),
  }));
  test('primitives.css contains every primitive’s style sheet', () => {
    const files = Object.keys(sheets)
      .filter((path) => path.startsWith('../primitives/'))
      .map((path) => path.replace('../primitives/', ''));
    expect(primitives.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
  });
  test.each(primitives)('$file takes its colours and times from tokens that exist', ({ text }) => {
    // A thumb's white, and values that only the platform knows, are not in the theme.
    expect(text.replaceAll(/#fff\b|rgb\(0 0 0\/\.25\)/g, '').match(/#[\da-f]{3,8}\b|rgba?\(/gi) ?? []).toEqual([]);
    for (const [, name = ''] of text.matchAll(/var\((--wp-[\w-]+)/g)) expect([...tokens.keys(), '--wp-choice-box']).toContain(name);
    for (const [, name = ''] of text.matchAll(/\.([a-z][\w-]*)/g)) expect(name).toMatch(/^wp-|^\d/);
  });
});

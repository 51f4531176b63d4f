import { engines, type Engine, type Text } from './capabilities.ts';

interface Need {
  readonly name: string;
  readonly use: Text;
  /** The version that brought it, by MDN's compatibility data; null where the engine needs another. */
  readonly since: Readonly<Record<Engine, number | null>>;
}

/** What the product can't do without, as far as it decides how old a browser may be. WebKit: of Safari, on iPhones of iOS. */
const needs: readonly Need[] = [
  {
    name: 'light-dark()',
    use: { en: 'the colours of both themes', ru: 'цвета обеих тем' },
    since: { chromium: 123, firefox: 120, webkit: 17.5 },
  },
  {
    name: 'requestVideoFrameCallback',
    use: { en: 'when a frame is on the screen', ru: 'момент, когда кадр на экране' },
    since: { chromium: 83, firefox: 132, webkit: 15.4 },
  },
  {
    name: 'AbortSignal.any',
    use: { en: 'requests with more than one end', ru: 'запросы, которые можно прервать по нескольким причинам' },
    since: { chromium: 116, firefox: 124, webkit: 17.4 },
  },
  {
    name: 'popover',
    use: { en: 'the video wall over a whole page', ru: 'видеостена на всю страницу' },
    since: { chromium: 114, firefox: 125, webkit: 17 },
  },
  {
    name: 'ManagedMediaSource',
    use: { en: 'live video and the archive on iPhones', ru: 'эфир и архив на iPhone' },
    since: { chromium: null, firefox: null, webkit: 17.1 },
  },
];

/** The oldest version of an engine in which the product works. */
export function oldestVersion(engine: Engine): number {
  return Math.max(...needs.map(({ since }) => since[engine] ?? 0));
}

const columns: Readonly<Record<Engine, string>> = { chromium: 'Chrome, Edge', firefox: 'Firefox', webkit: 'Safari, iOS' };

/** The table of the page `docs/guide/browsers.md`. */
export function oldestVersionsTable(locale: keyof Text): string {
  const all = { en: '**All of it**', ru: '**Всё вместе**' }[locale];
  return [
    `| | ${engines.map((engine) => columns[engine]).join(' | ')} |`,
    `|${'---|'.repeat(engines.length + 1)}`,
    ...needs.map(
      ({ name, use, since }) => `| \`${name}\`: ${use[locale]} | ${engines.map((engine) => since[engine] ?? '—').join(' | ')} |`,
    ),
    `| ${all} | ${engines.map((engine) => `**${oldestVersion(engine)}**`).join(' | ')} |`,
  ].join('\n');
}

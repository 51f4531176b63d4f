import { capabilities, engines, testLimits, type Capability, type Engine, type Proof, type Text } from './capabilities.ts';

type PageLocale = keyof Text;

const columns: Readonly<Record<Engine, Text>> = {
  chromium: { en: 'Chromium (Chrome, Edge, Android)', ru: 'Chromium (Chrome, Edge, Яндекс Браузер, Android)' },
  firefox: { en: 'Firefox', ru: 'Firefox' },
  webkit: { en: 'WebKit (Safari, iPhone)', ru: 'WebKit (Safari, iPhone)' },
};
const words = {
  tested: { en: '**tested**', ru: '**проверено**' },
  documented: { en: 'by documentation', ru: 'по документации' },
  impossible: { en: 'not possible', ru: 'невозможно' },
} as const satisfies Readonly<Record<Proof['kind'], Text>>;

/** The table of the page `docs/guide/browsers.md`. */
export function capabilityTable(locale: PageLocale): string {
  const rows: readonly Capability[] = Object.values(capabilities);
  return [
    `| ${['', ...engines.map((engine) => columns[engine][locale])].join(' | ')} |`.replace('|  |', '| |'),
    `|${'---|'.repeat(engines.length + 1)}`,
    ...rows.map(({ name, proofs }) => `| ${[name[locale], ...engines.map((engine) => cellOf(proofs[engine], locale))].join(' | ')} |`),
  ].join('\n');
}

/** The list of what the tests can't do in an engine. */
export function limitList(locale: PageLocale): string {
  return testLimits.map(({ engine, lacks }) => `- ${engine === 'webkit' ? 'WebKit' : 'Firefox'}: ${lacks[locale]}`).join('\n');
}

function cellOf(proof: Proof, locale: PageLocale): string {
  const word = words[proof.kind][locale];
  if (proof.kind === 'tested') return word;
  if (proof.kind === 'impossible') return `${word}: ${proof.because[locale]}`;
  return proof.since ? `${word}, ${proof.since[locale]}` : word;
}

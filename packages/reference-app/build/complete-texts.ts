import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

type Texts = Readonly<Record<string, unknown>>;

/** The plural forms of each language (specification 1, section 9; en has two). */
const forms: Readonly<Record<string, readonly string[]>> = { en: ['one', 'other'], ru: ['zero', 'one', 'few', 'many', 'other'] };
const plural = /_(zero|one|two|few|many|other)$/;

/** Flattens nested texts to keys joined by dots. */
function flatten(texts: Texts, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') found.set(path + key, value);
    else if (typeof value === 'object' && value !== null)
      for (const [name, text] of flatten({ ...value }, `${path}${key}.`)) found.set(name, text);
  }
  return found;
}

/** Returns one line for each key, plural form or text that one language lacks and another has. */
export function missingTexts(languages: Readonly<Record<string, Texts>>): string[] {
  const flat = Object.entries(languages).map(([language, texts]) => [language, flatten(texts)] as const);
  const keys = [...new Set(flat.flatMap(([, texts]) => [...texts.keys()].map((key) => key.replace(plural, ''))))].toSorted();
  const isPlural = (key: string): boolean => flat.some(([, texts]) => texts.has(`${key}_other`) || texts.has(`${key}_one`));
  return flat.flatMap(([language, texts]) =>
    keys.flatMap((key) => {
      const wanted = isPlural(key) ? (forms[language] ?? ['other']).map((form) => `${key}_${form}`) : [key];
      return wanted.filter((name) => (texts.get(name) ?? '').trim() === '').map((name) => `${language}: ${name}`);
    }),
  );
}

/**
 * Fails the build when a text is missing in one of the languages.
 * @param sources folder with pairs of files `<namespace>.<language>.json`, at any depth
 */
export function completeTexts(sources: URL): Plugin {
  return {
    name: 'watchpost-complete-texts',
    apply: 'build',
    buildStart() {
      const languages: Record<string, Record<string, unknown>> = {};
      for (const file of globSync('**/*.{en,ru}.json', { cwd: sources })) {
        const [, namespace, language] = /([^/]+)\.(\w+)\.json$/.exec(file) ?? [];
        if (namespace === undefined || language === undefined) continue;
        const url = new URL(file, sources);
        this.addWatchFile(fileURLToPath(url));
        (languages[language] ??= {})[namespace] = JSON.parse(readFileSync(url, 'utf8'));
      }
      const missing = missingTexts(languages);
      if (missing.length > 0) throw new Error(`Texts are missing:\n${missing.join('\n')}`);
    },
  };
}

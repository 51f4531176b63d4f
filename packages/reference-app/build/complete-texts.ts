import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

type Texts = Readonly<Record<string, unknown>>;

/** The plural forms that a language writes (specification 1, section 9; en has two). */
const forms: Readonly<Record<string, readonly string[]>> = { en: ['one', 'other'], ru: ['zero', 'one', 'few', 'many', 'other'] };
const plural = /_(zero|one|two|few|many|other)$/;

/** Every key with its text, sections joined by dots. */
function flatten(texts: Texts, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') found.set(path + key, value);
    else if (typeof value === 'object' && value !== null) for (const [name, text] of flatten({ ...value }, `${path}${key}.`)) found.set(name, text);
  }
  return found;
}

/** What is missing in a language that another one has: keys, plural forms, texts. One line each. */
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

/** Fails the build when a text is missing in one of the languages. Files are `<section>.<language>.json`. */
export function completeTexts(folder: URL): Plugin {
  return {
    name: 'watchpost-complete-texts',
    apply: 'build',
    buildStart() {
      const languages: Record<string, Record<string, unknown>> = {};
      for (const file of readdirSync(folder)) {
        const [, section, language] = /^(.+)\.(\w+)\.json$/.exec(file) ?? [];
        if (section === undefined || language === undefined) continue;
        this.addWatchFile(new URL(file, folder).pathname);
        (languages[language] ??= {})[section] = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
      }
      const missing = missingTexts(languages);
      if (missing.length > 0) throw new Error(`Texts are missing:\n${missing.join('\n')}`);
    },
  };
}

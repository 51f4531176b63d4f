import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import type { Step } from '../lib/steps.ts';
import { codeFolders, listFiles } from '../lib/workspace.ts';
import { readReplacedTerms } from './glossary.ts';
import { proseOfSource } from './prose-of-source.ts';
import { anyTermOf, createProseLinter } from './prose-linter.ts';

const glossaryPage = 'docs/glossary.md';

/** Pages that mention replaced words on purpose, or are generated. */
const excluded = [glossaryPage, 'docs/api/', 'CHANGELOG.md'];

/** Checks that all prose uses the words of docs/glossary.md: pages, comments, test titles, texts of the interface. */
export const proseGate: Step = {
  name: 'prose',
  run: async () => {
    const terms = readReplacedTerms(readFileSync(join(root, glossaryPage), 'utf8'));
    const lint = await createProseLinter(terms);
    const anyTerm = anyTermOf(terms);
    const files = listProse();
    const problems: string[] = [];
    for (const file of files) {
      const text = readFileSync(join(root, file), 'utf8');
      // A file's prose is part of its text, and one source in three hundred has any of the words: the others need not be parsed.
      if (!anyTerm.test(text)) continue;
      const found = await lint(file.endsWith('.md') ? text : proseOfSource(file, text));
      problems.push(...found.map(({ line, message }) => `${file}:${line} ${message}`));
    }
    if (problems.length > 0) problems.push(`The words and their replacements are in ${glossaryPage}.`);
    return {
      passed: problems.length === 0 ? 1 : 0,
      failed: problems.length === 0 ? 0 : 1,
      output: problems.join('\n'),
      note: `${files.length} files`,
    };
  },
};

/** Lists pages, changesets (they become the changelogs), TypeScript and the JSON files of the interface's texts. */
function listProse(): string[] {
  return ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md', 'docs', '.changeset', ...codeFolders]
    .flatMap((path) => (path.endsWith('.md') ? [path] : listFiles(root, path)))
    .filter((file) => /\.(md|tsx?)$|\/(texts|locales|i18n)\/.*\.json$|\.(en|ru)\.json$/.test(file))
    .filter((file) => !excluded.some((path) => file === path || file.startsWith(path) || file.endsWith(`/${path}`)));
}

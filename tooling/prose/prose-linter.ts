import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter, loadTextlintrc } from 'textlint';
import { root } from '../lib/root.ts';
import type { ReplacedTerm } from './glossary.ts';

interface ProseProblem {
  /** Line number, starting at 1. */
  readonly line: number;
  readonly message: string;
}

/** Finds replaced terms in Markdown. Ignores code, links and block quotations. */
export type ProseLinter = (markdown: string) => Promise<readonly ProseProblem[]>;

/** Returns what finds any of the words, but also within code. */
export function anyTermOf(terms: readonly ReplacedTerm[]): RegExp {
  return new RegExp(terms.map(({ pattern }) => pattern).join('|'), 'i');
}

/** textlint reads its rules from a file, which this writes with the words of the glossary. */
export async function createProseLinter(terms: readonly ReplacedTerm[]): Promise<ProseLinter> {
  const folder = join(root, 'node_modules/.cache/watchpost');
  const configFilePath = join(folder, 'textlintrc.json');
  mkdirSync(folder, { recursive: true });
  const rules = { terminology: { defaultTerms: false, terms: terms.map(({ pattern, replacement }) => [pattern, replacement]) } };
  writeFileSync(configFilePath, JSON.stringify({ rules }));
  const descriptor = await loadTextlintrc({ configFilePath });
  if (descriptor.rule.descriptors.length === 0)
    throw new Error('textlint could not load the rule "terminology". Install the packages again.');
  const linter = createLinter({ descriptor });
  // Most texts contain none of the words, and searching is a hundred times faster than parsing Markdown.
  const anyTerm = anyTermOf(terms);
  return async (markdown) => {
    if (!anyTerm.test(markdown)) return [];
    const { messages } = await linter.lintText(markdown, 'prose.md');
    return messages.map(({ loc, message }) => ({ line: loc.start.line, message }));
  };
}

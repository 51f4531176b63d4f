/** A word that the glossary replaces. */
export interface ReplacedTerm {
  /** A word, a phrase or a regular expression, in the syntax of textlint-rule-terminology. */
  readonly pattern: string;
  readonly replacement: string;
}

/**
 * Reads the table "Words we don't use" of docs/glossary.md. Its last column lists, in backticks, the words that the check finds;
 * words that are wrong in some meanings only are listed as phrases.
 * @throws {Error} when the page has no such table: a check without words would pass any text
 */
export function readReplacedTerms(glossary: string): ReplacedTerm[] {
  const [, section = ''] = /^## Words we don't use\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(glossary) ?? [];
  const rows = section
    .split('\n')
    .filter((line) => /^\|(?!-|\s*Instead of)/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')));
  const terms = rows.flatMap(([, , replacement = '', patterns = '']) =>
    [...patterns.matchAll(/`([^`]+)`/g)].map(([, pattern = '']) => ({ pattern, replacement: replacement.replaceAll('`', '') })),
  );
  if (terms.length === 0) throw new Error('docs/glossary.md has no table "Words we don\'t use" with words to look for in its last column.');
  return terms;
}

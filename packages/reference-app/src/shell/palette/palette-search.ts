import { swapLayout } from './palette-layout.ts';

/** The searchable part of an entry. */
export interface Searchable {
  readonly title: string;
  /** Synonyms in every language. */
  readonly words?: string;
}

/** Removes case, accents, the dots of ё and punctuation for comparison. */
export function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether `text` starts with `word` except for one typo: a wrong, missing, doubled or transposed letter. */
export function isNearly(word: string, text: string): boolean {
  let same = 0;
  while (same < word.length && word[same] === text[same]) same += 1;
  if (same === word.length) return true;
  const rest = word.slice(same);
  const other = text.slice(same);
  const startsAfter = (skipWord: number, skipText: number): boolean => other.slice(skipText).startsWith(rest.slice(skipWord));
  const isSwap = rest.length > 1 && rest[0] === other[1] && rest[1] === other[0] && startsAfter(2, 2);
  return startsAfter(1, 1) || startsAfter(1, 0) || startsAfter(0, 1) || isSwap;
}

/** Scores how well a word of the query matches a word of an entry, 0 to 60. */
function wordScore(word: string, text: string): number {
  if (text === word) return 60;
  if (text.startsWith(word)) return 50;
  if (word.length >= 2 && text.includes(word)) return 30;
  return word.length >= 4 && isNearly(word, text) ? 20 : 0;
}

function scoreFor(query: string, { title, words = '' }: Searchable): number {
  const normalTitle = normalize(title);
  if (normalTitle === query) return 200;
  const titleWords = normalTitle.split(' ');
  const otherWords = normalize(words).split(' ');
  let sum = normalTitle.startsWith(query) ? 40 : 0;
  const queryWords = query.split(' ');
  for (const word of queryWords) {
    const best = Math.max(
      ...titleWords.map((text) => wordScore(word, text) && wordScore(word, text) + 10),
      ...otherWords.map((text) => wordScore(word, text)),
    );
    if (best === 0) return 0;
    sum += best / queryWords.length;
  }
  return sum;
}

/**
 * Returns the entries that match a query, the best first. Every word has to match, in any order, in any of the entry's languages,
 * with one typo, or typed in the wrong keyboard layout.
 */
export function search<Entry extends Searchable>(query: string, entries: readonly Entry[]): readonly Entry[] {
  const asTyped = normalize(query);
  // Punctuation keys are letters in the other layout, so the swap precedes normalization.
  const otherLayout = normalize(swapLayout(query));
  if (asTyped === '' && otherLayout === '') return [];
  return entries
    .map((entry, index) => ({
      entry,
      index,
      score: Math.max(asTyped === '' ? 0 : scoreFor(asTyped, entry), otherLayout === '' ? 0 : scoreFor(otherLayout, entry) - 5),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ entry }) => entry);
}

/** Maximum UTF-16 units of one character: flags and families with skin tones take up to 25. */
const maxUnitsPerCharacter = 32;

/** Missing in Firefox before 125. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter() : null;

/** Counts user-perceived characters (extended grapheme clusters, UAX #29): an emoji of several code points is one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of segmenter?.segment(text) ?? text) count += 1;
  return count;
}

/** Whether a text has at most `max` characters. Characters with endless combining marks are refused too: they take memory. */
export function hasAtMostCharacters(text: string, max: number): boolean {
  return text.length <= max || (text.length <= max * maxUnitsPerCharacter && countCharacters(text) <= max);
}

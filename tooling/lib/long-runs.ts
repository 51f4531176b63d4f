/** Increasing lengths find non-linear time before it takes minutes. */
const lengths = [4000, 40_000, 250_000];
/** Characters common to all grammars; skipped at full length, which is only useful with a grammar's own characters. */
const common = [' ', '\t', '\u2028', 'a', '0', '"', '\\', '-', '.'];
/** The longest allowed blocking of the event loop, ms. */
const limitMs = 100;
/** As many passes of one expression over a text take the same 100 ms, on the machine for which that limit was set. */
const passesInLimit = 25;

/**
 * Feeds a parser with one character repeated at every position of the grammar: at every edge between two words of `seed`, with the
 * characters on both sides of it, with spaces and with the common characters. Counts this thread's CPU time, and on a slow machine compares it with that of simple passes over
 * the same text, so that neither a busy nor a slow machine matters.
 * @param parse may throw: its result is tested elsewhere
 * @returns null, or the first run that blocks the event loop for too long
 * @example expect(findSlowRun('a=fmtp:96 x=1', parseSdp)).toBeNull();
 */
export function findSlowRun(seed: string, parse: (text: string) => unknown): string | null {
  for (const length of lengths) {
    for (let at = 0; at <= seed.length; at += 1) {
      const [before = '', after = ''] = [seed[at - 1], seed[at]];
      if (before !== '' && after !== '' && isWord(before) && isWord(after)) continue;
      for (const character of new Set([before || after, after || before, ' ', ...(length < 100_000 ? common : [])])) {
        const text = seed.slice(0, at) + character.repeat(length) + seed.slice(at);
        if (isAlwaysSlow(text, parse)) return `${length} × ${JSON.stringify(character)} at ${at} of ${JSON.stringify(seed)}`;
      }
    }
  }
  return null;
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

/** Whether five runs out of five exceed the limit: a garbage collection or a shared core only slows down one. */
function isAlwaysSlow(text: string, parse: (text: string) => unknown): boolean {
  for (let run = 0; run < 5; run += 1) {
    const costMs = cost(text, parse);
    if (costMs <= limitMs || costMs <= passesInLimit * cost(text, countWords)) return false;
  }
  return true;
}

/** A linear pass over a text: how fast this machine is just now. */
function countWords(text: string): number {
  let words = 0;
  for (const character of text) if (isWord(character)) words += 1;
  return words;
}

/** Returns this thread's CPU time, ms. */
function cost(text: string, parse: (text: string) => unknown): number {
  const before = process.threadCpuUsage();
  try {
    parse(text);
  } catch {
    // Rejecting the text is fine, too, if it is fast.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

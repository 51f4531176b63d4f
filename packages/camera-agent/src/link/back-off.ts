const shortest = 500;
const minute = 60_000;

/** Soon at first, for most cuts are short; a server that stays away is left alone more and more. */
function longest(outage: number): number {
  if (outage < minute) return 3000;
  return outage < 10 * minute ? 15_000 : minute;
}

/**
 * How long to wait before the next try, ms: doubling from 0.5 s to 3 s in the first minute, to 15 s after it and to a minute after ten,
 * with full jitter, so that a crowd of agents does not come back in step after the server's restart.
 * @param failures how many tries have failed in a row, 1 or more
 * @param random 0–1
 * @param outage how long the server has been away, ms
 */
export function backOff(failures: number, random: number, outage: number): number {
  const ceiling = Math.min(longest(outage), shortest * 2 ** Math.min(failures, 10));
  return shortest + random * (ceiling - shortest);
}

import type { AgentStream } from '@watchpost/contract/protocols/agent';

/** Which stream the uplink can carry. */
export interface UplinkChoice {
  /**
   * @param at monotonic ms
   * @param delay how late what is sent now would arrive, ms
   */
  observe(at: number, delay: number): AgentStream;
}

/** Later than this is too slow, ms. */
const tooLate = 2500;
/** One lost packet makes no slow uplink: only what lasts this long, ms. */
const patience = 3000;
const inTime = 500;
const [shortestWait, longestWait] = [30_000, 600_000];

/**
 * Goes down to the low stream when the uplink stays too slow, and back up after 30 s in which it had room.
 * Each return that soon fails doubles the wait for the next one, up to 10 minutes.
 */
export function createUplinkChoice(): UplinkChoice {
  let choice: AgentStream = 'main';
  let wait = shortestWait;
  /** Since when it is as it must be for a change; null: it is not. */
  let since: number | null = null;
  let changedAt = Number.NEGATIVE_INFINITY;
  return {
    observe: (at, delay) => {
      const speaksForChange = choice === 'main' ? delay >= tooLate : delay <= inTime;
      since = speaksForChange ? (since ?? at) : null;
      if (since === null || at - since < (choice === 'main' ? patience : wait)) return choice;
      if (choice === 'main') wait = at - changedAt < 2 * wait ? Math.min(longestWait, wait * 2) : shortestWait;
      choice = choice === 'main' ? 'low' : 'main';
      changedAt = at;
      since = null;
      return choice;
    },
  };
}

import type { AgentStream } from '@watchpost/contract/protocols/agent';

/** Chooses the stream that the uplink can carry. */
export interface UplinkChoice {
  /**
   * @param at monotonic ms
   * @param delay how late data sent now would arrive, ms
   */
  observe(at: number, delay: number): AgentStream;
}

/** A longer delay is too slow, ms. */
const tooLate = 2500;
/** An uplink is slow only after this time: one lost packet does not count. */
const slowTimeoutMs = 3000;
const inTime = 500;
const [minWaitMs, maxWaitMs] = [30_000, 600_000];

/**
 * Selects the substream when the uplink stays too slow, and the main stream again after 30 s with room.
 * Each return that soon fails doubles the wait before the next one, up to 10 minutes.
 */
export function createUplinkChoice(): UplinkChoice {
  let choice: AgentStream = 'main';
  let wait = minWaitMs;
  /** Start of the current condition for a change; null when the condition is not met. */
  let since: number | null = null;
  let changedAt = Number.NEGATIVE_INFINITY;
  return {
    observe: (at, delay) => {
      const speaksForChange = choice === 'main' ? delay >= tooLate : delay <= inTime;
      since = speaksForChange ? (since ?? at) : null;
      if (since === null || at - since < (choice === 'main' ? slowTimeoutMs : wait)) return choice;
      if (choice === 'main') wait = at - changedAt < 2 * wait ? Math.min(maxWaitMs, wait * 2) : minWaitMs;
      choice = choice === 'main' ? 'low' : 'main';
      changedAt = at;
      since = null;
      return choice;
    },
  };
}

import type { LiveConnection } from '@watchpost/sdk-core';
import type { PlayerCore } from '../player-core.ts';

/** The socket retries after 2 s at most: within this time (ms) a whole attempt has started and ended. */
const giveUpAfterMs = 4_000;

/**
 * Waits for the result of the socket's next attempt. A running attempt does not count: it may have started while the network was down.
 * @returns true if the socket is open
 */
export function opensNext({ state }: Pick<LiveConnection, 'state'>, { clock, life }: Pick<PlayerCore, 'clock' | 'life'>): Promise<boolean> {
  if (state.value === 'open' || life.aborted) return Promise.resolve(state.value === 'open');
  return new Promise((resolve) => {
    let isFirst = true;
    let isNewTry = false;
    const end = (): void => {
      life.removeEventListener('abort', end);
      stopWaiting();
      stopWatching();
      resolve(state.value === 'open');
    };
    const stopWaiting = clock.after(giveUpAfterMs, end);
    life.addEventListener('abort', end);
    const stopWatching = state.subscribe((now) => {
      if (isFirst) isFirst = false;
      else if (now === 'connecting') isNewTry = true;
      else if (now === 'open' || isNewTry) end();
    });
  });
}

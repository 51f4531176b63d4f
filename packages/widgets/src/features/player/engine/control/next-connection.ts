import type { LiveConnection } from '@watchpost/sdk-core';
import type { PlayerCore } from '../player-core.ts';

/** The waits between the socket's tries are 2 s at most: in so long (ms) a whole try has begun and ended. */
const giveUpAfter = 4_000;

/**
 * Waits for what the socket's next try brings. One that runs already does not count: it may have begun while the network was away.
 * @returns whether the socket is open
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
    const stopWaiting = clock.after(giveUpAfter, end);
    life.addEventListener('abort', end);
    const stopWatching = state.subscribe((now) => {
      if (isFirst) isFirst = false;
      else if (now === 'connecting') isNewTry = true;
      else if (now === 'open' || isNewTry) end();
    });
  });
}

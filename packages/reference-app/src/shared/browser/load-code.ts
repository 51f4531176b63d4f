import { browserClock } from './clock.ts';

/** While nobody answers, ms. */
const tryEvery = 2000;
/** So often it must not come from a server that answers: a network that has just come back loses a request or two. */
const givenUpAfter = 3;

/** The server answers, and the code is not there: the app was updated under this page. A reload brings all. */
export class LostCode extends Error {}

/** At the window, when code is gone: there was a release. */
export const codeLostEvent = 'watchpost-code-lost';

/**
 * Code of a part that comes after its page. While nobody answers it is asked for again, and what is on the screen stays; but where the server
 * answers and the code still does not come, it is gone: the app was updated under this page.
 * @throws {LostCode} with what `load` threw last as its cause
 * @example lazy(async () => ({ default: (await loadCode(() => import('./player.tsx'))).Player }))
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let refused = 0; ; ) {
    try {
      return await load();
    } catch (error) {
      if (await isAnswered()) {
        refused += 1;
        if (refused === givenUpAfter) {
          dispatchEvent(new Event(codeLostEvent));
          throw new LostCode('A part of the app does not come.', { cause: error });
        }
        if (refused === 1) continue;
      }
    }
    await new Promise<void>((resolve) => void browserClock.after(tryEvery, resolve));
  }
}

/** A gateway that answers for a server that is away is no answer. */
const isAnswered = (): Promise<boolean> => fetch('/healthz', { cache: 'no-store' }).then(({ ok }) => ok, () => false);

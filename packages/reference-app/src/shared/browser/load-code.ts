import { systemClock } from '@watchpost/sdk-core';
import { withTexts } from '../i18n/i18n.ts';
import { retryStyleSheets } from './style-sheets.ts';
import { withBasePath } from '../navigation/base-path.ts';

const retryIntervalMs = 2000;
/** Attempts while the server answers: a network that has just come back loses a request or two. */
const maxAttempts = 3;

/** The server answers, but a part of the app cannot be loaded: after a release, or because this browser never retries a failed module. A reload loads everything. */
export class LostCode extends Error {}

/**
 * Loads code that comes after its page. While the server cannot be reached it retries, and what is on the screen stays.
 * @throws {LostCode} with the last failure as its cause, when the server answers and the code still cannot be loaded
 * @example lazy(async () => ({ default: (await loadCode(() => import('./player.tsx'))).Player }))
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let failures = 0; ;) {
    try {
      await retryStyleSheets();
      return await withTexts(load);
    } catch (error) {
      if (await isServerReachable()) {
        failures += 1;
        if (failures === maxAttempts) throw new LostCode('A part of the app could not be loaded.', { cause: error });
        if (failures === 1) continue;
      }
    }
    await new Promise<void>((resolve) => void systemClock.after(retryIntervalMs, resolve));
  }
}

/**
 * Calls `onLost` once a part of the app keeps failing although the server answers, whichever code requested it.
 * @returns stops watching
 */
export function watchLostCode(onLost: () => void): () => void {
  const failures = new Map<string, number>();
  // Vite reports each failed import here; the message names the file.
  const count = async ({ payload: { message } }: VitePreloadErrorEvent): Promise<void> => {
    if (!(await isServerReachable())) return;
    failures.set(message, (failures.get(message) ?? 0) + 1);
    if (failures.get(message) === maxAttempts) onLost();
  };
  const onError = (event: VitePreloadErrorEvent): void => void count(event);
  addEventListener('vite:preloadError', onError);
  return () => removeEventListener('vite:preloadError', onError);
}

/** Whether the server answers; a gateway that answers while it is down does not count. */
const isServerReachable = (): Promise<boolean> =>
  fetch(withBasePath('/healthz'), { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

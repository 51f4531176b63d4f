import { appendFileSync } from 'node:fs';

/** What tests wait for before they test anything. */
type SetUp = 'product' | 'browser' | 'camera' | 'sign-in';

/** Notes how long a start took in the file that `npm test -- --times` names: one JSON object a line. */
export async function timeSetUp<T>(what: SetUp, start: () => Promise<T>): Promise<T> {
  const file = process.env['WATCHPOST_TEST_SET_UP_TIMES'];
  if (file === undefined) return start();
  const startedAt = performance.now();
  try {
    return await start();
  } finally {
    // Several workers write at the same time: a short line is appended whole.
    appendFileSync(file, `${JSON.stringify({ what, ms: Math.round(performance.now() - startedAt) })}\n`);
  }
}

import { configure, getConfig } from '@testing-library/react';
import { inject } from 'vitest';

const { asyncWrapper } = getConfig();
// Tests replace timers.
const { setImmediate } = globalThis;

configure({
  // A second, the library's own limit, is a test of the machine: beside a busy core it fails.
  asyncUtilTimeout: inject('waitLimitMs'),
  // What a test waits for is in the page before its effects have run: beside a busy core React runs them in a later task, so
  // that a key pressed at once meets no listener. React's own task was queued first, so it has run when this one runs.
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const found = await wait();
      await new Promise(setImmediate);
      return found;
    }),
});

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for a condition at most, ms; in vitest.config.ts. */
    readonly waitLimitMs: number;
  }
}

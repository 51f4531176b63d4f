import { inject, vi } from 'vitest';

// Vitest's own limit of a second is a test of the machine: beside a busy core it fails. The limit for all is in vitest.config.ts.
const { waitFor, waitUntil } = vi;
const limit = { timeout: inject('waitLimitMs') };
const withLimit = (options?: number | object): number | object => (typeof options === 'number' ? options : { ...limit, ...options });
// Tests replace timers. What a probe sees may have its effects in the next task: beside a busy core React runs them there.
const { setImmediate } = globalThis;
const afterEffects = async <T>(found: Promise<T>): Promise<T> => {
  const value = await found;
  await new Promise(setImmediate);
  return value;
};
const isSet = Symbol.for('watchpost.wait-limits');

// Test files of a worker share Vitest's functions.
if (!Object.hasOwn(vi, isSet))
  Object.assign(vi, {
    [isSet]: true,
    waitFor: ((probe, options) => afterEffects(waitFor(probe, withLimit(options)))) satisfies typeof vi.waitFor,
    waitUntil: ((probe, options) => afterEffects(waitUntil(probe, withLimit(options)))) satisfies typeof vi.waitUntil,
  });

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for a condition at most, ms. */
    readonly waitLimitMs: number;
  }
}

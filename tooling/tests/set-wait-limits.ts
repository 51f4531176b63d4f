import { inject, vi } from 'vitest';

// Vitest's own limit of a second is a test of the machine: beside a busy core it fails. The limit for all is in vitest.config.ts.
const { waitFor, waitUntil } = vi;
const limit = { timeout: inject('waitLimitMs') };
const withLimit = (options?: number | object): number | object => (typeof options === 'number' ? options : { ...limit, ...options });
const isSet = Symbol.for('watchpost.wait-limits');

// Test files of a worker share Vitest's functions.
if (!Object.hasOwn(vi, isSet))
  Object.assign(vi, {
    [isSet]: true,
    waitFor: ((probe, options) => waitFor(probe, withLimit(options))) satisfies typeof vi.waitFor,
    waitUntil: ((probe, options) => waitUntil(probe, withLimit(options))) satisfies typeof vi.waitUntil,
  });

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for a condition at most, ms. */
    readonly waitLimitMs: number;
  }
}

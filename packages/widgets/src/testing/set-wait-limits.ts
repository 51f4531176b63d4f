import { configure } from '@testing-library/react';
import { inject } from 'vitest';

// A second, the library's own limit, is a test of the machine: beside a busy core it fails.
configure({ asyncUtilTimeout: inject('waitLimitMs') });

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for a condition at most, ms; in vitest.config.ts. */
    readonly waitLimitMs: number;
  }
}

import type { Viewing } from '../kernel/access/viewing.ts';

/** A viewing that is recorded nowhere and never limited, for tests of something else. */
export const unrecordedViewing: Viewing = { begin: () => undefined, check: () => undefined, end: () => undefined };

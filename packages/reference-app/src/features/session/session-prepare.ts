import { systemClock } from '@watchpost/sdk-core';
import { loadCodeStep } from './session-code-load.ts';
import { pendingSignIn } from './session-pending.ts';

/** Loads the step that the sign-in page begins with: after a reload the second one, while its code is valid. */
export async function prepareSignIn(): Promise<void> {
  if (pendingSignIn.read(systemClock.now())) await loadCodeStep();
}

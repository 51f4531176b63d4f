import { expect, onTestFinished, test, vi } from 'vitest';
import { eitherSignal } from './either-signal.ts';

test.each(['with AbortSignal.any', 'without it, as in React Native'])('the first of two signals aborts, %s', (platform) => {
  if (platform !== 'with AbortSignal.any') {
    vi.stubGlobal('AbortSignal', class {});
    onTestFinished(() => void vi.unstubAllGlobals());
  }
  for (const first of [0, 1]) {
    const controllers = [new AbortController(), new AbortController()] as const;
    const either = eitherSignal(controllers[0].signal, controllers[1].signal);
    expect(either.aborted).toBe(false);
    controllers[first === 0 ? 0 : 1].abort(new Error(`by ${first}`));
    expect([either.aborted, String(either.reason)]).toEqual([true, `Error: by ${first}`]);
  }
  const aborted = new AbortController();
  aborted.abort();
  expect(eitherSignal(new AbortController().signal, aborted.signal).aborted).toBe(true);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerWorker } from './push-worker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

/** Registers a worker that the browser begins to install. */
async function install() {
  const worker = new FakeWorker();
  const registration = { active: null, installing: worker, waiting: null };
  vi.stubGlobal('navigator', { serviceWorker: { register: async () => registration } });
  const onActive = vi.fn();
  const onFailed = vi.fn<(error: Error) => void>();
  void registerWorker('/worker.js').then(onActive, onFailed);
  await vi.advanceTimersByTimeAsync(0);
  return { worker, registration, onActive, onFailed };
}

test('an installation takes as long as a slow network needs for the app that it stores', async () => {
  const { worker, registration, onActive, onFailed } = await install();
  await vi.advanceTimersByTimeAsync(120_000);
  for (const state of ['installed', 'activating', 'activated'] as const) worker.become(state);
  await vi.advanceTimersByTimeAsync(0);
  expect([onActive.mock.calls, onFailed.mock.calls]).toEqual([[[registration]], []]);
});

test.each([
  ['installing', 180_000],
  ['installed', 10_000],
  ['activating', 10_000],
] as const)('a worker that stays %s is waited for %i ms', async (state, limitMs) => {
  const { worker, onActive, onFailed } = await install();
  worker.become(state);
  await vi.advanceTimersByTimeAsync(limitMs - 1);
  expect(onFailed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onFailed.mock.calls[0]?.[0].message).toBe(`The service worker was ${state} for ${limitMs} ms.`);
  expect(onActive).not.toHaveBeenCalled();
});

test('an installation that fails is reported at once', async () => {
  const { worker, onFailed } = await install();
  worker.become('redundant');
  await vi.advanceTimersByTimeAsync(0);
  expect(onFailed.mock.calls[0]?.[0].message).toBe('The installation of the service worker failed.');
});

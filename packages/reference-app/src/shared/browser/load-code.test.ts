// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadCode, LostCode, watchLostCode } from './load-code.ts';

const lost = new TypeError('Failed to fetch dynamically imported module');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('while the server cannot be reached, code is loaded again until it arrives', async () => {
  vi.stubGlobal(
    'fetch',
    vi
      .fn<typeof fetch>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue(new Response('Bad Gateway', { status: 502 })),
  );
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(lost)
    .mockRejectedValueOnce(lost)
    .mockRejectedValueOnce(lost)
    .mockResolvedValue('code');
  const loading = loadCode(load);
  await vi.advanceTimersByTimeAsync(5999);
  expect(load).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1);
  await expect(loading).resolves.toBe('code');
});

test('when the server answers, code is loaded again immediately and once more later, and then fails', async () => {
  const answers = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')));
  vi.stubGlobal('fetch', answers);
  await expect(loadCode(vi.fn<() => Promise<string>>().mockRejectedValueOnce(lost).mockResolvedValue('code'))).resolves.toBe('code');
  const gone = vi.fn<() => Promise<string>>().mockRejectedValue(lost);
  const onFailed = vi.fn();
  loadCode(gone).catch(onFailed);
  await vi.advanceTimersByTimeAsync(1999);
  expect(gone).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(new LostCode('A part of the app could not be loaded.', { cause: lost }));
  expect(gone).toHaveBeenCalledTimes(3);
  expect(answers).toHaveBeenCalledWith('/healthz', { cache: 'no-store' });
});

test('a file that keeps failing while the server answers is reported once; failures in an outage do not count', async () => {
  const answers = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', answers);
  const onLost = vi.fn();
  const stop = watchLostCode(onLost);
  const fail = async (file: string): Promise<void> => {
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new TypeError(`Failed to fetch ${file}`) }));
    await vi.advanceTimersByTimeAsync(0);
  };
  for (let failure = 0; failure < 3; failure += 1) await fail('/assets/a.js');
  answers.mockResolvedValue(new Response('{}'));
  await fail('/assets/a.js');
  await fail('/assets/b.js');
  await fail('/assets/a.js');
  expect(onLost).not.toHaveBeenCalled();
  await fail('/assets/a.js');
  await fail('/assets/a.js');
  expect(onLost).toHaveBeenCalledOnce();
  stop();
});

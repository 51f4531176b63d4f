// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codeLostEvent, loadCode, LostCode } from './load-code.ts';

const lost = new TypeError('Failed to fetch dynamically imported module');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('while nobody answers it is asked for again, until it is there', async () => {
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(new Response('Bad Gateway', { status: 502 })));
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValue('code');
  const loading = loadCode(load);
  await vi.advanceTimersByTimeAsync(5999);
  expect(load).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1);
  await expect(loading).resolves.toBe('code');
});

test('where the server answers it is tried again at once and once more later, and then told', async () => {
  const answers = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')));
  vi.stubGlobal('fetch', answers);
  await expect(loadCode(vi.fn<() => Promise<string>>().mockRejectedValueOnce(lost).mockResolvedValue('code'))).resolves.toBe('code');
  const gone = vi.fn<() => Promise<string>>().mockRejectedValue(lost);
  const told = vi.fn();
  const offered = vi.fn();
  addEventListener(codeLostEvent, offered, { once: true });
  loadCode(gone).catch(told);
  await vi.advanceTimersByTimeAsync(1999);
  expect(gone).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveBeenCalledExactlyOnceWith(new LostCode('A part of the app does not come.', { cause: lost }));
  expect(offered).toHaveBeenCalledOnce();
  expect(gone).toHaveBeenCalledTimes(3);
  expect(answers).toHaveBeenCalledWith('/healthz', { cache: 'no-store' });
});

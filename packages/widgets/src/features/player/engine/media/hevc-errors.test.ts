// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

/** The module as a page that was just opened has it. */
async function openPage() {
  vi.resetModules();
  return { ...(await import('./hevc-support.ts')), ...(await import('./hevc-errors.ts')) };
}
const type = 'video/mp4; codecs="hvc1.1.6.L93.B0,mp4a.40.2"';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('MediaSource', { isTypeSupported: () => true });
});

test('H.265 that the decoder fails at twice within 30 s is not requested any more, here and by this version of the browser', async () => {
  const page = await openPage();
  expect(page.decodesHevc()).toBe(true);
  page.onDecodeError(type, 1_000);
  expect(page.decodesHevc()).toBe(true);
  page.onDecodeError(type, 31_000);
  expect(page.decodesHevc()).toBe(false);
  // From the first request on.
  expect((await openPage()).decodesHevc()).toBe(false);
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Firefox/200');
  expect((await openPage()).decodesHevc()).toBe(true);
});

test('errors far apart, of H.264, or of several players at once are no reason', async () => {
  const page = await openPage();
  for (const [codec, at] of [
    [type, 0],
    [type, 100],
    [type, 40_000],
    ['video/mp4; codecs="avc1.4d401f"', 41_000],
    ['', 42_000],
    [type, 80_000],
  ] as const)
    page.onDecodeError(codec, at);
  expect(page.decodesHevc()).toBe(true);
});

test('a page that may not store anything knows it until it is left', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('denied');
  });
  const page = await openPage();
  page.onDecodeError(type, 1_000);
  page.onDecodeError(type, 2_000);
  expect(page.decodesHevc()).toBe(false);
  vi.restoreAllMocks();
  expect((await openPage()).decodesHevc()).toBe(true);
});

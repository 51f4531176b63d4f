// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawingPolicy } from './drawing-policy.ts';

/** The module as a page that was just opened has it. */
async function openPage(): Promise<typeof import('./drawing-storage.ts')> {
  vi.resetModules();
  return import('./drawing-storage.ts');
}

beforeEach(() => localStorage.clear());
afterEach(() => void vi.restoreAllMocks());

test('where nothing is chosen the policy decides; a device can be switched on and off', async () => {
  const { isDrawingWanted } = await openPage();
  expect(isDrawingWanted()).toBe(drawingPolicy.isDefault);
  localStorage.setItem('watchpost.webcodecs', 'on');
  expect(isDrawingWanted()).toBe(true);
  localStorage.setItem('watchpost.webcodecs', 'off');
  expect(isDrawingWanted()).toBe(false);
});

test('after a fault a page leaves it alone, after two of them this version of the browser, on this device', async () => {
  localStorage.setItem('watchpost.webcodecs', 'on');
  const first = await openPage();
  first.rememberFault(true);
  expect(first.isDrawingWanted()).toBe(false);
  const second = await openPage();
  expect(second.isDrawingWanted()).toBe(true);
  second.rememberFault(true);
  const third = await openPage();
  expect(third.isDrawingWanted()).toBe(false);
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Firefox/200 (X11; Linux)');
  expect(third.isDrawingWanted()).toBe(true);
  third.rememberFault(true);
  expect((await openPage()).isDrawingWanted()).toBe(true);
});

test('pictures that did not come are no fault of the device’s', async () => {
  localStorage.setItem('watchpost.webcodecs', 'on');
  for (let time = 0; time < 3; time += 1) {
    const page = await openPage();
    expect(page.isDrawingWanted()).toBe(true);
    page.rememberFault(false);
    expect(page.isDrawingWanted()).toBe(false);
  }
});

test('a page that may not store anything knows it until it is left', async () => {
  for (const call of ['getItem', 'setItem'] as const)
    vi.spyOn(Storage.prototype, call).mockImplementation(() => {
      throw new Error('denied');
    });
  const page = await openPage();
  expect(page.isDrawingWanted()).toBe(drawingPolicy.isDefault);
  page.rememberFault(true);
  expect(page.isDrawingWanted()).toBe(false);
});

// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPress } from './after-press.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const dispatch = (name: string): void => void document.body.dispatchEvent(new Event(name, { bubbles: true }));

test('calls immediately when nothing is pressed, by keyboard or by script', () => {
  const callback = vi.fn<() => void>();
  afterPress(callback);
  expect(callback).toHaveBeenCalledTimes(1);
});

test.each(['pointerup', 'pointercancel'])('calls once after %s, when the click is over', (end) => {
  const callback = vi.fn<() => void>();
  dispatch('pointerdown');
  afterPress(callback);
  expect(callback).not.toHaveBeenCalled();
  dispatch(end);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(callback).toHaveBeenCalledTimes(1);
  dispatch('pointerdown');
  dispatch(end);
  vi.advanceTimersByTime(0);
  expect(callback).toHaveBeenCalledTimes(1);
});

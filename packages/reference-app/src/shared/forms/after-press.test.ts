// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPress } from './after-press.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const tell = (name: string): void => void document.body.dispatchEvent(new Event(name, { bubbles: true }));

test('at once when nothing is pressed, by key and by script', () => {
  const callback = vi.fn<() => void>();
  afterPress(callback);
  expect(callback).toHaveBeenCalledTimes(1);
});

test.each(['pointerup', 'pointercancel'])('after %s, when the click is over, once', (end) => {
  const callback = vi.fn<() => void>();
  tell('pointerdown');
  afterPress(callback);
  expect(callback).not.toHaveBeenCalled();
  tell(end);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(callback).toHaveBeenCalledTimes(1);
  tell('pointerdown');
  tell(end);
  vi.advanceTimersByTime(0);
  expect(callback).toHaveBeenCalledTimes(1);
});

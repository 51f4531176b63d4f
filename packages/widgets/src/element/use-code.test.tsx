// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import type { JSX } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCode } from './use-code.ts';

type Greeting = { readonly hello: string };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Shown({ load, isDue = true }: { load: () => Promise<Greeting>; isDue?: boolean }): JSX.Element {
  return <p>{useCode(load, isDue)?.hello ?? 'waiting'}</p>;
}

test('requests lost code again until it is loaded', async () => {
  const load = vi
    .fn<() => Promise<Greeting>>()
    .mockRejectedValueOnce(new Error('lost'))
    .mockRejectedValueOnce(new Error('lost'))
    .mockResolvedValue({ hello: 'hello' });
  render(<Shown load={load} />);
  await act(() => vi.advanceTimersByTimeAsync(3999));
  expect(screen.getByText('waiting')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText('hello')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(3);
});

test('fetches code when it is due, and stops when no component needs it', async () => {
  const load = vi.fn<() => Promise<Greeting>>(() => Promise.reject(new Error('lost')));
  const { rerender, unmount } = render(<Shown load={load} isDue={false} />);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(load).not.toHaveBeenCalled();
  rerender(<Shown load={load} />);
  expect(load).toHaveBeenCalledTimes(1);
  unmount();
  await vi.advanceTimersByTimeAsync(5000);
  expect(load).toHaveBeenCalledTimes(1);
});

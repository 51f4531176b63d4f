// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadable } from './loadable.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const Hello = ({ name }: { name: string }): ReactNode => <p>hello {name}</p>;

test('waits for its code, and is shown in the same frame once the code has loaded', async () => {
  const load = vi.fn<() => Promise<typeof Hello>>(() => Promise.resolve(Hello));
  const hello = loadable(load);
  const first = render(<hello.Shown waiting={<p>wait</p>}>{(Greeting) => <Greeting name="Anna" />}</hello.Shown>);
  expect(screen.getByText('wait')).toBeDefined();
  expect(await screen.findByText('hello Anna')).toBeDefined();
  first.unmount();
  render(<hello.Shown waiting={<p>wait</p>}>{(Greeting) => <Greeting name="Boris" />}</hello.Shown>);
  expect(screen.getByText('hello Boris')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

test('preloaded code is shown without waiting', async () => {
  const hello = loadable(() => Promise.resolve(Hello));
  hello.preload();
  await act(async () => undefined);
  render(<hello.Shown waiting={<p>wait</p>}>{(Greeting) => <Greeting name="Anna" />}</hello.Shown>);
  expect(screen.getByText('hello Anna')).toBeDefined();
});

class Boundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError(error: Error): { message: string } {
    return { message: error.message };
  }
  override render(): ReactNode {
    return this.state.message === null ? this.props.children : <p>{this.state.message}</p>;
  }
}

test('a failed preload has no effect; code that stays lost leaves the page as it is', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}'))),
  );
  const load = vi.fn<() => Promise<typeof Hello>>(() => Promise.reject(new Error('gone')));
  const hello = loadable(load);
  hello.preload();
  await act(async () => undefined);
  expect(load).toHaveBeenCalledTimes(1);
  vi.useFakeTimers();
  render(
    <Boundary>
      <p>around</p>
      <hello.Shown waiting={<p>wait</p>}>{(Greeting) => <Greeting name="Anna" />}</hello.Shown>
    </Boundary>,
  );
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(load).toHaveBeenCalledTimes(5);
  expect(screen.getByText('around')).toBeDefined();
  expect(screen.getByText('wait')).toBeDefined();
});

test('while the server cannot be reached, the page stays, and the code arrives later', async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch'))),
  );
  const load = vi
    .fn<() => Promise<typeof Hello>>()
    .mockRejectedValueOnce(new Error('lost'))
    .mockRejectedValueOnce(new Error('lost'))
    .mockResolvedValue(Hello);
  const hello = loadable(load);
  render(
    <Boundary>
      <p>around</p>
      <hello.Shown>{(Greeting) => <Greeting name="Anna" />}</hello.Shown>
    </Boundary>,
  );
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByText('around')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(screen.getByText('hello Anna')).toBeDefined();
});

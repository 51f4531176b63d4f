// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useNavigateFromHere } from './use-is-leaving.ts';

afterEach(cleanup);

/** A page that goes on once it has an answer. */
function Asking({ answered }: { readonly answered: Promise<void> }): ReactNode {
  const navigate = useNavigateFromHere();
  return <button onClick={() => void answered.then(() => navigate('/result', { replace: true }))}>Ask</button>;
}

/** Asks on such a page, from which one link leads to a page that loads for a while. */
function ask() {
  let answer = (): void => undefined;
  let load = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const loaded = new Promise<null>((resolve) => (load = () => resolve(null)));
  const router = createMemoryRouter(
    [
      { path: '/ask', element: <Asking answered={answered} /> },
      { path: '/slow', loader: () => loaded, element: <h1>Slow</h1> },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: ['/ask?step=1'] },
  );
  render(<RouterProvider router={router} />);
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
  return {
    router,
    address: () => router.state.location.pathname + router.state.location.search,
    answer: () => act(async () => answer()),
    load: () => act(async () => load()),
  };
}

test('an answer leads on from the page that asked, also when its query has changed', async () => {
  const { router, address, answer } = ask();
  await act(() => router.navigate('/ask?step=2'));
  await answer();
  expect(address()).toBe('/result');
});

test('it takes nobody back from another page', async () => {
  const { router, address, answer } = ask();
  await act(() => router.navigate('/other'));
  await answer();
  expect(address()).toBe('/other');
});

test('it does not take the place of a page that is loading', async () => {
  const { router, address, answer, load } = ask();
  act(() => void router.navigate('/slow'));
  await answer();
  await load();
  await screen.findByRole('heading', { name: 'Slow' });
  expect(address()).toBe('/slow');
});

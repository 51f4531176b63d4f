// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
import { useMoment } from './cameras-moment.ts';
import type { Moment } from './cameras-moment.ts';

afterEach(forgetApp);

const opened = Date.parse('2024-05-01T12:00:00Z');
const later = opened + 8000;

/** A camera's page that plays a recording, with links to a page that loads for a while, and to one that needs not load. */
async function openCamera() {
  let moment: Moment | null = null;
  let load = (): void => undefined;
  const loaded = new Promise<null>((resolve) => (load = () => resolve(null)));
  function CameraPage(): ReactNode {
    const current = useMoment('UTC');
    useEffect(() => {
      moment = current;
    });
    return (
      <>
        <Link to="/">Back</Link>
        <Link to="/help">Help</Link>
      </>
    );
  }
  const router = createMemoryRouter(
    [
      { path: '/cameras/:id', element: <CameraPage /> },
      { path: '/', loader: () => loaded, element: <h1>All cameras</h1> },
      { path: '/help', element: <h1>Help with cameras</h1> },
    ],
    { initialEntries: [`/cameras/door?t=${opened}`] },
  );
  await renderApp(<RouterProvider router={router} />, { email: 'anna@example.com' });
  return {
    address: () => router.state.location.pathname + router.state.location.search,
    /** The picture has reached this moment. */
    playTo: (time: number): void => moment?.onFollow(time),
    load: (): void => load(),
  };
}

const press = (name: string): boolean => fireEvent.click(screen.getByRole('link', { name }));

test('the address follows the picture', async () => {
  const { address, playTo } = await openCamera();
  act(() => playTo(later));
  expect(address()).toBe(`/cameras/door?t=${later}&date=2024-05-01`);
});

test('a press that leads to another page is not taken back by the picture, before React has rendered it either', async () => {
  const { address, playTo, load } = await openCamera();
  // Within one act() nothing is rendered in between, as on a busy machine.
  act(() => {
    press('Back');
    playTo(later);
  });
  act(() => playTo(later + 8000));
  await act(async () => load());
  await screen.findByRole('heading', { name: 'All cameras' });
  expect(address()).toBe('/');
});

test('the moment is not written into the address of the page that follows', async () => {
  const { address, playTo } = await openCamera();
  act(() => {
    press('Help');
    playTo(later);
  });
  await screen.findByRole('heading', { name: 'Help with cameras' });
  expect(address()).toBe('/help');
});

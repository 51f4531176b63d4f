// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../shared/testing/render-app.tsx';
import { AddCameraScreen } from './add-camera-screen.tsx';

afterEach(cleanup);
const getRegistration = { method: 'GET', path: '/public/api/v3/registrations/{id}' } as const;
const renameCamera = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}' } as const;

async function opened(query = '') {
  const onAdded = vi.fn<(cameraId: string) => void>();
  const assign = vi.fn<(cameraId: string) => Promise<void>>(async () => undefined);
  /** Ends the phone's own flow, as an answer does that arrives late. */
  const onPhone = vi.fn<(done: () => void) => void>();
  const router = createMemoryRouter(
    [
      {
        path: '/cameras/add',
        element: (
          <AddCameraScreen
            place={{ field: null, assign }}
            onAdded={onAdded}
            phone={({ onDone }) => <button onClick={() => onPhone(() => onDone('phone_1'))}>A phone</button>}
          />
        ),
      },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [`/cameras/add${query}`] },
  );
  const { server } = await renderApp(<RouterProvider router={router} />, { email: 'anna@example.com' });
  return { server, onAdded, assign, onPhone, router };
}
const press = async (name: RegExp | string): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name }));

test('a phone that is added is opened, but not after the user has gone back', async () => {
  const { onAdded, onPhone, router } = await opened();
  await press(/^Smartphone/);
  await press('A phone');
  act(() => onPhone.mock.lastCall?.[0]());
  expect(onAdded).toHaveBeenCalledExactlyOnceWith('phone_1');
  await act(() => router.navigate(-1));
  await screen.findByRole('button', { name: /^Smartphone/ });
  act(() => onPhone.mock.lastCall?.[0]());
  expect(onAdded).toHaveBeenCalledOnce();
});

test('a name that is saved after the user has closed the flow changes no other page’s address', async () => {
  const { server, router, assign } = await opened('?step=connecting&model=watchpost-camera&way=code&registration=reg_1');
  const camera = buildCamera({ id: 'cam_1', title: 'Camera agent', previewUrl: '/p.jpg', previewAt: 1 });
  server.cameras = [camera];
  const registered = { state: 'registered', cameraId: 'cam_1', refusal: null, expiresAt: Date.now() + 600_000 };
  server.answerNext(getRegistration, () => Response.json(registered));
  let save = (): void => undefined;
  server.answerNext(renameCamera, () => new Promise<Response>((resolve) => (save = () => resolve(Response.json(camera)))));
  await screen.findByRole('heading', { level: 1, name: 'What does it see?' });
  fireEvent.change(screen.getAllByLabelText('Name').at(-1) ?? document.body, { target: { value: 'Back yard' } });
  await press('Save');
  await vi.waitFor(() => expect(server.requestsTo(renameCamera)).toHaveLength(1));
  fireEvent.click(screen.getByRole('link', { name: 'Close' }));
  await screen.findByText('Elsewhere');
  await act(async () => {
    save();
    await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce());
  });
  expect(router.state.location.pathname + router.state.location.search).toBe('/');
});

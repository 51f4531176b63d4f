// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../shared/testing/render-app.tsx';
import { CameraSettingsScreen } from './camera-settings-screen.tsx';

vi.mock('@watchpost/widgets/react', () => ({ CameraPlayer: () => null, WatchpostProvider: () => null }));
afterEach(forgetApp);

const change = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}/motion-detection' } as const;

test('motion detection replaces what cannot run beside it only after asking', async () => {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  server.cameras = [buildCamera({ id: 'yard', title: 'Yard' })];
  await client.smartEvents.update('yard', 'lineCrossing', { isEnabled: true, turnOff: ['motion'] });
  const router = createMemoryRouter([
    { path: '/', element: <CameraSettingsScreen cameraId="yard" detections={() => <p>The smart events</p>} /> },
  ]);
  await renderApp(<RouterProvider router={router} />, { client, server });
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: /^Detect motion/ });
  expect([toggle.checked, screen.getByText('The smart events').textContent]).toEqual([false, 'The smart events']);

  fireEvent.click(toggle);
  const question = await screen.findByRole('alertdialog', { name: 'Turn the other detection off?' });
  expect(within(question).getByText(/together with: Line crossing/)).toBeTruthy();
  fireEvent.click(within(question).getByRole('button', { name: 'Keep it on' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.queryByText('Saved')).toBeNull();
  expect(toggle.checked).toBe(false);

  fireEvent.click(toggle);
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn off and detect motion' }));
  await waitFor(() => expect(toggle.checked).toBe(true));
  expect(server.requestsTo(change).at(-1)?.body).toEqual({ isEnabled: true, turnOff: ['lineCrossing'] });
});

// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { buildCamera, buildGrant } from '@watchpost/sdk-core/testing';
import type { Camera } from '@watchpost/sdk-core';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { prepareApp } from '../../../shared/testing/render-app.tsx';
import type { PreparedApp } from '../../../shared/testing/render-app.tsx';
import { CameraAboutScreen } from './cameras-about-screen.tsx';

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'clipboard');
});

async function opened(
  camera: Partial<Camera> = {},
  before: (app: PreparedApp) => void = () => undefined,
): Promise<PreparedApp & { onRemoved: () => void }> {
  const app = await prepareApp({ email: 'anna@example.com' });
  app.server.cameras = [buildCamera({ id: 'door', title: 'Door', ...camera })];
  before(app);
  const onRemoved = vi.fn<() => void>();
  render(
    <MemoryRouter>{app.around(<CameraAboutScreen cameraId="door" firmware={<p>Firmware part</p>} onRemoved={onRemoved} />)}</MemoryRouter>,
  );
  return { ...app, onRemoved };
}
const shown = (): Record<string, string> =>
  Object.fromEntries(
    [...document.querySelectorAll('.about-row')].map((row) => [
      row.querySelector('dt')?.textContent ?? '',
      row.querySelector('dd')?.textContent ?? '',
    ]),
  );

test('an owner sees all known fields, copies them, renames the camera and removes it with everything', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  const { onRemoved } = await opened();
  await screen.findByText('WP-0001');
  expect(shown()).toEqual({ Name: 'Door', 'Device model': 'Dome 4', 'Serial number': 'WP-0001', 'Device ID': 'door' });
  expect(screen.getByText('Firmware part')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Copy details' }));
  expect(writeText).toHaveBeenCalledWith('Name: Door\nDevice model: Dome 4\nSerial number: WP-0001\nDevice ID: door');

  fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Front gate' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(shown()['Name']).toBe('Front gate'));

  expect(screen.getByText(/recordings and settings will be deleted/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove camera' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(/All recordings and settings of this camera will be deleted/);
  fireEvent.click([...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Remove camera') ?? dialog);
  await vi.waitFor(() => expect(onRemoved).toHaveBeenCalledOnce());
});

test('an audio codec that browsers cannot play is named, with advice', async () => {
  await opened({}, ({ server }) => (server.unplayedSound = 'MP2'));
  expect((await screen.findByText(/its sound is in MP2/)).textContent).toMatch(/Set it to AAC, G\.711 or Opus/);
});

test('a viewer sees no numbers, cannot rename, and removes only their own access', async () => {
  await opened({ isOwner: false, isFullAccess: false, grant: buildGrant() });
  await screen.findByText('Dome 4');
  expect(shown()).toEqual({ Name: 'Door', 'Device model': 'Dome 4' });
  expect(screen.getByText(/users with full access can see the serial number/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Rename' })).toBeNull();
  expect(screen.queryByText('Firmware part')).toBeNull();
  expect(screen.getByText(/disappear from your account only/)).toBeTruthy();
});

test('a viewer who removes the camera reads that only their own account loses it, and removes it once', async () => {
  const { server, onRemoved } = await opened({ isOwner: false, isFullAccess: false, grant: buildGrant() });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove camera' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Door?' }));
  dialog.getByText('The camera will disappear from your account only. To add it again, you will need its owner.');
  expect(dialog.queryByText(/recordings/)).toBeNull();
  expect(server.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Remove camera' }));
  await vi.waitFor(() => expect(onRemoved).toHaveBeenCalledOnce());
  expect(server.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/public/api/v2/cameraphone/cameras/door',
  ]);
  await screen.findByText('Door is removed');
});

test('a camera that is gone and a server that does not answer both leave a way to continue', async () => {
  await opened({ id: 'other' });
  await screen.findByText('Camera not found');
  cleanup();
  await opened({}, ({ server }) =>
    server.answerNext({ method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/about' }, 'unavailable'),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('WP-0001');
});

// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { TimelapseSettings } from '@watchpost/sdk-core';
import { buildCamera, buildGrant } from '@watchpost/sdk-core/testing';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../shared/testing/render-app.tsx';
import { TimelapseRow } from './timelapse-row.tsx';
import { TimelapseScreen } from './timelapse-screen.tsx';

afterEach(forgetApp);

const update = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/reporting/timelapse/settings' } as const;
const settings: TimelapseSettings = {
  isAvailable: true,
  availableChannels: ['push', 'email'],
  isEnabled: false,
  hours: { kind: 'fixed', from: '06:00', to: '21:00' },
  lengthSeconds: 60,
  channels: ['push'],
};

async function open(over: Partial<TimelapseSettings> = {}, camera: Parameters<typeof buildCamera>[0] = {}) {
  const app = await prepareApp({ email: 'anna@example.com' });
  app.server.cameras = [buildCamera({ id: 'yard', title: 'Yard', ...camera })];
  app.server.timelapses.set('yard', { ...settings, ...over });
  const element = (
    <>
      <ul>
        <TimelapseRow cameraId="yard" />
      </ul>
      <TimelapseScreen cameraId="yard" />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element }]);
  await renderApp(<RouterProvider router={router} />, { client: app.client, server: app.server });
  const bodies = (): unknown[] => app.server.requestsTo(update).map(({ body }) => body);
  return { ...app, bodies };
}

test('it is switched on, and the list says so', async () => {
  const { bodies } = await open();
  const link = await screen.findByRole('link');
  expect(link.getAttribute('href')).toBe('/cameras/yard/settings/smart-events/timelapse');
  fireEvent.click(await screen.findByRole('switch', { name: 'Make a film every day' }));
  await waitFor(() => expect(bodies()).toEqual([{ isEnabled: true }]));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(link.textContent).toMatch(/On$/);
});

test('hours are saved when a field is left and both are right', async () => {
  const { bodies } = await open();
  const [from, to] = [await screen.findByLabelText('From'), screen.getByLabelText('To')];
  fireEvent.change(to, { target: { value: '06:00' } });
  fireEvent.blur(to);
  expect(screen.getByText('Choose two different times')).toBeTruthy();
  expect(bodies()).toEqual([]);
  fireEvent.change(from, { target: { value: '22:00' } });
  fireEvent.blur(from);
  await waitFor(() => expect(bodies()).toEqual([{ hours: { kind: 'fixed', from: '22:00', to: '06:00' } }]));
  expect(screen.getByText(/Until the next day/)).toBeTruthy();
});

test('dawn to dusk needs a place; wrong degrees are explained', async () => {
  const { bodies } = await open();
  fireEvent.click(await screen.findByRole('radio', { name: 'Dawn to dusk' }));
  const [latitude, longitude] = [screen.getByLabelText('Latitude'), screen.getByLabelText('Longitude')];
  fireEvent.change(latitude, { target: { value: '99' } });
  fireEvent.change(longitude, { target: { value: '30,31' } });
  fireEvent.blur(longitude);
  expect(screen.getAllByText('Enter a number in this range')).toHaveLength(1);
  expect(bodies()).toEqual([]);
  fireEvent.change(latitude, { target: { value: '59.94' } });
  fireEvent.blur(latitude);
  await waitFor(() => expect(bodies()).toEqual([{ hours: { kind: 'daylight', latitude: 59.94, longitude: 30.31 } }]));
});

test('only the channels that the server has are offered', async () => {
  const { bodies } = await open();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'E-mail to the owner' }));
  await waitFor(() => expect(bodies()).toEqual([{ channels: ['push', 'email'] }]));
  expect(screen.queryByRole('checkbox', { name: /Telegram/ })).toBeNull();
});

test('without an encoder it says what is missing; a viewer sees who can change it', async () => {
  await open({ isAvailable: false });
  expect(await screen.findByText(/node-av, is not installed/)).toBeTruthy();
  forgetApp();
  await open({}, { isOwner: false, isFullAccess: false, grant: buildGrant() });
  expect(await screen.findByText('You have view-only access to this camera')).toBeTruthy();
});

test('what was not saved says so and can be repeated', async () => {
  const { server, bodies } = await open();
  server.answerNext(update, 'internal-error');
  fireEvent.click(await screen.findByRole('switch', { name: 'Make a film every day' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(bodies()).toHaveLength(2);
});

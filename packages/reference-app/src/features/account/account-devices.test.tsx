// @vitest-environment jsdom
import { createTestClient, signIn } from '@watchpost/sdk-core/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
import { Devices } from './account-devices.tsx';

const listDevices = { method: 'GET', path: '/public/api/v2/cameraphone/customers/devices' } as const;
const signOutOthers = { method: 'DELETE', path: '/public/api/v2/cameraphone/customers/devices' } as const;
const email = 'anna@example.com';

afterEach(forgetApp);

const rows = (): HTMLElement[] => screen.queryAllByRole('listitem').filter((row) => row.closest('.account-devices') !== null);
const dialog = (): ReturnType<typeof within> => within(screen.getByRole('alertdialog'));

/** Renders Anna's devices: this page and a number of other browsers. */
async function renderDevices(others: number) {
  const { client, server, clock } = createTestClient();
  for (let count = 0; count < others; count += 1) await signIn(createTestClient({ server, clock }).client, server, email);
  await renderApp(<Devices />, { client, server, email });
  await waitFor(() => expect(rows()).toHaveLength(others + 1));
  return { client, server };
}

describe('devices', () => {
  test('this device is marked and cannot be signed out here; another one disappears once the server has confirmed', async () => {
    const { server } = await renderDevices(1);
    const [here, there] = rows();
    within(here ?? document.body).getByText('This device');
    expect(within(here ?? document.body).queryByRole('button')).toBeNull();
    fireEvent.click(within(there ?? document.body).getByRole('button', { name: 'Sign out Unknown device' }));

    server.offline = true;
    fireEvent.click(dialog().getByRole('button', { name: 'Sign out' }));
    await dialog().findByText('Network request error');
    expect(rows()).toHaveLength(2);

    server.offline = false;
    fireEvent.click(dialog().getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    await screen.findByText('Unknown device is signed out');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('a device that is already gone counts as signed out', async () => {
    const { client } = await renderDevices(1);
    const other = (await client.account.devices()).find(({ isCurrent }) => !isCurrent);
    await client.account.signOutDevice(other?.id ?? '');
    fireEvent.click(screen.getByRole('button', { name: 'Sign out Unknown device' }));
    fireEvent.click(dialog().getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  test('all other devices are signed out after a confirmation; this one stays', async () => {
    const { client, server } = await renderDevices(2);
    fireEvent.click(screen.getByRole('button', { name: 'Sign out all others' }));
    expect(server.requestsTo(signOutOthers)).toEqual([]);
    fireEvent.click(dialog().getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    screen.getByText('This device');
    expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
    expect(await client.account.devices()).toHaveLength(1);
  });

  test('a list that cannot be loaded shows an error and can be retried', async () => {
    const { client, server } = createTestClient();
    await signIn(client, server, email);
    server.answerNext(listDevices, 500);
    await renderApp(<Devices />, { client, server });
    await screen.findByText('Couldn’t load the devices.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });
});

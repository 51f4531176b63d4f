// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { DeviceSettings } from '@watchpost/sdk-core';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { prepareApp } from '../../../shared/testing/render-app.tsx';
import type { PreparedApp } from '../../../shared/testing/render-app.tsx';
import { DeviceDialog } from './camera-settings-device-dialog.tsx';
import { DeviceSection } from './camera-settings-device-section.tsx';
import { areNeighbours, readAddress, readMask } from './camera-settings-network-draft.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const update = { method: 'PUT', path: '/public/api/v2/cameraphone/cameras/{id}/settings/network' } as const;
const cable = {
  type: 'ethernet',
  name: 'eth0',
  mac: null,
  essid: null,
  signal: null,
  isActive: true,
  ipMode: 'dhcp',
  ip: '192.168.1.20',
  mask: '255.255.255.0',
  prefixLength: 24,
  gateway: '192.168.1.1',
  primaryDns: null,
  secondaryDns: null,
} as const;
const device: DeviceSettings = { settings: {}, choices: {}, network: [cable], canRestart: false, canChangeNetwork: true };

async function opened(settings: DeviceSettings = device): Promise<PreparedApp> {
  const app = await prepareApp({ email: 'anna@example.com' });
  app.server.deviceSettings.set('door', settings);
  render(app.around(<DeviceDialog camera={{ id: 'door' }} onClose={() => undefined} />));
  fireEvent.click(await screen.findByRole('button', { name: /^Network/ }));
  return app;
}
const type = (label: string, value: string): void => void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const confirm = async (): Promise<void> =>
  void fireEvent.click(
    within(await screen.findByRole('alertdialog', { name: 'Change the camera’s network settings?' })).getByRole('button', {
      name: 'Change',
    }),
  );

describe('a camera’s network', () => {
  test('cannot be changed if the camera does not support it', async () => {
    await opened({ ...device, canChangeNetwork: false });
    expect(await screen.findByText('192.168.1.20')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change' })).toBe(null);
  });
  test('is changed after a warning, and shows the camera’s new values', async () => {
    const { server } = await opened();
    press('Change');
    fireEvent.click(screen.getByLabelText('Static'));
    type('IP address', '192.168.1.300');
    type('Mask', '255.0.255.0');
    press('Save');
    expect(screen.getByText('Enter an IPv4 address')).toBeTruthy();
    expect(screen.getByText('This is not a subnet mask')).toBeTruthy();
    type('IP address', ' 192.168.1.30 ');
    type('Mask', '255.255.255.0');
    type('Gateway', '10.0.0.1');
    press('Save');
    expect(screen.getByText('The gateway must be in the camera’s own network')).toBeTruthy();
    type('Gateway', '192.168.1.1');
    type('Primary DNS', '9.9.9.9');
    press('Save');
    expect(server.requestsTo(update)).toEqual([]);
    server.answerNext(update, 'camera-failed');
    await confirm();
    expect((await screen.findByRole('alertdialog')).textContent).toMatch(/camera/i);
    await vi.waitFor(() => expect(server.requestsTo(update)).toHaveLength(1));
    await confirm();
    expect(await screen.findByText('192.168.1.30')).toBeTruthy();
    expect(server.requestsTo(update).at(-1)?.body).toEqual({
      name: 'eth0',
      ipMode: 'static',
      ip: '192.168.1.30',
      prefixLength: 24,
      gateway: '192.168.1.1',
      primaryDns: '9.9.9.9',
      secondaryDns: null,
    });
    expect(screen.queryByLabelText('IP address')).toBe(null);
  });
  test('opens from the settings, whose form neither contains it nor is submitted with it', async () => {
    const app = await prepareApp({ email: 'anna@example.com' });
    app.server.deviceSettings.set('door', { ...device, canRestart: true });
    const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
    render(
      app.around(
        <form onSubmit={onSubmit}>
          <DeviceSection camera={{ id: 'door' }} />
        </form>,
      ),
    );
    fireEvent.click(screen.getByRole('button', { name: /^Device settings/ }));
    fireEvent.click(await screen.findByRole('button', { name: /^Network/ }));
    expect(screen.getByRole('dialog').closest('form')).toBe(null);
    press('Change');
    press('Save');
    await confirm();
    await vi.waitFor(() => expect(app.server.requestsTo(update)).toHaveLength(1));
    expect(onSubmit).not.toHaveBeenCalled();
  });
  test('is set to automatic with one choice', async () => {
    const { server } = await opened({ ...device, network: [{ ...cable, ipMode: 'static' }] });
    press('Change');
    fireEvent.click(screen.getByLabelText('Automatic (DHCP)'));
    press('Save');
    await confirm();
    await vi.waitFor(() => expect(server.requestsTo(update)[0]?.body).toEqual({ name: 'eth0', ipMode: 'dhcp' }));
  });
});

test('addresses and masks are parsed as written, and everything else is refused', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(readAddress(` ${address} `)).toBe(address);
    }),
  );
  for (const wrong of ['', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.256', '1.2.3.x', '::1']) expect(readAddress(wrong)).toBe(null);
  expect(['255.0.0.0', '255.255.255.0', '255.255.254.0', '255.255.255.252'].map(readMask)).toEqual([8, 24, 23, 30]);
  for (const wrong of ['255.255.255.255', '255.255.255.254', '0.0.0.0', '255.0.255.0', '240.0.0.0', 'x'])
    expect(readMask(wrong)).toBe(null);
  expect([areNeighbours('10.0.0.1', '10.0.1.1', 16), areNeighbours('10.0.0.1', '10.0.1.1', 24)]).toEqual([true, false]);
});

// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { Firmware } from '@watchpost/sdk-core';
import { afterEach, expect, test } from 'vitest';
import { prepareApp } from '../../shared/testing/render-app.tsx';
import type { PreparedApp } from '../../shared/testing/render-app.tsx';
import { FirmwarePart } from './firmware-part.tsx';

afterEach(cleanup);
const latest = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/firmware/latest' } as const;
const available: Firmware = {
  installed: '0.1.0',
  check: { kind: 'available', version: '0.2.0', size: 1_500_000 },
  update: { kind: 'none' },
};

async function opened(firmware: Firmware, isAsked: boolean, before: (app: PreparedApp) => void = () => undefined): Promise<PreparedApp> {
  const app = await prepareApp({ email: 'anna@example.com' });
  app.server.firmware = firmware;
  before(app);
  render(<>{app.around(<FirmwarePart cameraId="yard" isAsked={isAsked} />)}</>);
  return app;
}

test('an update is found, started, reported step by step, and completed', async () => {
  const { server } = await opened(available, true);
  await screen.findByText('Version 0.2.0 is available');
  expect(screen.getByText('Download: 1.5 MB')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Step 1 of 4 · Preparing');
  expect(screen.queryByRole('button')).toBeNull();
  screen.getByText(/Do not power off the camera/);
  server.firmware = { ...available, update: { kind: 'running', version: '0.2.0', step: 'download', fraction: 0.5 } };
  await screen.findByText('Step 2 of 4 · Downloading', {}, { timeout: 15_000 });
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  server.firmware = { installed: '0.2.0', check: { kind: 'up-to-date' }, update: { kind: 'done', version: '0.2.0' } };
  await screen.findByText('Updated to version 0.2.0', {}, { timeout: 15_000 });
}, 30_000);

test('a running update is shown on opening; a failed one shows the reason and a retry', async () => {
  const { server } = await opened({ ...available, update: { kind: 'running', version: '0.2.0', step: 'install', fraction: null } }, false);
  await screen.findByText('Step 3 of 4 · Installing');
  server.firmware = { ...available, update: { kind: 'failed', version: '0.2.0', code: 'camera-firmware-broken' } };
  await screen.findByText('Update failed', {}, { timeout: 15_000 });
  screen.getByText(/The camera runs what it had before/);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Update' });
}, 30_000);

test('checks on request only; a failed check is reported and can be retried', async () => {
  await opened({ installed: '0.1.0', check: { kind: 'up-to-date' }, update: { kind: 'none' } }, false);
  fireEvent.click(await screen.findByRole('button', { name: 'Check for updates' }));
  await screen.findByText('The firmware is up to date');
  cleanup();
  await opened({ installed: null, check: { kind: 'failed', code: 'camera-offline' }, update: { kind: 'none' } }, true);
  await screen.findByText('Failed to check');
  screen.getByText(/The camera is unavailable/);
  cleanup();
  await opened(available, true, ({ server }) => server.answerNext(latest, 'unavailable'));
  await screen.findByText('Failed to check');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Version 0.2.0 is available');
});

test.each([true, false])('a camera that cannot be updated from here says so and offers no update (requested: %s)', async (isAsked) => {
  await opened({ installed: null, check: { kind: 'failed', code: 'camera-unsupported' }, update: { kind: 'none' } }, isAsked);
  await screen.findByText(/is updated with the manufacturer’s app/);
  expect(screen.queryByText('Failed to check')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

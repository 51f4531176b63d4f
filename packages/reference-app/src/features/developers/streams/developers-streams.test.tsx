// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildCamera, buildPtz, buildStreamLink } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { Streams } from './developers-streams.tsx';

const createStreamLink = { method: 'POST', path: '/public/api/v3/stream-links' } as const;
const getPtz = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/ptz' } as const;
const cameras = [buildCamera({ id: 'door', title: 'Front door' }), buildCamera({ id: 'yard', title: 'Yard' })];

afterEach(() => {
  forgetApp();
  vi.unstubAllGlobals();
});

async function open(change: (server: FakeServer) => void = () => undefined) {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  // A table; on phones, the links are cards.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  change(server);
  await renderApp(<Streams cameras={cameras} now={0} />, { client, server });
  return { server, streams: within(await screen.findByRole('region', { name: 'Streams' })) };
}

test('a link is created for a camera, and its addresses come next', async () => {
  const { server, streams } = await open();
  await streams.findByText(/No stream links yet/);
  fireEvent.click(streams.getByRole('button', { name: 'Create stream link' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New stream link' }));
  for (const name of [/^RTSP/, /^HLS/, /^Picture/]) fireEvent.click(dialog.getByRole('checkbox', { name }));
  fireEvent.click(dialog.getByRole('button', { name: 'Create stream link' }));
  dialog.getByText('Enter a name');
  dialog.getByText('Select at least one');
  fireEvent.input(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'Office recorder' } });
  fireEvent.change(dialog.getByRole('combobox', { name: 'Camera' }), { target: { value: 'yard' } });
  fireEvent.click(dialog.getByRole('checkbox', { name: /^RTSP/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Create stream link' }));
  const addresses = within(await screen.findByRole('dialog', { name: 'Addresses of Office recorder' }));
  expect(server.requestsTo(createStreamLink)[0]?.body).toEqual({
    name: 'Office recorder',
    cameraId: 'yard',
    formats: ['rtsp'],
    withAudio: false,
    withOnvif: false,
    withEvents: false,
    withPtz: false,
    expiresAt: null,
  });
  expect(addresses.getByRole('textbox', { name: 'RTSP' })).toHaveProperty('value', server.streamLinks[0]?.urls.rtsp);
  fireEvent.click(addresses.getByText('Close'));
  await streams.findByText('Office recorder');
  streams.getByText('Yard');
});

test('a server without RTSP says so where its address would be', async () => {
  const { urls } = buildStreamLink();
  const { streams } = await open((server) => {
    server.streamLinks = [buildStreamLink({ cameraId: 'door', withAudio: true, urls: { ...urls, rtsp: null, rtspLow: null } })];
  });
  await streams.findByText('RTSP, HLS, Picture, with sound');
  fireEvent.click(streams.getByRole('button', { name: 'Recorder: actions' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Addresses' }));
  const addresses = within(await screen.findByRole('dialog'));
  addresses.getByText(/its operator sets RTSP_PORT/);
  expect(addresses.getAllByRole('textbox').map((field) => field.getAttribute('value'))).toEqual([urls.hls, urls.snapshot]);
});

test('where the server has ONVIF, a link can be a device for recorders', async () => {
  const { server, streams } = await open((fake) => (fake.streamOutputs = { rtsp: true, onvif: true }));
  await streams.findByText(/No stream links yet/);
  fireEvent.click(streams.getByRole('button', { name: 'Create stream link' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New stream link' }));
  const device = await dialog.findByRole('switch', { name: /^Also as an ONVIF device/ });
  fireEvent.click(device);
  fireEvent.click(dialog.getByRole('switch', { name: /^With motion/ }));
  // Its video comes by RTSP.
  const rtsp = dialog.getByRole('checkbox', { name: /^RTSP/ });
  fireEvent.click(rtsp);
  expect([device.ariaChecked, device.hasAttribute('disabled')]).toEqual(['false', true]);
  expect(dialog.queryByRole('switch', { name: /^With motion/ })).toBeNull();
  fireEvent.click(rtsp);
  fireEvent.input(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'Office recorder' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Create stream link' }));
  const addresses = within(await screen.findByRole('dialog', { name: 'Addresses of Office recorder' }));
  expect(server.requestsTo(createStreamLink)[0]?.body).toMatchObject({ withOnvif: true, withEvents: true });
  const valueOf = (name: string) => addresses.getByRole('textbox', { name }).getAttribute('value');
  const { id, urls } = server.streamLinks[0] ?? buildStreamLink();
  expect(['ONVIF', 'User name for ONVIF', 'Password for ONVIF'].map(valueOf)).toEqual([urls.onvif, id, new URL(urls.rtsp ?? '').password]);
  fireEvent.click(addresses.getByText('Close'));
  await streams.findByText('RTSP, HLS, Picture, ONVIF');
});

test('a recorder can be allowed to move a camera that turns', async () => {
  const { server, streams } = await open((fake) => {
    fake.streamOutputs = { rtsp: true, onvif: true };
    fake.ptz = buildPtz();
  });
  await streams.findByText(/No stream links yet/);
  fireEvent.click(streams.getByRole('button', { name: 'Create stream link' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New stream link' }));
  const device = await dialog.findByRole('switch', { name: /^Also as an ONVIF device/ });
  // Only recorders that add it by ONVIF move it.
  expect(dialog.queryByRole('switch', { name: /pan, tilt and zoom/ })).toBeNull();
  fireEvent.click(device);
  fireEvent.click(await dialog.findByRole('switch', { name: /^With pan, tilt and zoom/ }));
  // Another camera is asked, and is not moved because this one was.
  fireEvent.change(dialog.getByRole('combobox', { name: 'Camera' }), { target: { value: 'yard' } });
  const turn = await dialog.findByRole('switch', { name: /^With pan, tilt and zoom/ });
  expect([turn.ariaChecked, server.requestsTo(getPtz).map(({ path }) => /cameras\/(\w+)/.exec(path)?.[1])]).toEqual([
    'false',
    ['door', 'yard'],
  ]);
  fireEvent.click(turn);
  fireEvent.input(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'Office recorder' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Create stream link' }));
  await screen.findByRole('dialog', { name: 'Addresses of Office recorder' });
  expect(server.requestsTo(createStreamLink)[0]?.body).toMatchObject({ cameraId: 'yard', withOnvif: true, withPtz: true });
});

test('a camera that can’t turn has no switch for it', async () => {
  const { server, streams } = await open((fake) => {
    fake.streamOutputs = { rtsp: true, onvif: true };
    fake.streamLinks = [buildStreamLink({ cameraId: 'door', withOnvif: true, withPtz: true })];
  });
  fireEvent.click(await streams.findByRole('button', { name: 'Recorder: actions' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Recorder' }));
  // Until the camera has answered, the link has it.
  await waitFor(() => expect(server.requestsTo(getPtz)).toHaveLength(1));
  await waitFor(() => expect(dialog.queryByRole('switch', { name: /pan, tilt and zoom/ })).toBeNull());
  dialog.getByRole('switch', { name: /^With motion/ });
});

test('without ONVIF there is no switch for it; a link that had one says who can turn it on', async () => {
  const { streams } = await open((server) => (server.streamLinks = [buildStreamLink({ cameraId: 'door', withOnvif: true })]));
  await streams.findByText('RTSP, HLS, Picture');
  fireEvent.click(streams.getByRole('button', { name: 'Create stream link' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New stream link' }));
  expect(dialog.queryByRole('switch', { name: /ONVIF/ })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(streams.getByRole('button', { name: 'Recorder: actions' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Addresses' }));
  within(await screen.findByRole('dialog')).getByText(/its operator sets ONVIF_PORT/);
});

test('a link is changed, and revoked after a warning', async () => {
  const { server, streams } = await open((fake) => (fake.streamLinks = [buildStreamLink({ cameraId: 'door' })]));
  const choose = async (name: string): Promise<void> => {
    fireEvent.click(await streams.findByRole('button', { name: /: actions$/ }));
    fireEvent.click(screen.getByRole('menuitem', { name }));
  };
  await choose('Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Recorder' }));
  fireEvent.click(dialog.getByRole('switch', { name: 'With sound' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await streams.findByText('RTSP, HLS, Picture, with sound');
  await choose('Revoke');
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Revoke Recorder?' }));
  confirm.getByText(/stops within 10 seconds/);
  fireEvent.click(confirm.getByRole('button', { name: 'Revoke link' }));
  await waitFor(() => expect(server.streamLinks[0]?.state).toBe('revoked'));
  await waitFor(() => expect(streams.getByRole('row', { name: /Recorder/ }).className).toBe('dev-ended'));
});

// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { ownTimeZone } from '@watchpost/sdk-core';
import type { ProbeSourceAnswer } from '@watchpost/sdk-core';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../shared/testing/render-app.tsx';
import { AddCameraScreen } from '../add-camera-screen.tsx';

afterEach(cleanup);
const createRegistrationToken = { method: 'POST', path: '/public/api/v2/cameraphone/registration/token' } as const;
const probeSource = { method: 'POST', path: '/public/api/v3/registrations/probe' } as const;
const registerCamera = { method: 'POST', path: '/public/api/v3/registrations' } as const;
const renameCamera = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}' } as const;
const onvif = { kind: 'onvif', address: '192.168.1.20:8000' } as const;
const video = { kind: 'video', encoding: 'H264', playable: true, width: 1280, height: 720 } as const;
const device = { manufacturer: 'Northgate', model: 'NG-2', hasLowStream: true };

async function opened() {
  const onAdded = vi.fn<(cameraId: string) => void>();
  const assign = vi.fn<(cameraId: string) => Promise<void>>(async () => undefined);
  const place = {
    field: <select aria-label="Room" />,
    assign,
  };
  const router = createMemoryRouter([{ path: '/', element: <AddCameraScreen place={place} onAdded={onAdded} phone={() => null} /> }], {
    initialEntries: ['/?step=address'],
  });
  const { server } = await renderApp(<RouterProvider router={router} />, { email: 'anna@example.com' });
  server.answerNext(createRegistrationToken, () =>
    Response.json({ registrationToken: 'registration-token-1', expiresAt: 1 }, { status: 201 }),
  );
  const fill = (label: string, value: string): void => void fireEvent.change(screen.getByLabelText(label), { target: { value } });
  return { server, onAdded, assign, fill };
}
const connect = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Connect' }));

test.each<[string, ProbeSourceAnswer, string]>([
  ['a camera with its maker and model', { tracks: [video], found: onvif, device }, 'Found: Northgate NG-2, H264 1280×720'],
  [
    'a stream without a maker',
    { tracks: [video], found: { kind: 'rtsp', url: 'rtsp://192.168.1.20/main' } },
    'Found: RTSP /main, H264 1280×720',
  ],
])('what was found at a typed address is shown while it is being registered: %s', async (_, answer, says) => {
  const { server, fill } = await opened();
  server.answerNext(probeSource, () => Response.json(answer));
  server.answerNext(registerCamera, () => new Promise<Response>(() => undefined));
  fill('Camera address', '192.168.1.20');
  connect();
  expect((await screen.findByText(says)).closest('li')?.className).toBe('done');
  expect(screen.getByText('Registering the camera').closest('li')?.className).toBe('on');
});

test('a typed camera’s name and room are asked once: one form, then its live picture without a second step', async () => {
  const { server, onAdded, assign, fill } = await opened();
  expect(screen.getAllByLabelText('Name')).toHaveLength(1);
  expect(screen.getAllByLabelText('Room')).toHaveLength(1);
  const camera = buildCamera({ id: 'cam_1', title: 'Gate', previewAt: 1 });
  server.cameras = [camera];
  server.answerNext(probeSource, () => Response.json({ tracks: [video], found: onvif, device }));
  server.answerNext(registerCamera, () => Response.json({ camera }, { status: 201 }));
  fill('Camera address', '192.168.1.20');
  fill('Name', ' Gate ');
  connect();
  await vi.waitFor(() => expect(onAdded).toHaveBeenCalledExactlyOnceWith('cam_1'));
  expect(server.requestsTo(registerCamera).map(({ body }) => body)).toEqual([
    { registrationToken: 'registration-token-1', title: 'Gate', timeZone: ownTimeZone(), source: onvif },
  ]);
  expect(assign).toHaveBeenCalledExactlyOnceWith('cam_1');
  expect(server.requestsTo(renameCamera)).toEqual([]);
  expect(screen.queryByRole('heading', { name: 'What does it see?' })).toBe(null);
});

test.each([
  ['admin:12/34@camera', 'It is unclear whether “/” belongs to the password.'],
  ['192.168.1.20;', 'An address can’t contain “;”.'],
  ['192.168.1.20/main stream', 'An address can’t contain spaces.'],
  ['ftp://192.168.1.20', 'This is not a camera address.'],
])('nothing is sent for %s: the message names the character and what to do', async (address, says) => {
  const { server, fill } = await opened();
  fill('Camera address', address);
  connect();
  expect(await screen.findByText(says, { exact: false })).not.toBe(null);
  expect(server.requestsTo(probeSource)).toEqual([]);
});

test('a password with any character moves into its own field', async () => {
  const { server, fill } = await opened();
  server.answerNext(probeSource, () => new Promise<Response>(() => undefined));
  fill('Camera address', 'rtsp://admin:12#3/4@192.168.1.20/main');
  connect();
  await vi.waitFor(() => expect(server.requestsTo(probeSource)).toHaveLength(1));
  expect(server.requestsTo(probeSource)[0]?.body).toEqual({
    source: { kind: 'address', address: 'rtsp://192.168.1.20/main', username: 'admin', password: '12#3/4' },
  });
});

const channels = [
  { channel: 'in1', width: 1920, height: 1080, isAdded: true },
  { channel: 'in2', width: 1280, height: 720, isAdded: false },
];

test('a recorder’s channels are shown, one that is added can’t be chosen, and the chosen one is registered', async () => {
  const { server, onAdded, fill } = await opened();
  const camera = buildCamera({ id: 'cam_2', title: 'Yard', previewAt: 1 });
  server.cameras = [camera];
  server.answerNext(probeSource, () => Response.json({ tracks: [video], found: onvif, device, channels }));
  server.answerNext(registerCamera, () => Response.json({ camera }, { status: 201 }));
  fill('Camera address', '192.168.1.20');
  connect();
  const heading = await screen.findByRole('heading', { name: 'Which channel?' });
  expect(document.activeElement).toBe(heading);
  expect(screen.queryByRole('button', { name: /^Channel 1/ })).toBe(null);
  expect(screen.getByText('Channel 1').closest('li')?.textContent).toContain('Added');
  fireEvent.click(screen.getByRole('button', { name: /^Channel 2.*1280×720/ }));
  await vi.waitFor(() => expect(onAdded).toHaveBeenCalledExactlyOnceWith('cam_2'));
  expect(server.requestsTo(registerCamera)[0]?.body).toMatchObject({ source: { ...onvif, channel: 'in2' } });
});

test('cancelling at the choice of a channel adds nothing, and the form keeps its input', async () => {
  const { server, fill } = await opened();
  server.answerNext(probeSource, () => Response.json({ tracks: [video], found: onvif, device, channels }));
  fill('Camera address', '192.168.1.20');
  connect();
  await screen.findByRole('heading', { name: 'Which channel?' });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByLabelText('Camera address')).toHaveProperty('value', '192.168.1.20');
  expect(screen.queryByRole('heading', { name: 'Which channel?' })).toBe(null);
  expect(server.requestsTo(registerCamera)).toEqual([]);
});

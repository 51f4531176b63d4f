// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { ownTimeZone } from '@watchpost/sdk-core';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../shared/testing/render-app.tsx';
import { AddCameraScreen } from '../add-camera-screen.tsx';

const createObjectUrl = vi.fn((blob: Blob) => `blob:${blob.size}`);
const revokeObjectUrl = vi.fn();
beforeEach(() => void Object.assign(URL, { createObjectURL: createObjectUrl, revokeObjectURL: revokeObjectUrl }));
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});
const getFoundPicture = { method: 'POST', path: '/public/api/v3/registrations/discovery/picture' } as const;
const jpeg = (bytes: number) => (): Response => new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/jpeg' } });
const discoverCameras = { method: 'POST', path: '/public/api/v3/registrations/discovery' } as const;
const createRegistrationToken = { method: 'POST', path: '/public/api/v2/cameraphone/registration/token' } as const;
const probeSource = { method: 'POST', path: '/public/api/v3/registrations/probe' } as const;
const registerCamera = { method: 'POST', path: '/public/api/v3/registrations' } as const;
const gate = { address: 'http://192.168.1.10:8000/onvif/device_service', name: 'Gate', model: 'NG-2', isAdded: false };
const yard = { address: 'http://192.168.1.11/onvif/device_service', name: 'NG-2', model: 'NG-2', isAdded: true };

async function opened() {
  const onAdded = vi.fn();
  const router = createMemoryRouter(
    [
      {
        path: '/',
        element: <AddCameraScreen place={{ field: null, assign: async () => undefined }} onAdded={onAdded} phone={() => null} />,
      },
    ],
    { initialEntries: ['/?step=address'] },
  );
  const { server } = await renderApp(<RouterProvider router={router} />, { email: 'anna@example.com' });
  const find = (): void => void fireEvent.click(screen.getByRole('button', { name: /^(Find cameras on the network|Search again)$/ }));
  return { server, onAdded, find };
}

test('three actions without typing an address: search, select, enter name and password', async () => {
  const { server, onAdded, find } = await opened();
  server.answerNext(discoverCameras, () => Response.json({ isAvailable: true, cameras: [gate, yard] }));
  server.answerNext(createRegistrationToken, () =>
    Response.json({ registrationToken: 'registration-token-1', expiresAt: 1 }, { status: 201 }),
  );
  server.answerNext(probeSource, () => Response.json({ tracks: [] }));
  server.answerNext(registerCamera, () => Response.json({ camera: buildCamera({ title: 'Gate', previewAt: 1 }) }, { status: 201 }));
  find();
  expect((await screen.findByRole('button', { name: /^NG-2/ })).textContent).toContain('Added');
  expect(screen.getByText('2 cameras found')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Gate NG-2/ }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Connect Gate NG-2');
  const visible = (label: string): HTMLElement => screen.getAllByLabelText(label).at(-1) ?? document.body;
  fireEvent.change(visible('User name'), { target: { value: ' admin ' } });
  fireEvent.change(visible('Password'), { target: { value: 'p@ss word ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
  expect(server.requestsTo(registerCamera)[0]?.body).toEqual({
    registrationToken: 'registration-token-1',
    title: 'Gate NG-2',
    timeZone: ownTimeZone(),
    source: { kind: 'onvif', address: gate.address, username: 'admin', password: 'p@ss word ' },
  });
});

test('a wrong password is reported under its field, typed input stays, and another camera can be selected', async () => {
  const { server, find } = await opened();
  server.answerNext(discoverCameras, () => Response.json({ isAvailable: true, cameras: [gate] }));
  server.answerNext(createRegistrationToken, () =>
    Response.json({ registrationToken: 'registration-token-1', expiresAt: 1 }, { status: 201 }),
  );
  server.answerNext(probeSource, 'camera-wrong-password');
  find();
  fireEvent.click(await screen.findByRole('button', { name: /^Gate NG-2/ }));
  fireEvent.change(screen.getAllByLabelText('User name').at(-1) ?? document.body, { target: { value: 'admin' } });
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  expect(await screen.findByText(/^The camera did not accept the user name or the password\./)).toBeTruthy();
  expect(screen.getAllByLabelText('User name').at(-1)).toHaveProperty('value', 'admin');
  fireEvent.click(screen.getByRole('button', { name: 'Choose another camera' }));
  expect(screen.getByRole('button', { name: /^Gate NG-2/ })).toBeTruthy();
});

test('rows appear immediately and pictures load a few at a time; a camera without a picture keeps its icon', async () => {
  const { server, find } = await opened();
  const cameras = Array.from({ length: 5 }, (_, index) => ({
    ...gate,
    address: `http://192.168.1.${index + 10}/onvif/device_service`,
    name: `Camera ${index}`,
  }));
  server.answerNext(discoverCameras, () => Response.json({ isAvailable: true, cameras }));
  const answers: ((response: Response) => void)[] = [];
  server.answerNext(getFoundPicture, ...cameras.map(() => () => new Promise<Response>((resolve) => answers.push(resolve))));
  find();
  const row = (index: number): HTMLElement => screen.getByRole('button', { name: new RegExp(`^Camera ${index}`) });
  await screen.findByRole('button', { name: /^Camera 4/ });
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  expect(row(0).querySelector('img')).toBe(null);
  answers[0]?.(jpeg(7)());
  answers[1]?.(Response.json({ error: { code: 'camera-wrong-password', message: 'No.' } }, { status: 422 }));
  await vi.waitFor(() => expect(row(0).querySelector('img')?.getAttribute('src')).toBe('blob:7'));
  // Without a password, no camera is asked for a picture that needs one.
  await vi.waitFor(() => expect(answers).toHaveLength(5));
  expect(server.requestsTo(getFoundPicture).map(({ body }) => body)).toEqual(cameras.map(({ address }) => ({ address })));
  expect([row(1).querySelector('img'), row(1).querySelector('svg') !== null]).toEqual([null, true]);
  fireEvent.click(row(0));
  expect(screen.getByRole('img', { name: 'What Camera 0 NG-2 sees' }).getAttribute('src')).toBe('blob:7');
  expect(revokeObjectUrl).not.toHaveBeenCalled();
  cleanup();
  expect(revokeObjectUrl).toHaveBeenCalledWith('blob:7');
});

test('name and password show a picture before the camera is added; a wrong password is reported under its field', async () => {
  const { server, find } = await opened();
  server.answerNext(discoverCameras, () => Response.json({ isAvailable: true, cameras: [gate] }));
  server.answerNext(getFoundPicture, 'camera-wrong-password', 'camera-wrong-password', jpeg(9), 'camera-unsupported');
  find();
  fireEvent.click(await screen.findByRole('button', { name: /^Gate NG-2/ }));
  fireEvent.change(screen.getAllByLabelText('User name').at(-1) ?? document.body, { target: { value: ' admin ' } });
  const password = (): HTMLElement => screen.getAllByLabelText('Password').at(-1) ?? document.body;
  fireEvent.change(password(), { target: { value: 'p@ss' } });
  await vi.waitFor(() => expect(server.requestsTo(getFoundPicture)).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Show snapshot' }));
  expect(await screen.findByText(/^The camera did not accept the user name or the password\./)).toBeTruthy();
  fireEvent.change(password(), { target: { value: 'p@ss word' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show snapshot' }));
  expect((await screen.findByRole('img', { name: 'What Gate NG-2 sees' })).getAttribute('src')).toBe('blob:9');
  expect(server.requestsTo(getFoundPicture).at(-1)?.body).toEqual({ address: gate.address, username: 'admin', password: 'p@ss word' });
  fireEvent.click(screen.getByRole('button', { name: 'Refresh snapshot' }));
  expect(await screen.findByText(/doesn’t provide snapshots/)).toBeTruthy();
  expect(screen.getByRole('img', { name: 'What Gate NG-2 sees' })).toBeTruthy();
  expect(server.requestsTo(registerCamera)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Choose another camera' }));
  expect(revokeObjectUrl).toHaveBeenCalledWith('blob:9');
});

test.each([
  ['nothing found', () => Response.json({ isAvailable: true, cameras: [] }), /^No cameras found/, true],
  ['a server that cannot search', () => Response.json({ isAvailable: false, cameras: [] }), /^This server can’t search/, false],
  ['a search that fails', 'too-many-requests', /^Search failed\. Too many attempts/, true],
] as const)('%s is reported, and the address can still be typed', async (_, answer, text, canSearch) => {
  const { server, find } = await opened();
  server.answerNext(discoverCameras, answer);
  find();
  expect(await screen.findByText((_content, element) => element?.tagName === 'P' && text.test(element.textContent ?? ''))).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Search again' }) !== null).toBe(canSearch);
  expect(screen.getByLabelText('Camera address')).toBeTruthy();
});

// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../shared/testing/render-app.tsx';
import { AddCameraScreen } from '../add-camera-screen.tsx';

afterEach(cleanup);
const discoverCameras = { method: 'POST', path: '/public/api/v3/registrations/discovery' } as const;
const createRegistrationToken = { method: 'POST', path: '/public/api/v2/cameraphone/registration/token' } as const;
const registerCamera = { method: 'POST', path: '/public/api/v3/registrations' } as const;
const gate = { address: 'http://192.168.1.10:8000/onvif/device_service', name: 'Gate', model: 'NG-2', isAdded: false };
const yard = { address: 'http://192.168.1.11/onvif/device_service', name: 'NG-2', model: 'NG-2', isAdded: true };

async function opened() {
  const onAdded = vi.fn();
  const router = createMemoryRouter([{ path: '/', element: <AddCameraScreen onAdded={onAdded} phone={() => null} /> }], { initialEntries: ['/?step=address'] });
  const { server } = await renderApp(<RouterProvider router={router} />, { email: 'anna@example.com' });
  const find = (): void => void fireEvent.click(screen.getByRole('button', { name: /^(Find cameras on the network|Search again)$/ }));
  return { server, onAdded, find };
}

test('three actions, no address typed: find, choose, name and password', async () => {
  const { server, onAdded, find } = await opened();
  server.answerNext(discoverCameras, () => Response.json({ isAvailable: true, cameras: [gate, yard] }));
  server.answerNext(createRegistrationToken, () => Response.json({ registrationToken: 'registration-token-1', expiresAt: 1 }, { status: 201 }));
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
  expect(server.requestsTo(registerCamera)[0]?.body).toEqual({ registrationToken: 'registration-token-1', title: 'Gate NG-2', source: { kind: 'onvif', address: gate.address, username: 'admin', password: 'p@ss word ' } });
});

test('a wrong password stands under the password, what was typed stays, and another camera can be chosen', async () => {
  const { server, find } = await opened();
  server.answerNext(discoverCameras, () => Response.json({ isAvailable: true, cameras: [gate] }));
  server.answerNext(createRegistrationToken, () => Response.json({ registrationToken: 'registration-token-1', expiresAt: 1 }, { status: 201 }));
  server.answerNext(registerCamera, 'camera-wrong-password');
  find();
  fireEvent.click(await screen.findByRole('button', { name: /^Gate NG-2/ }));
  fireEvent.change(screen.getAllByLabelText('User name').at(-1) ?? document.body, { target: { value: 'admin' } });
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  expect(await screen.findByText('The camera did not accept the user name or the password.')).toBeTruthy();
  expect(screen.getAllByLabelText('User name').at(-1)).toHaveProperty('value', 'admin');
  fireEvent.click(screen.getByRole('button', { name: 'Choose another camera' }));
  expect(screen.getByRole('button', { name: /^Gate NG-2/ })).toBeTruthy();
});

test.each([
  ['nothing found', () => Response.json({ isAvailable: true, cameras: [] }), /^No cameras found/, true],
  ['a server that does not look', () => Response.json({ isAvailable: false, cameras: [] }), /^This server does not look/, false],
  ['a search that fails', 'too-many-requests', /^The search failed\. Too many attempts/, true],
] as const)('%s is told, never a dead end: the address can be typed', async (_, answer, text, canSearch) => {
  const { server, find } = await opened();
  server.answerNext(discoverCameras, answer);
  find();
  expect(await screen.findByText((_content, element) => element?.tagName === 'P' && text.test(element.textContent ?? ''))).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Search again' }) !== null).toBe(canSearch);
  expect(screen.getByLabelText('Camera address')).toBeTruthy();
});

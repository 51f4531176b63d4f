// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ErrorCode, RegistrationAnswer } from '@watchpost/sdk-core';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import models from '../../../public/camera-models.json';
import { applyLocale } from '../../shared/i18n/i18n.ts';
import { renderApp } from '../../shared/testing/render-app.tsx';
import { AddCameraScreen } from './add-camera-screen.tsx';

afterEach(async () => {
  cleanup();
  await applyLocale('en');
});
const createRegistrationToken = { method: 'POST', path: '/public/api/v2/cameraphone/registration/token' } as const;
const createSerialToken = { method: 'POST', path: '/public/api/v2/cameraphone/watchpost-cameras/registration/token/by-serial' } as const;
const getRegistration = { method: 'GET', path: '/public/api/v3/registrations/{id}' } as const;
const registerLocal = { method: 'POST', path: '/public/api/v3/registrations/local' } as const;
const renameCamera = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}' } as const;

const pictures = Object.keys(import.meta.glob('../../../public/camera-models/*')).map((file) => file.replace('../../../public', ''));
const token = { registrationToken: 't'.repeat(43), registrationId: 'reg_1', expiresAt: Date.now() + 600_000 };
const giveToken = (): Response => Response.json(token, { status: 201 });
const answer = (over: Partial<RegistrationAnswer>) => (): Response =>
  Response.json({ state: 'waiting', cameraId: null, refusal: null, expiresAt: token.expiresAt, ...over });
/** Repeats one answer, because the page polls. */
const always = (what: () => Response): (() => Response)[] => Array.from({ length: 60 }, () => what);

async function opened(query = '') {
  const onAdded = vi.fn();
  const router = createMemoryRouter(
    [
      {
        path: '/cameras/add',
        element: (
          <AddCameraScreen
            place={{ field: null, assign: async () => undefined }}
            onAdded={onAdded}
            phone={({ onDone }) => <button onClick={() => onDone('phone_1')}>A phone</button>}
          />
        ),
      },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [`/cameras/add${query}`] },
  );
  const { server } = await renderApp(<RouterProvider router={router} />, { email: 'anna@example.com' });
  server.cameraModels = models;
  return { server, onAdded, router, search: () => router.state.location.search };
}
const press = async (name: RegExp | string): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name }));
const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getAllByLabelText(label).at(-1) ?? document.body, { target: { value } });
/** The camera's steps, each with its state; not the stepper of the flow above them. */
const cameraSteps = (): string[] =>
  [...document.querySelectorAll('.connecting-steps > li')].map(
    (item) => `${item.className}: ${item.querySelector('span')?.textContent ?? ''}`,
  );
const heading = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('heading', { level: 1, name }, { timeout: 4000 });

test('goes from the box to a name through every step, with the expected requests', async () => {
  const { server, onAdded, search } = await opened();
  server.cameras = [buildCamera({ id: 'cam_1', title: 'Camera agent', previewUrl: '/p.jpg', previewAt: 1 })];
  server.answerNext(createRegistrationToken, giveToken);
  server.answerNext(getRegistration, answer({}), ...always(answer({ state: 'registered', cameraId: 'cam_1' })));
  await press(/^Camera/);
  // Screen readers announce where the press led.
  expect(document.activeElement).toBe(await heading('Which camera is it?'));
  await press(/^Watchpost camera/);
  await press(/^Show it a code/);
  expect(document.activeElement).toBe(await heading('Turn the camera on'));
  expect(screen.getByText('Used before? Reset it')).toBeTruthy();
  await press('Continue');
  await heading('Which Wi-Fi should it join?');
  expect(document.activeElement).toBe(screen.getAllByLabelText('Network name').at(-1));
  expect(screen.getByText(/2\.4 GHz networks only/)).toBeTruthy();
  type('Network name', 'Northgate-2G');
  type('Password', 'open sesame');
  await press('Continue');
  await heading('Show this code to the camera');
  expect(await screen.findByRole('img', { name: 'Registration code for the camera' })).toBeTruthy();
  expect(search()).toBe('?step=code&model=watchpost-camera&way=code');
  await heading('What does it see?');
  type('Name', ' Back yard ');
  await press('Save');
  await heading('Back yard is added');
  expect(server.requestsTo(renameCamera)[0]?.body).toEqual({ name: 'Back yard' });
  // The password goes into the code only, and into no request.
  expect(server.requests.some(({ path, body }) => (path + JSON.stringify(body)).includes('sesame'))).toBe(false);
  await press('Watch live');
  expect(onAdded).toHaveBeenCalledExactlyOnceWith('cam_1');
});

test('the app’s list has every model with its picture in both languages', async () => {
  await opened('?step=models');
  for (const { imageUrl, translations } of models) {
    expect(await screen.findByRole('button', { name: new RegExp(`^${translations.en.name}`) })).toBeTruthy();
    expect(pictures).toContain(imageUrl);
    expect(translations.ru.name).toBeTruthy();
  }
});

test('a model found in the network leads to the search; the flow continues when the list fails to load', async () => {
  const first = await opened('?step=models');
  await press(/^Network camera with ONVIF/);
  expect(await screen.findByLabelText('Camera address')).toBeTruthy();
  expect(first.search()).toBe('?step=address');
  cleanup();
  const { server, search } = await opened();
  server.offline = true;
  await press(/^Camera/);
  expect(await screen.findByText(/^Couldn’t load the list of models/)).toBeTruthy();
  server.offline = false;
  await press('Try again');
  await screen.findByRole('button', { name: /^Watchpost camera/ });
  expect(search()).toBe('?step=models');
});

test('Wi-Fi: invalid input is reported before submission; an open network and no network are accepted', async () => {
  const { server, search } = await opened('?step=wifi&model=watchpost-camera&way=code');
  server.answerNext(createRegistrationToken, giveToken, giveToken);
  server.answerNext(getRegistration, ...always(answer({})));
  type('Network name', 'Northgate-5G');
  expect(screen.getByText(/looks like a 5 GHz network/)).toBeTruthy();
  type('Password', 'short');
  await press('Continue');
  expect(screen.getByText(/8 to 63 letters/)).toBeTruthy();
  type('Network name', 'ы'.repeat(17));
  await press('Continue');
  expect(screen.getByText(/at most 32 bytes/)).toBeTruthy();
  type('Network name', 'Café');
  fireEvent.click(screen.getByLabelText('The network has no password'));
  await press('Continue');
  await heading('Show this code to the camera');
  expect(screen.getByText('Café, 2.4 GHz')).toBeTruthy();
  await press('Change');
  await heading('Which Wi-Fi should it join?');
  expect(screen.getAllByLabelText('Network name').at(-1)).toHaveProperty('value', 'Café');
  await press('The camera is wired or already connected');
  await heading('Show this code to the camera');
  expect(search()).toContain('step=code');
});

test('another way can be chosen while the code is shown', async () => {
  const { server, search } = await opened('?step=wifi&model=watchpost-camera&way=code');
  server.answerNext(createRegistrationToken, giveToken);
  server.answerNext(getRegistration, ...always(answer({})));
  await press('The camera is wired or already connected');
  await heading('Show this code to the camera');
  await press('Nothing happens');
  await press('Choose another way');
  await heading('How do you want to connect it?');
  expect(search()).toBe('?step=ways&model=watchpost-camera');
});

describe('by serial number', () => {
  const serial = '?step=serial&model=watchpost-camera';
  test('an invalid number is reported under the field by the form and by the server', async () => {
    const { server } = await opened(serial);
    type('Serial number', 'WP');
    await press('Continue');
    expect(screen.getByText('Invalid serial number')).toBeTruthy();
    server.answerNext(createSerialToken, 'serial-number-invalid');
    type('Serial number', 'WP-0000');
    expect(screen.queryByText('Invalid serial number')).toBe(null);
    await press('Continue');
    expect(await screen.findByText('Invalid serial number')).toBeTruthy();
  });

  test.each<[ErrorCode, RegExp, RegExp]>([
    ['camera-connected', /^The camera is connected to another account$/, /Contact its owner to remove it/],
    ['camera-connected-here', /^An error occured$/, /in your account already/],
    ['too-many-requests', /^An error occured$/, /Too many attempts/],
    ['internal-error', /^An error occured$/, /went wrong on the server/],
  ])('explains why a serial number was rejected (%s)', async (code, title, text) => {
    const { server, search } = await opened(serial);
    server.answerNext(createSerialToken, code);
    type('Serial number', 'WP-0001');
    await press('Continue');
    const note = await screen.findByRole('alert');
    expect(note.querySelector('b')?.textContent).toMatch(title);
    expect(note.textContent).toMatch(text);
    await press('Choose another way');
    expect(search()).toBe('?step=ways&model=watchpost-camera');
  });

  test('the code is valid for this camera only, with the token returned for the number; a reload asks for the number again', async () => {
    const { server, router } = await opened(serial);
    server.answerNext(createSerialToken, giveToken);
    server.answerNext(getRegistration, ...always(answer({})));
    type('Serial number', ' WP-0001 ');
    await press('Continue');
    await heading('Turn the camera on');
    await press('Continue');
    await press('The camera is wired or already connected');
    expect(await screen.findByRole('img', { name: 'Registration code for the camera' })).toBeTruthy();
    expect(server.requestsTo(createSerialToken).map(({ body }) => body)).toEqual([{ serialNumber: 'WP-0001' }]);
    expect(server.requestsTo(createRegistrationToken)).toEqual([]);
    const place = router.state.location.search;
    cleanup();
    const again = await opened(place);
    await heading('Add by serial number');
    expect(again.search()).toBe(serial);
  });

  test('on a device without a camera the user types the number', async () => {
    await opened(serial);
    await press('Scan the barcode');
    expect(await screen.findByText(/Enter the number\.$/)).toBeTruthy();
  });
});

describe('by IP address', () => {
  const refused = (httpCode: number) => (): Response =>
    Response.json({ error: { code: 'camera-refused', message: 'No.', details: { httpCode } } }, { status: 422 });
  test.each<[string, ErrorCode | (() => Response), string]>([
    ['nothing answers', 'camera-unreachable', 'Can’t connect to the camera'],
    ['the camera does not respond', 'camera-timeout', 'Can’t connect to the camera'],
    ['something else answers', 'camera-not-watchpost', 'Can’t connect to the camera'],
    ['the camera belongs to another account', 'camera-connected', 'The camera is connected to another account'],
    ['the camera refuses', refused(502), 'Failed to register camera: 502'],
    ['the firmware is too old', 'camera-firmware-old', 'The camera needs a firmware update'],
    ['the account is full', 'camera-limit-reached', 'Camera limit reached'],
    ['any other failure', 'internal-error', 'An error occured'],
  ])('explains the failure: %s', async (_, failure, title) => {
    const { server, search } = await opened('?step=local&model=watchpost-camera');
    server.answerNext(registerLocal, failure);
    type('IP address of the camera', '192.168.1.20');
    await press('Connect');
    expect((await screen.findByRole('alert')).querySelector('b')?.textContent).toBe(title);
    expect(screen.getAllByLabelText('IP address of the camera').at(-1)).toHaveProperty('value', '192.168.1.20');
    await press('Choose another way');
    expect(search()).toBe('?step=ways&model=watchpost-camera');
  });

  test('an invalid address is reported under its field; the page waits for a camera that accepted its token', async () => {
    const { server, search } = await opened('?step=local&model=watchpost-camera');
    server.answerNext(registerLocal, 'camera-url-invalid', () => Response.json({ registrationId: 'reg_1' }, { status: 201 }));
    server.answerNext(getRegistration, ...always(answer({})));
    type('IP address of the camera', 'x y');
    await press('Connect');
    expect(await screen.findByText(/Enter an address such as 192\.168\.1\.20/)).toBeTruthy();
    type('IP address of the camera', '192.168.1.20');
    await press('Connect');
    await heading('Connecting');
    expect(search()).toBe('?step=connecting&model=watchpost-camera&way=local&registration=reg_1');
    expect(screen.getByText('Registration sent')).toBeTruthy();
  });
});

describe('waiting for the camera', () => {
  const connecting = '?step=connecting&model=watchpost-camera&way=code&registration=reg_1';
  test.each<[string, () => Response, string]>([
    ['a refused camera', answer({ refusal: 'camera-connected' }), 'The camera is connected to another account'],
    ['an expired token', answer({ state: 'expired' }), 'Can’t connect to the camera'],
  ])('%s is explained, and the code is one press away', async (_, registration, title) => {
    const { server, search } = await opened(connecting);
    server.answerNext(getRegistration, ...always(registration));
    expect((await screen.findByRole('alert', undefined, { timeout: 4000 })).querySelector('b')?.textContent).toBe(title);
    await press('Back to the code');
    // The Wi-Fi password is only in memory, so a page opened here asks for it again.
    await heading('Which Wi-Fi should it join?');
    expect(search()).toBe('?step=wifi&model=watchpost-camera&way=code');
  });

  test('the user confirms that the camera read the code, and can come back when it did not', async () => {
    const { server, search } = await opened('?step=wifi&model=watchpost-camera&way=code');
    server.answerNext(createRegistrationToken, giveToken, giveToken);
    server.answerNext(getRegistration, ...always(answer({})));
    await press('The camera is wired or already connected');
    await screen.findByRole('img', { name: 'Registration code for the camera' });
    await press('Nothing happens');
    expect(screen.getByText(/brightness/)).toBeTruthy();
    await press('The camera has read it');
    await heading('Connecting');
    expect(search()).toContain('registration=reg_1');
    await press('Back to the code');
    await heading('Show this code to the camera');
  });

  test('after the user says that the camera read the code, nothing claims that it is joining the Wi-Fi: the page waits', async () => {
    const { server } = await opened('?step=wifi&model=watchpost-camera&way=code');
    server.answerNext(createRegistrationToken, giveToken);
    server.answerNext(getRegistration, ...always(answer({})));
    type('Network name', 'Northgate-2G');
    type('Password', 'open sesame');
    await press('Continue');
    await screen.findByRole('img', { name: 'Registration code for the camera' });
    await press('The camera has read it');
    await heading('Connecting');
    expect(screen.getByText(/^Waiting for the camera to connect over the Wi-Fi network Northgate-2G\./)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/joining|joined|is connecting|has read/i);
    await act(() => applyLocale('ru'));
    expect(await screen.findByText(/^Ждём, когда камера выйдет на связь через Wi-Fi Northgate-2G\./)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/камера (подключается|подключилась|связывается|прочитала)/i);
  });

  test('the steps are only those that the camera reports: registered, then its first picture', async () => {
    const { server } = await opened(connecting);
    server.cameras = [buildCamera({ id: 'cam_1', previewAt: null })];
    let isRegistered = false;
    const registered = answer({ state: 'registered', cameraId: 'cam_1' });
    server.answerNext(getRegistration, ...always(() => (isRegistered ? registered() : answer({})())));
    await heading('Connecting');
    await vi.waitFor(() => expect(server.requestsTo(getRegistration)).not.toEqual([]));
    expect(cameraSteps()).toEqual(['on: Waiting for the camera to connect', 'todo: First picture']);
    isRegistered = true;
    await screen.findByText('The camera is registered', undefined, { timeout: 4000 });
    expect(cameraSteps()).toEqual(['done: The camera is registered', 'on: First picture']);
  });

  test('a code that cannot be created can be requested again', async () => {
    const { server } = await opened('?step=wifi&model=watchpost-camera&way=code');
    server.answerNext(createRegistrationToken, 'unavailable', giveToken);
    server.answerNext(getRegistration, ...always(answer({})));
    await press('The camera is wired or already connected');
    expect((await screen.findByRole('alert')).textContent).toContain('not available right now');
    await press('Try again');
    expect(await screen.findByRole('img', { name: 'Registration code for the camera' })).toBeTruthy();
  });
});

test.each([
  ['camera at home', 'Link is incorrect'],
  ['https://evil.example/s/k3JxR0aZ7uQwE9tY', 'This value is not Watchpost camera link'],
])('an unusable link is rejected: %s', async (link, says) => {
  await opened('?step=link');
  type('Link', link);
  await press('Continue');
  expect(await screen.findByText(says)).toBeTruthy();
});

test('a link to a camera opens the shared-link page, a phone has its own flow', async () => {
  const { router } = await opened();
  await press('I have a link to a camera');
  type('Link', `${location.origin}/s/k3JxR0aZ7uQwE9tY`);
  await press('Continue');
  await screen.findByText('Elsewhere');
  expect(router.state.location.pathname).toBe('/s/k3JxR0aZ7uQwE9tY');
  cleanup();
  const { onAdded } = await opened();
  await press(/^Smartphone/);
  await press('A phone');
  expect(onAdded).toHaveBeenCalledExactlyOnceWith('phone_1');
});

test('leaving with input asks first; Back inside the flow never does', async () => {
  const { router, server } = await opened('?step=wifi&model=watchpost-camera&way=code');
  server.answerNext(createRegistrationToken, giveToken);
  server.answerNext(getRegistration, ...always(answer({})));
  type('Network name', 'Northgate-2G');
  type('Password', 'open sesame');
  await press('Continue');
  await heading('Show this code to the camera');
  await press('Back');
  await heading('Which Wi-Fi should it join?');
  expect(screen.queryByRole('dialog')).toBe(null);
  await act(async () => router.navigate('/'));
  await screen.findByText('Leave without adding?');
  await press('Stay');
  expect(router.state.location.pathname).toBe('/cameras/add');
});

test('a camera removed from the account leaves a way to continue', async () => {
  const { router } = await opened('?step=name&camera=cam_gone');
  expect(await screen.findByText('This camera is no longer in your account.')).toBeTruthy();
  await press('To all cameras');
  expect(router.state.location.pathname).toBe('/');
});

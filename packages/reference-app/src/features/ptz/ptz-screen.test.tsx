// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { Camera, Ptz } from '@watchpost/sdk-core';
import { buildCamera, buildGrant, buildPtz, createFakeClock } from '@watchpost/sdk-core/testing';
import type { FakeClock } from '@watchpost/sdk-core/testing';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareApp } from '../../shared/testing/render-app.tsx';
import type { PreparedApp } from '../../shared/testing/render-app.tsx';
import { PtzScreen } from './ptz-screen.tsx';

vi.mock('@watchpost/widgets/react', () => ({ CameraPlayer: () => null, WatchpostProvider: () => null }));
beforeEach(() => {
  Object.defineProperty(navigator, 'getGamepads', { configurable: true, value: () => [] });
  Element.prototype.setPointerCapture = () => undefined;
});
afterEach(cleanup);

const movePath = /\/ptz\/move$/;
interface Opened extends PreparedApp {
  readonly clock: FakeClock;
  /** Requested velocities: pan, tilt, zoom. */
  readonly sentVelocities: () => unknown[][];
  readonly bodiesTo: (method: string, path: RegExp) => unknown[];
}

async function opened(
  ptz: Ptz = buildPtz(),
  camera: Partial<Camera> = {},
  before: (app: PreparedApp) => void = () => undefined,
): Promise<Opened> {
  const clock = createFakeClock();
  const app = await prepareApp({ email: 'anna@example.com', clock });
  app.server.cameras = [buildCamera({ id: 'dome', title: 'Dome', ...camera })];
  app.server.ptz = ptz;
  before(app);
  render(<MemoryRouter>{app.around(<PtzScreen cameraId="dome" />)}</MemoryRouter>);
  const bodiesTo: Opened['bodiesTo'] = (method, path) =>
    app.server.requests.filter((request) => request.method === method && path.test(request.path)).map(({ body }) => body);
  const sentVelocities = (): unknown[][] =>
    app.server.requests.filter(({ path }) => movePath.test(path)).map(({ body: { pan, tilt, zoom } }) => [pan, tilt, zoom]);
  return { ...app, clock, sentVelocities, bodiesTo };
}
const pass = (clock: FakeClock, time: number) => act(() => clock.advance(time));

test('buttons turn while held, by pointer and by keyboard; a screen reader’s press turns a little', async () => {
  const { clock, sentVelocities } = await opened();
  const left = await screen.findByRole('button', { name: 'Left' });
  fireEvent.pointerDown(left, { button: 0, pointerId: 1 });
  await pass(clock, 500);
  fireEvent.pointerUp(left, { pointerId: 1 });
  await pass(clock, 1000);
  expect(sentVelocities()).toEqual([
    [-0.5, 0, 0],
    [-0.5, 0, 0],
    [0, 0, 0],
  ]);

  const zoom = screen.getByRole('button', { name: 'Zoom in' });
  fireEvent.keyDown(zoom, { key: ' ', code: 'Space' });
  fireEvent.keyDown(zoom, { key: ' ', code: 'Space', repeat: true });
  await pass(clock, 50);
  fireEvent.blur(zoom);
  await pass(clock, 50);
  expect(sentVelocities().slice(3)).toEqual([
    [0, 0, 0.5],
    [0, 0, 0],
  ]);

  fireEvent.click(screen.getByRole('button', { name: 'Up' }), { detail: 0 });
  await pass(clock, 50);
  await vi.waitFor(() =>
    expect(sentVelocities().slice(5)).toEqual([
      [0, 0.5, 0],
      [0, 0, 0],
    ]),
  );
});

test('arrows, plus and minus work on the whole page; switching windows stops the camera; fields keep their keys', async () => {
  const { clock, sentVelocities, bodiesTo } = await opened();
  await screen.findByRole('button', { name: 'Left' });
  fireEvent.keyDown(document.body, { key: 'ArrowRight', code: 'ArrowRight' });
  fireEvent.keyDown(document.body, { key: '+', code: 'Equal' });
  await pass(clock, 200);
  fireEvent.blur(window);
  await pass(clock, 2000);
  expect(sentVelocities().at(-2)).toEqual([0.5, 0, 0.5]);
  expect(sentVelocities().at(-1)).toEqual([0, 0, 0]);
  const before = sentVelocities().length;
  fireEvent.keyDown(screen.getByRole('textbox', { name: /View name/ }), { key: 'ArrowLeft', code: 'ArrowLeft' });
  await pass(clock, 500);
  expect(sentVelocities()).toHaveLength(before);
  fireEvent.keyDown(document.body, { key: 'Home', code: 'Home' });
  fireEvent.keyDown(document.body, { key: '2', code: 'Digit2' });
  fireEvent.keyDown(document.body, { key: '9', code: 'Digit9' });
  await pass(clock, 50);
  expect(bodiesTo('POST', /\/go$/)).toMatchObject([{ target: { kind: 'home' } }, { target: { kind: 'preset', presetId: '2' } }]);
});

test('leaving the page during a movement stops the camera', async () => {
  const { clock, sentVelocities } = await opened();
  fireEvent.pointerDown(await screen.findByRole('button', { name: 'Down' }), { button: 0, pointerId: 1 });
  await pass(clock, 100);
  cleanup();
  await clock.advance(100);
  expect(sentVelocities().at(-1)).toEqual([0, 0, 0]);
});

test('unsupported movements are not shown', async () => {
  const { abilities } = buildPtz();
  if (!abilities) throw new Error('A dome can turn.');
  await opened(
    buildPtz({
      abilities: { ...abilities, canPan: false, canTilt: false, hasHome: false, canSetHome: false, mostPresets: 0 },
      presets: [],
    }),
  );
  await screen.findByRole('button', { name: 'Zoom out' });
  for (const name of ['Left', 'Up', 'Home position', 'Set as home position', 'Save this view'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  for (const name of ['Presets', 'Patrol']) expect(screen.queryByRole('heading', { name })).toBeNull();
});

test('while another user controls the camera, controls are disabled with a note, and enabled again afterwards', async () => {
  const { clock, server, sentVelocities } = await opened(buildPtz({ steering: 'other' }));
  await screen.findByText('Another user is controlling this camera');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Left' }).disabled).toBe(true);
  fireEvent.keyDown(document.body, { key: 'ArrowRight', code: 'ArrowRight' });
  await pass(clock, 500);
  expect(sentVelocities()).toEqual([]);
  server.ptz = buildPtz();
  await vi.waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Left' }).disabled).toBe(false), { timeout: 15_000 });
}, 30_000);

test('a user who starts while another one controls the camera is notified', async () => {
  const { clock, server } = await opened();
  const left = await screen.findByRole('button', { name: 'Left' });
  server.ptz = buildPtz({ steering: 'other' });
  fireEvent.pointerDown(left, { button: 0, pointerId: 1 });
  await pass(clock, 100);
  await screen.findByText('Another user is controlling this camera');
});

test('presets are visited, saved, replaced and removed, with a confirmation where one would be lost', async () => {
  const { clock, server, bodiesTo } = await opened();
  fireEvent.click(await screen.findByRole('button', { name: 'Yard' }));
  await pass(clock, 50);
  expect(bodiesTo('POST', /\/go$/)).toMatchObject([{ target: { kind: 'preset', presetId: '2' } }]);

  fireEvent.click(screen.getByRole('button', { name: 'Save this view' }));
  await screen.findByText('Enter a name');
  fireEvent.change(screen.getByRole('textbox', { name: /View name/ }), { target: { value: ' Door ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save this view' }));
  await screen.findByRole('button', { name: 'Door' });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /View name/ }).value).toBe('');

  const confirm = async (opener: string, submit: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: opener }));
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click([...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === submit) ?? dialog);
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await confirm('Update “Gate” to this view', 'Update');
  await screen.findByText('“Gate” updated');
  await confirm('Delete “Yard”', 'Delete');
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Yard' })).toBeNull());
  await confirm('Set as home position', 'Change');
  expect(bodiesTo('PUT', /\/home$/)).toHaveLength(1);
  expect(server.ptz.presets.map(({ name }) => name).toSorted()).toEqual(['Door', 'Gate']);
});

test('a patrol runs once it has two presets', async () => {
  const { server } = await opened();
  const run = await screen.findByRole<HTMLInputElement>('switch', { name: /Run the patrol/ });
  expect(run.disabled).toBe(true);
  for (const name of ['Yard', 'Gate']) {
    fireEvent.click(screen.getByRole('checkbox', { name }));
    await vi.waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(true));
  }
  fireEvent.click(screen.getByRole('switch', { name: /Run the patrol/ }));
  await vi.waitFor(() => expect(server.ptz.patrol).toEqual({ presetIds: ['1', '2'], dwellSeconds: 30, isRunning: true }));
  await vi.waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Gate' }).disabled).toBe(false));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Gate' }));
  await vi.waitFor(() => expect(server.ptz.patrol).toEqual({ presetIds: ['2'], dwellSeconds: 30, isRunning: false }));
});

test.each([
  ['a camera that has no motor', { ...buildPtz(), abilities: null }, {}, 'This camera can’t be controlled'],
  [
    'who only watches',
    buildPtz(),
    { isFullAccess: false, isOwner: false, grant: buildGrant() },
    'You have view-only access to this camera',
  ],
  ['a camera that is gone', buildPtz(), { id: 'other' }, 'Camera not found'],
] satisfies [string, Ptz, Partial<Camera>, string][])('%s is explained, with a next step', async (_, ptz, camera, title) => {
  const { bodiesTo } = await opened(ptz, camera);
  await screen.findByText(title);
  expect(screen.getByRole('link')).toBeTruthy();
  expect(bodiesTo('POST', movePath)).toEqual([]);
});

test('a viewer who was granted it moves the camera, and leaves its presets and patrol alone', async () => {
  const presets = [
    { id: '1', name: 'Yard' },
    { id: '2', name: 'Gate' },
  ];
  await opened({ ...buildPtz(), presets }, { isFullAccess: false, isOwner: false, grant: buildGrant({ withPtz: true }) });
  await screen.findByRole('button', { name: 'Left' });
  screen.getByRole('button', { name: 'Yard' });
  expect(screen.queryByRole('heading', { name: 'Patrol' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save this view' }) ?? screen.queryByLabelText(/Name/)).toBeNull();
});

test('a camera that does not answer is retried', async () => {
  const endpoint = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/ptz' } as const;
  await opened(buildPtz(), {}, ({ server }) => server.answerNext(endpoint, 'camera-offline'));
  await screen.findByText('Camera is unavailable');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Left' });
});

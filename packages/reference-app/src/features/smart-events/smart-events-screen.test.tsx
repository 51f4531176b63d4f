// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { detectionTypes } from '@watchpost/sdk-core';
import type { DetectionSettings, DetectionType } from '@watchpost/sdk-core';
import { buildCamera, buildGrant } from '@watchpost/sdk-core/testing';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { leaveOutQuery } from '../../shared/settings/leave-out.ts';
import { forgetApp, prepareApp, renderApp } from '../../shared/testing/render-app.tsx';
import { DetectionScreen } from './smart-events-detection-screen.tsx';
import { SmartEventsScreen } from './smart-events-list-screen.tsx';
import { DetectionSwitch } from './smart-events-switch.tsx';

vi.mock('@watchpost/widgets/react', () => ({ CameraPlayer: () => null, WatchpostProvider: () => null }));
afterEach(forgetApp);

const listDetections = { method: 'GET', path: '/public/api/v3/cameras/{id}/detections' } as const;
const updateDetection = { method: 'PATCH', path: '/public/api/v3/cameras/{id}/detections/{type}' } as const;
const updateSound = { method: 'PATCH', path: '/public/api/v3/cameras/{id}/sound-detections/{type}' } as const;
const common = { isEnabled: false, confidence: 0.5, threshold: 0.6, sensitivity: 6, scene: 'outdoor' } as const;
const gate = { id: 'line-1', name: 'Gate', from: { x: 0.2, y: 0.5 }, to: { x: 0.8, y: 0.5 }, direction: 'aToB' as const };
const road = {
  id: 'zone-1',
  name: 'Road',
  points: [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 0.6 },
    { x: 0, y: 0.6 },
  ],
};
const settingsOf = (type: DetectionType): DetectionSettings => {
  if (type === 'lineCrossing') return { type, ...common, lines: [gate], classes: ['human', 'vehicle'] };
  if (type === 'intrusion') return { type, ...common, zones: [road], classes: ['human'], direction: 'enter', dwellSeconds: 0 };
  return { type, ...common, zones: [] };
};

async function open(
  what: DetectionType | 'list',
  prepare: (app: Awaited<ReturnType<typeof prepareApp>>) => void = () => undefined,
  address = '/',
) {
  const app = await prepareApp({ email: 'anna@example.com' });
  app.server.cameras = [buildCamera({ id: 'yard', title: 'Yard' })];
  app.server.detections.set('yard', detectionTypes.map(settingsOf));
  prepare(app);
  const element =
    what === 'list' ? (
      <SmartEventsScreen cameraId="yard" />
    ) : (
      <>
        <DetectionSwitch cameraId="yard" type={what} />
        <DetectionScreen cameraId="yard" type={what} />
      </>
    );
  const router = createMemoryRouter(
    [
      { path: '/', element },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  await renderApp(<RouterProvider router={router} />, { client: app.client, server: app.server });
  return { ...app, router };
}
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const press = (name: string | RegExp): void => void fireEvent.click(button(name));
/** In the tool bar or the list, where both have the button. */
const pressFirst = (name: string): void => {
  const [first] = screen.getAllByRole('button', { name });
  if (first) fireEvent.click(first);
};

test('a detector that fails is named, since when, why, and what to do', async () => {
  await open('list', ({ server: fake }) => {
    fake.detectionEngine = { state: 'failing', reason: 'timed-out', since: Date.UTC(2026, 0, 15, 9, 30) };
    const [human, ...others] = detectionTypes.map(settingsOf);
    if (human) fake.detections.set('yard', [{ ...human, isEnabled: true }, ...others]);
  });
  const notice = await screen.findByText(/^The detector has failed since .*\d/);
  expect(notice.parentElement?.textContent).toContain('a longer WATCHPOST_DETECTOR_TIMEOUT_SECONDS');
  expect(screen.getByText('On, waiting for recognition')).not.toBeNull();
});

test('the list says of each detection what it finds and whether it runs', async () => {
  await open('list', ({ server }) => {
    const [human, ...others] = detectionTypes.map(settingsOf);
    if (human) server.detections.set('yard', [{ ...human, isEnabled: true }, ...others]);
  });
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => link.getAttribute('href')?.split('/').at(-1))).toEqual([
    'human-detection',
    'vehicle-detection',
    'line-crossing-detection',
    'intrusion-detection',
    'motion-detection',
  ]);
  expect(links.map((link) => link.querySelector('.detection-state')?.textContent)).toEqual(['On', 'Off', 'Off', 'Off', 'On']);
  expect(screen.queryByText(/timelapse/i)).toBeNull();
});

test('sounds are switched in the list; their sensitivity is saved when the slider is released', async () => {
  const { server } = await open('list');
  fireEvent.click(await screen.findByRole('switch', { name: 'Smoke alarm' }));
  const slider = await screen.findByRole('slider', { name: 'Sensitivity, Smoke alarm' });
  fireEvent.input(slider, { target: { value: '8' } });
  fireEvent.input(slider, { target: { value: '9' } });
  fireEvent.pointerUp(slider);
  await waitFor(() =>
    expect(server.requestsTo(updateSound).map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['smokeAlarm', { isEnabled: true }],
      ['smokeAlarm', { sensitivity: 9 }],
    ]),
  );
});

test.each([
  [{ state: 'unavailable', reason: 'no-sound' }, /sends no sound/],
  [{ state: 'unavailable', reason: 'unknown-codec', codec: 'MP2' }, /It sends MP2/],
] as const)('sound that can’t be analysed is named: %j', async (analysis, expected) => {
  await open('list', ({ server }) => {
    server.soundAnalysis = analysis;
  });
  const notice = await screen.findByText('The sound of this camera can’t be analysed.');
  expect(notice.parentElement?.textContent).toMatch(expected);
});

test('without recognition, the list says what is missing and how to get it, and promises nothing', async () => {
  await open('list', ({ server }) => {
    server.detectionEngine = { state: 'unavailable', reason: 'not-installed' };
    const [human, ...others] = detectionTypes.map(settingsOf);
    if (human) server.detections.set('yard', [{ ...human, isEnabled: true }, ...others]);
  });
  expect(await screen.findByText(/only motion is found/)).toBeTruthy();
  expect(screen.getByText(/onnxruntime-node/)).toBeTruthy();
  expect(screen.getByText('On, waiting for recognition')).toBeTruthy();
});

test('a viewer sees who can change it; an error can be retried', async () => {
  const { server } = await open('list', (app) => {
    app.server.cameras = [buildCamera({ id: 'yard', isOwner: false, isFullAccess: false, grant: buildGrant() })];
  });
  expect(await screen.findByText('You have view-only access to this camera')).toBeTruthy();
  expect(server.requestsTo(listDetections)).toEqual([]);
});

test('a failed load is explained and repeated', async () => {
  await open('list', ({ server }) => server.answerNext(listDetections, 'internal-error'));
  expect(await screen.findByText('Couldn’t load the smart events')).toBeTruthy();
  press('Try again');
  expect(await screen.findAllByRole('link')).toHaveLength(5);
});

test('a line is added, moved by keys, turned round and saved; only that is sent', async () => {
  const { server } = await open('lineCrossing');
  await screen.findByText('Drawn');
  pressFirst('Add line');
  const end = button(/^Line 1, point 2 of 2: 75 % from the left, 52 % from the top/);
  for (let time = 0; time < 5; time += 1) fireEvent.keyDown(end, { key: 'ArrowUp' });
  fireEvent.keyDown(end, { key: 'ArrowRight', shiftKey: true });
  expect(screen.getByText('80 % from the left, 47 % from the top')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'A to B' }));
  press('Swap direction');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'B to A' }).checked).toBe(true);
  press('Save');
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(server.requestsTo(updateDetection).map(({ body }) => body)).toEqual([
    { lines: [gate, { id: 'line-2', name: 'Line 1', from: { x: 0.35, y: 0.52 }, to: { x: 0.8, y: 0.47 }, direction: 'bToA' }] },
  ]);
  expect(button('Save').hasAttribute('disabled')).toBe(true);
});

test('keys delete and undo; what was deleted is announced', async () => {
  await open('lineCrossing');
  const gateButton = await screen.findByRole('button', { name: /^Gate\. Arrow keys/ });
  fireEvent.keyDown(gateButton, { key: 'Delete' });
  expect(screen.getByText('Gate deleted')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Gate\. Arrow keys/ })).toBeNull();
  expect(screen.getByText(/Without one, nothing is detected/)).toBeTruthy();
  press('Undo');
  expect(button(/^Gate\. Arrow keys/)).toBeTruthy();
  expect(button('Save').hasAttribute('disabled')).toBe(true);
});

test('a polygon gains and loses points by keys', async () => {
  await open('intrusion');
  const insert = await screen.findByRole('button', { name: 'Road: add a point after point 3' });
  fireEvent.keyDown(insert, { key: 'Enter' });
  const added = button(/^Road, point 4 of 5: 50 % from the left, 60 % from the top/);
  await waitFor(() => expect(document.activeElement).toBe(added));
  fireEvent.keyDown(added, { key: 'Delete' });
  expect(button(/^Road, point 4 of 4/)).toBeTruthy();
});

test('an area that is too large is named, on the picture and in the list, and cannot be saved', async () => {
  await open('intrusion');
  const corner = await screen.findByRole('button', { name: /^Road, point 3 of 4/ });
  fireEvent.keyDown(corner, { key: 'ArrowDown' });
  fireEvent.keyDown(corner, { key: 'ArrowDown' });
  expect(screen.getByRole('alert').textContent).toBe('Too large. The area of “Road” exceeds the allowed limit. Reduce it to save.');
  expect(screen.getByText('Road: Too large')).toBeTruthy();
  expect(button('Save').hasAttribute('disabled')).toBe(true);
  press('Discard');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a shape is renamed without saving anything by Enter', async () => {
  const { server } = await open('lineCrossing');
  await screen.findByText('Drawn');
  press('Rename Gate');
  const field = screen.getByLabelText('New name');
  fireEvent.change(field, { target: { value: ' Drive ' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(button(/^Drive\. Arrow keys/)).toBeTruthy();
  expect(server.requestsTo(updateDetection)).toEqual([]);
});

test('one class always counts, and values that return are no change', async () => {
  await open('lineCrossing');
  const vehicles = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Vehicles' });
  fireEvent.click(vehicles);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'People' }).disabled).toBe(true);
  expect(button('Save').hasAttribute('disabled')).toBe(false);
  fireEvent.click(vehicles);
  expect(button('Save').hasAttribute('disabled')).toBe(true);
});

test('leaving with unsaved changes asks; staying keeps them', async () => {
  const { router } = await open('intrusion');
  const slider = await screen.findByRole('slider', { name: 'Time in the area' });
  fireEvent.input(slider, { target: { value: '30' } });
  act(() => void router.navigate('/elsewhere'));
  const question = await screen.findByRole('alertdialog', { name: 'Discard changes?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByText('30 s')).toBeTruthy();
  act(() => void router.navigate('/elsewhere'));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard changes' }));
  expect(await screen.findByText('Elsewhere')).toBeTruthy();
});

test('a failed save keeps what was drawn, says why and can be repeated', async () => {
  const { server } = await open('human');
  await screen.findByText('Drawn');
  pressFirst('Add area');
  server.answerNext(updateDetection, 'internal-error');
  press('Save');
  expect(await screen.findByText(/Not saved/)).toBeTruthy();
  expect(button(/^Area 1\. Arrow keys/)).toBeTruthy();
  press('Try again');
  expect(await screen.findByText('Saved')).toBeTruthy();
});

test('the place of a false alarm is left out as the screen opens; one press saves it', async () => {
  const { server } = await open('human', undefined, `/${leaveOutQuery({ x: 0.4, y: 0.3, width: 0.2, height: 0.4 })}`);
  await screen.findByText(/^The place of the false alarm is left out/);
  press('Save');
  await screen.findByText('Saved');
  expect(server.requestsTo(updateDetection).map(({ body }) => body)).toEqual([
    { zones: [expect.objectContaining({ id: 'zone-1', name: 'Area 1' })] },
  ]);
});

test('what the screen has left out is taken back by Undo', async () => {
  await open('human', undefined, `/${leaveOutQuery({ x: 0.4, y: 0.3, width: 0.2, height: 0.4 })}`);
  expect(await screen.findByRole('button', { name: /^Area 1\. Arrow keys/ })).toBeTruthy();
  press('Undo');
  expect(screen.queryByText(/^The place of the false alarm/)).toBeNull();
  expect([screen.queryByRole('button', { name: /^Area 1\./ }), button('Save').hasAttribute('disabled')]).toEqual([null, true]);
});

test('a place that no area can leave out is drawn by hand', async () => {
  await open('human', undefined, `/${leaveOutQuery({ x: 0, y: 0, width: 1, height: 1 })}`);
  await screen.findByText(/^Draw the areas so that they leave/);
  expect(button('Save').hasAttribute('disabled')).toBe(true);
});

test('what cannot run together is asked for: keep it, or turn it off', async () => {
  const { server } = await open('lineCrossing');
  const toggle = await screen.findByRole<HTMLInputElement>('switch');
  fireEvent.click(toggle);
  const prompt = await screen.findByRole('dialog', { name: 'Turn motion detection off?' });
  expect(within(prompt).getByText(/Your motion areas are kept/)).toBeTruthy();
  fireEvent.click(within(prompt).getByRole('button', { name: 'Keep motion' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(toggle.checked).toBe(false);
  fireEvent.click(toggle);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Turn motion off' }));
  await waitFor(() => expect(toggle.checked).toBe(true));
  expect(await screen.findByText('Motion detection is off while line crossing runs on this camera.')).toBeTruthy();
  expect(server.requestsTo(updateDetection).at(-1)?.body).toEqual({ isEnabled: true, turnOff: ['motion'] });
});

test('a shape is drawn by pointer, and a finger that slips draws none', async () => {
  const { server } = await open('human');
  const board = (await screen.findByRole('group', { name: 'Live picture, to draw on' })).firstElementChild;
  if (!(board instanceof HTMLElement)) throw new Error('There is nothing to draw on.');
  board.setPointerCapture = () => undefined;
  board.getBoundingClientRect = () => new DOMRect(0, 0, 1600, 900);
  const at = (x: number, y: number) => ({ clientX: x * 1600, clientY: y * 900, button: 0, pointerId: 1, pointerType: 'touch' });
  const drag = (from: [number, number], to: [number, number]): void => {
    fireEvent(board, new MouseEvent('pointerdown', { bubbles: true, ...at(...from) }));
    fireEvent(board, new MouseEvent('pointermove', { bubbles: true, ...at(...to) }));
    fireEvent(board, new MouseEvent('pointerup', { bubbles: true, ...at(...to) }));
  };
  drag([0.1, 0.1], [0.11, 0.1]);
  expect(screen.queryByRole('button', { name: /^Area 1\./ })).toBeNull();
  drag([0.1, 0.1], [0.5, 0.5]);
  await waitFor(() => expect(document.activeElement).toBe(button(/^Area 1\. Arrow keys/)));
  // A corner, the middle of an edge, the whole area.
  drag([0.5, 0.5], [0.6, 0.5]);
  drag([0.3, 0.1], [0.3, 0.05]);
  drag([0.3, 0.3], [0.4, 0.4]);
  press('Save');
  await screen.findByText('Saved');
  expect(server.requestsTo(updateDetection).map(({ body }) => body)).toEqual([
    {
      zones: [
        {
          id: 'zone-1',
          name: 'Area 1',
          points: [
            { x: 0.2, y: 0.2 },
            { x: 0.4, y: 0.15 },
            { x: 0.6, y: 0.2 },
            { x: 0.7, y: 0.6 },
            { x: 0.2, y: 0.6 },
          ],
        },
      ],
    },
  ]);
});

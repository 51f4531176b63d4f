// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { DetectionTestFrame, ReplayedEvent } from '@watchpost/sdk-core';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { DetectionScreen } from '../smart-events-detection-screen.tsx';

vi.mock('@watchpost/widgets/react', () => ({ CameraPlayer: () => null, WatchpostProvider: () => null }));
afterEach(() => {
  vi.restoreAllMocks();
  return forgetApp();
});

const testDetection = { method: 'POST', path: '/public/api/v3/cameras/{id}/detections/{type}/tests' } as const;
const replayDetection = { method: 'POST', path: '/public/api/v3/cameras/{id}/detections/{type}/replays' } as const;
const box = { x: 0.2, y: 0.3, width: 0.1, height: 0.3 };
const frame: DetectionTestFrame = {
  kind: 'frame',
  at: Date.UTC(2026, 10, 27, 9, 30, 5),
  cpuMs: 21,
  boxes: [
    { trackId: 1, objectClass: 'human', score: 0.91, box, path: [{ x: 0.25, y: 0.6 }], verdict: 'counts' },
    { trackId: 2, objectClass: 'vehicle', score: 0.88, box: { ...box, x: 0.8 }, path: [], verdict: 'other-class' },
  ],
  events: [{ type: 'human', label: 'Gate', objectClass: 'human', score: 0.91, box }],
};
const found: ReplayedEvent = {
  type: 'human',
  label: 'Gate',
  objectClass: 'human',
  score: 0.86,
  at: 1_700_000_000_000,
  box,
  picture: '/9g=',
};

async function open(prepare: (app: Awaited<ReturnType<typeof prepareApp>>) => void = () => undefined) {
  const app = await prepareApp({ email: 'anna@example.com' });
  app.server.cameras = [buildCamera({ id: 'yard', title: 'Yard', timeZone: 'UTC' })];
  prepare(app);
  const router = createMemoryRouter([
    { path: '/', element: <DetectionScreen cameraId="yard" type="human" /> },
    { path: '*', element: <p>Elsewhere</p> },
  ]);
  await renderApp(<RouterProvider router={router} />, { client: app.client, server: app.server });
  await screen.findByText('Drawn');
  return app;
}
const toggle = (): HTMLElement => screen.getByRole('button', { name: 'Test' });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

test('a test draws boxes with their verdicts over the picture, and lists what would have been reported', async () => {
  const { server } = await open(({ server: fake }) => {
    fake.detectionTest = [{ kind: 'alive', isOverBudget: false }, frame];
  });
  expect(toggle().getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(toggle());
  expect(toggle().getAttribute('aria-pressed')).toBe('true');
  const log = await screen.findByRole('log', { name: 'Would have been reported' });
  expect(await within(log).findByText('Gate')).toBeTruthy();
  expect(within(log).getByText('09:30:05')).toBeTruthy();
  expect([...document.querySelectorAll('.detection-box-name')].map((name) => name.textContent)).toEqual([
    'Person 0.91',
    'Vehicle 0.88not looked for',
  ]);
  // The name of what is at the right edge would not fit to the right of it.
  expect([...document.querySelectorAll('.detection-box-name')].map((name) => name.classList.contains('end'))).toEqual([false, true]);
  // Named where it happened, too.
  expect(document.querySelector('.detection-finding')?.textContent).toBe('Person, Gate');
  expect(screen.getByText('2 objects, 21 ms')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Scores seen in this test: 0.91' })).toBeTruthy();
  expect(server.requestsTo(testDetection)).toMatchObject([{ body: { confidence: 0.5, threshold: 0.6, sensitivity: 6, zones: [] } }]);
  fireEvent.click(toggle());
  await waitFor(() => expect(document.querySelector('.detection-box')).toBeNull());
  expect(screen.queryByRole('log')).toBeNull();
});

test('settings that change are tried unsaved', async () => {
  const { server } = await open(({ server: fake }) => {
    fake.detectionTest = [frame];
  });
  fireEvent.click(toggle());
  await screen.findByText('2 objects, 21 ms');
  fireEvent.input(screen.getByRole('slider', { name: 'Confidence' }), { target: { value: '75' } });
  await waitFor(() => expect(server.requestsTo(testDetection)).toHaveLength(2));
  expect(server.requestsTo(testDetection)[1]).toMatchObject({ body: { confidence: 0.75 } });
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(false);
});

test('a page in the background tests nothing', async () => {
  await open(({ server }) => {
    server.detectionTest = [frame];
  });
  fireEvent.click(toggle());
  await screen.findByText('2 objects, 21 ms');
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('The test ended because this page was in the background.')).toBeTruthy();
  expect(toggle().getAttribute('aria-pressed')).toBe('false');
});

test('a test that the server ends says why', async () => {
  await open(({ server }) => {
    server.detectionTest = [{ kind: 'ended', reason: 'replaced' }];
    server.answerNext(testDetection, () => new Response('{"kind":"ended","reason":"replaced"}\n'));
  });
  fireEvent.click(toggle());
  expect(await screen.findByText(/in another window/)).toBeTruthy();
});

test('without recognition, a test says what is missing and how to get it, and asks for nothing', async () => {
  const { server } = await open(({ server: fake }) => {
    fake.detectionEngine = { state: 'unavailable', reason: 'model-missing' };
  });
  fireEvent.click(toggle());
  expect((await screen.findAllByText(/watchpost models install/)).length).toBeGreaterThan(1);
  expect(screen.getByRole('button', { name: 'Look through yesterday' }).hasAttribute('disabled')).toBe(true);
  expect(server.requestsTo(testDetection)).toEqual([]);
});

test('yesterday’s findings are cards that open the archive at their moment', async () => {
  const { server } = await open(({ server: fake }) => {
    fake.detectionReplay = [
      { kind: 'progress', total: 41, done: 0, from: found.at + 1000 },
      { kind: 'found', event: found },
      { kind: 'progress', total: 41, done: 41, from: found.at - 1000 },
      { kind: 'ended', reason: 'complete' },
    ];
  });
  press('Look through yesterday');
  const card = await screen.findByRole('link', { name: /Person, Gate/ });
  expect(card.getAttribute('href')).toBe(`/cameras/yard?t=${found.at - 3000}`);
  expect(card.querySelector('img')?.getAttribute('src')).toBe('data:image/jpeg;base64,/9g=');
  expect(screen.getByText('1 event. Something moved 41 times.')).toBeTruthy();
  const [request] = server.requestsTo(replayDetection);
  const query = new URLSearchParams(request?.path.split('?')[1]);
  expect(Number(query.get('to')) - Number(query.get('from'))).toBe(86_400_000);
});

test('the day has its hours, and the findings below it run in the same direction', async () => {
  await open(({ server }) => {
    const earlier = { ...found, at: found.at - 3_600_000, label: 'Road' };
    server.detectionReplay = [
      { kind: 'progress', total: 2, done: 0, from: found.at + 1000 },
      { kind: 'found', event: found },
      { kind: 'found', event: earlier },
      { kind: 'ended', reason: 'complete' },
    ];
  });
  press('Look through yesterday');
  await screen.findByText(/^2 events\./);
  expect(screen.getAllByRole('link', { name: /Person/ }).map((card) => card.querySelector('b')?.textContent)).toEqual([
    'Person, Road',
    'Person, Gate',
  ]);
  const hours = [...document.querySelectorAll('.detection-day-axis > span')].map(({ textContent }) => textContent);
  expect(hours).toEqual(['00:00', '04:00', '08:00', '12:00', '16:00', '20:00', '00:00']);
});

test.each([
  [{ kind: 'ended', reason: 'no-footage' } as const, 0, 'There are no recordings of yesterday.'],
  [{ kind: 'ended', reason: 'complete' } as const, 0, /no motion was noticed/],
  [{ kind: 'ended', reason: 'complete' } as const, 1, 'Nothing would have been reported. Something moved 1 time.'],
  [{ kind: 'ended', reason: 'limit' } as const, 300, /Only recordings since \d\d:\d\d/],
])('an end with nothing found says why: %o', async (end, total, expected) => {
  await open(({ server }) => {
    server.detectionReplay = [{ kind: 'progress', total, done: total, from: 1_700_000_000_000 }, end];
  });
  press('Look through yesterday');
  expect(await screen.findByText(expected)).toBeTruthy();
});

test('a long look shows how far it is, and can be canceled', async () => {
  await open(({ server }) => {
    const lines = [{ kind: 'progress', total: 4, done: 1, from: 0 }].map((line) => `${JSON.stringify(line)}\n`).join('');
    server.answerNext(
      replayDetection,
      () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(lines)) })),
    );
  });
  press('Look through yesterday');
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBeTruthy();
  expect(await screen.findByText('1 of 4 stretches')).toBeTruthy();
  press('Cancel');
  expect(await screen.findByText(/Ended early/)).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('another day can be chosen, up to today, and what was found on the one before is forgotten', async () => {
  const { server } = await open(({ server: fake }) => {
    fake.detectionReplay = [{ kind: 'ended', reason: 'no-footage' }];
  });
  const rangeOf = (index: number): { readonly from: number; readonly to: number } => {
    const query = new URLSearchParams(server.requestsTo(replayDetection)[index]?.path.split('?')[1]);
    return { from: Number(query.get('from')), to: Number(query.get('to')) };
  };
  press('Look through yesterday');
  await screen.findByText('There are no recordings of yesterday.');
  press('The day before');
  expect(screen.queryByText(/no recordings/)).toBeNull();
  press('Look through this day');
  expect(await screen.findByText('There are no recordings of this day.')).toBeTruthy();
  expect(rangeOf(1)).toEqual({ from: rangeOf(0).from - 86_400_000, to: rangeOf(0).from });
  press('The day after');
  press('The day after');
  expect(screen.getByRole('button', { name: 'The day after' }).hasAttribute('disabled')).toBe(true);
  press('Look through this day');
  await waitFor(() => expect(server.requestsTo(replayDetection)).toHaveLength(3));
  expect(rangeOf(2).from).toBe(rangeOf(0).to);
  expect(rangeOf(2).to - rangeOf(2).from).toBeLessThanOrEqual(86_400_000);
});

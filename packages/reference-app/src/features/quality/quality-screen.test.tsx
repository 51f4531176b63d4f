// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildCamera, buildQualityRow } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../shared/testing/render-app.tsx';
import { QualityScreen } from './quality-screen.tsx';

const summary = { method: 'GET', path: '/public/api/v3/quality' } as const;

afterEach(() => {
  forgetApp();
  vi.unstubAllGlobals();
});

async function open(change: (server: FakeServer) => void, { isRoomy = true } = {}): Promise<FakeServer> {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: isRoomy }));
  server.cameras = [buildCamera({ id: 'door', title: 'Front door' }), buildCamera({ id: 'yard', title: 'Yard' })];
  change(server);
  await renderApp(
    <MemoryRouter>
      <QualityScreen />
    </MemoryRouter>,
    { client, server },
  );
  return server;
}

const rows = [
  buildQualityRow({ cameraId: 'door', browserVersions: [139, 141] }),
  buildQualityRow({
    cameraId: 'yard',
    browser: 'safari',
    browserVersions: [18],
    views: 12,
    viewsWithErrors: 6,
    startupP50Ms: 4_200,
    startupP95Ms: 12_000,
    stallCount: 60,
    latencyP50Ms: 6_000,
    transports: [
      { transport: 'hls', watchedMs: 6_000_000 },
      { transport: 'websocket', watchedMs: 2_000_000 },
    ],
  }),
];
const shown = (): (string | null)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

test('what is bad comes first and is named in words; what is good is not marked', async () => {
  await open((server) => (server.qualityRows = rows));
  await screen.findByText('Rows with problems: 1 of 2.');
  expect(shown()).toEqual([
    'YardSafari 18124.2\u00a0sslow95% within 12\u00a0s30often6\u00a0slate50%manyHLS 75%, WebSocket 25%',
    'Front doorChrome 139–\u2060141400.4\u00a0s95% within 0.9\u00a0s10.5\u00a0s0%WebSocket',
  ]);
});

test('columns sort, and again the other way', async () => {
  await open((server) => (server.qualityRows = rows));
  const first = (): string | undefined => shown()[0]?.split(/[A-Z]/)[1];
  const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
  await screen.findByRole('table');
  press('Camera');
  expect([first(), screen.getByRole('columnheader', { name: 'Camera' }).ariaSort]).toEqual(['ront door', 'ascending']);
  press('Camera');
  expect([first(), screen.getByRole('columnheader', { name: 'Camera' }).ariaSort]).toEqual(['ard', 'descending']);
  press('Views');
  expect([first(), screen.getByRole('columnheader', { name: 'Views' }).ariaSort]).toEqual(['ront door', 'descending']);
});

test('another period asks the server again, and keeps the rows meanwhile', async () => {
  const server = await open((fake) => (fake.qualityRows = rows.slice(0, 1)));
  await screen.findByText('No problems found.');
  server.qualityRows = rows;
  fireEvent.click(screen.getByRole('radio', { name: '30 days' }));
  expect(screen.getByRole('table')).toBeDefined();
  await screen.findByText('Rows with problems: 1 of 2.');
  expect(server.requestsTo(summary).map(({ path }) => path)).toEqual([`${summary.path}?days=7`, `${summary.path}?days=30`]);
});

test('where there is no room, rows are cards that sort by a list', async () => {
  await open((server) => (server.qualityRows = rows), { isRoomy: false });
  const list = await screen.findByRole('list', { name: 'Video quality by camera and browser' });
  const titles = (): (string | null | undefined)[] =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.firstElementChild?.textContent);
  expect(titles()).toEqual(['Yard', 'Front door']);
  fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'camera' } });
  expect(titles()).toEqual(['Front door', 'Yard']);
});

test('without reports it says when there will be some', async () => {
  await open(() => undefined);
  await screen.findByText('Nothing reported yet');
});

test('a failed request says why, and can be repeated', async () => {
  await open((server) => {
    server.qualityRows = rows;
    server.answerNext(summary, 'unavailable');
  });
  await screen.findByText('This could not be loaded');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(shown()).toHaveLength(2));
});

// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildOperatorOverview } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../shared/testing/render-app.tsx';
import { OperatorEntry } from './operator-entry.tsx';
import { OperatorScreen } from './operator-screen.tsx';

const overview = { method: 'GET', path: '/public/api/v3/operator/overview' } as const;
const hour = 3_600_000;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 21, 12);

afterEach(() => {
  cleanup();
  forgetApp();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function open(change: (server: FakeServer) => void = () => undefined): Promise<FakeServer> {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  server.isOperator = true;
  change(server);
  await renderApp(
    <MemoryRouter>
      <OperatorScreen />
    </MemoryRouter>,
    { client, server },
  );
  return server;
}

test('says in a sentence whether anything needs a person, and what to do about each', async () => {
  await open((server) => {
    server.operatorOverview = buildOperatorOverview({
      checkedAt: now,
      cameras: {
        total: 240,
        recording: 226,
        liveOnly: 6,
        connecting: 2,
        paused: 1,
        offline: 5,
        offlineReasons: [{ reason: 'camera-unreachable', count: 5 }],
      },
      warnings: [
        { code: 'storage-full-soon', fullAt: now + 13 * day + 2 * hour, days: 13.08 },
        {
          code: 'cameras-offline',
          count: 7,
          cameras: [
            { id: 'a', title: 'Gate', since: now - 3 * hour },
            { id: 'b', title: 'Ramp', since: now - 2 * hour },
          ],
        },
      ],
    });
  });
  const say = await screen.findByText(/2 things need you/);
  expect(say.parentElement?.textContent).toBe('2 things need you. 226 of 240 cameras are recording.');
  const list = within(screen.getByRole('list', { name: 'What needs you' }));
  list.getByText('Storage is full in 13 days at this rate');
  list.getByText('From 4 December, the oldest recordings would be deleted before their days are over.');
  list.getByText('7 cameras have been offline for over an hour');
  list.getByText('Gate, Ramp and 5 more');
  const [button] = list.getAllByRole('button', { name: 'What to do' });
  if (!button) throw new Error('No button');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  list.getByText(/^Add a disk/);
  expect(within(screen.getByRole('list', { name: 'Why offline' })).getByRole('listitem').textContent).toMatch(/^5 .{10}/);
});

test.each([
  ['api', 'No node answers apps and partners', 'Start a node with --role api, and name it in the proxy.'],
  [
    'media',
    'No node takes in or records cameras',
    'Start a node with --role media. If there should be one, look whether its machine runs and reaches the database.',
  ],
  ['jobs', 'No node sends messages', 'Start a node with --role jobs. What waits is sent as soon as it runs.'],
] as const)('a cluster without the role %s says what that means, and what to start', async (role, title, advice) => {
  await open((server) => {
    server.operatorOverview = buildOperatorOverview({ checkedAt: now, warnings: [{ code: 'role-missing', role }] });
  });
  const say = await screen.findByText(/1 thing needs you/);
  expect(say.closest('[role="status"]')).not.toBeNull();
  const list = within(screen.getByRole('list', { name: 'What needs you' }));
  list.getByText(title);
  const button = list.getByRole('button', { name: 'What to do', description: title });
  expect(list.getByText(advice).hidden).toBe(true);
  fireEvent.click(button);
  expect(list.getByText(advice).hidden).toBe(false);
  expect(button.getAttribute('aria-controls')).toBe(list.getByText(advice).id);
});

test.each([
  ['is the last for cameras', ['media'], true, 'No other node takes its cameras: they are not recorded.'],
  ['is one of several for cameras', ['media'], false, 'Other nodes take its cameras over.'],
  ['is not for cameras', ['jobs'], false, 'It had no cameras.'],
] as const)('a silent node that %s says what becomes of its cameras', async (_, roles, isMediaMissing, sentence) => {
  await open((server) => {
    const [node] = buildOperatorOverview().nodes;
    server.operatorOverview = buildOperatorOverview({
      checkedAt: now,
      nodes: node ? [{ ...node, name: 'node-1', roles: [...roles], state: 'silent' }] : [],
      warnings: [
        ...(isMediaMissing ? [{ code: 'role-missing', role: 'media' } as const] : []),
        { code: 'node-silent', node: 'node-1', since: now - hour, cameras: 3 },
      ],
    });
  });
  const list = within(await screen.findByRole('list', { name: 'What needs you' }));
  list.getByText(sentence);
});

test('nothing to do, one node, and a disk that is enough for all days', async () => {
  await open();
  await screen.findByText('Nothing needs you.');
  expect(screen.queryByRole('list', { name: 'What needs you' })).toBeNull();
  screen.getByText('Enough for all days');
  const row = within(screen.getByRole('table', { name: 'Nodes' })).getAllByRole('row')[1];
  expect(row?.textContent).toMatch(/^atticrequests, recording and playback,? and jobs143%500\skB\/s78%2\.4\.1$/);
  const queues = within(screen.getByRole('list', { name: 'Queues' }));
  expect(queues.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['E-mail0', 'Webhooks0']);
});

test('the log is filtered, by pages, and says what it was done to', async () => {
  const server = await open((fake) => {
    fake.operatorOverview = buildOperatorOverview({ checkedAt: now });
    fake.auditLog = [
      {
        id: '1',
        at: now - hour,
        kind: 'camera-removed',
        actor: { customerId: 'c', email: 'boris@example.com' },
        subject: { id: 'cam', name: 'Yard' },
      },
      {
        id: '2',
        at: now - day,
        kind: 'plan-changed',
        actor: { customerId: 'a', email: 'anna@example.com' },
        subject: { id: 'week', name: null },
      },
      ...Array.from({ length: 25 }, (_, index) => ({
        id: `s${index}`,
        at: now - 40 * day,
        kind: 'operator-signed-in' as const,
        actor: { customerId: 'a', email: 'anna@example.com' },
        subject: null,
      })),
    ];
  });
  const log = within(await screen.findByRole('region', { name: 'Audit log' }));
  expect((await log.findByText('boris@example.com')).parentElement?.textContent).toBe('boris@example.com removed a camera, Yard');
  expect(log.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Today', 'Yesterday', '12 October']);
  expect(log.getAllByRole('listitem')).toHaveLength(20);
  fireEvent.click(log.getByRole('button', { name: 'Show older' }));
  await waitFor(() => expect(log.getAllByRole('listitem')).toHaveLength(27));
  fireEvent.change(log.getByRole('combobox', { name: 'Show' }), { target: { value: 'plans' } });
  await waitFor(() =>
    expect(log.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/anna@example.com changed a plan, week$/),
    ]),
  );
  fireEvent.change(log.getByRole('combobox', { name: 'Show' }), { target: { value: 'revoked' } });
  await log.findByText('Nothing of this kind.');
  expect(server.auditLog).toHaveLength(27);
});

test('a setting says where it comes from, is changed in place, and returns to what it was', async () => {
  const server = await open();
  const settings = within(await screen.findByRole('list', { name: 'Settings' }));
  const row = () => within(settings.getByText('Cores for recognition', { selector: 'b' }).closest('li') ?? document.body);
  expect(row().getByText(/default/).parentElement?.textContent).toBe('0.5 · default');
  fireEvent.click(row().getByRole('button', { name: 'Change' }));
  const field = () => row().getByRole('textbox', { name: 'Cores for recognition' });
  fireEvent.change(field(), { target: { value: '100' } });
  fireEvent.click(row().getByRole('button', { name: 'Save' }));
  row().getByText('Enter a number from 0.05 to 64.');
  fireEvent.change(field(), { target: { value: '2' } });
  fireEvent.click(row().getByRole('button', { name: 'Save' }));
  await row().findByText(/changed here; the server starts with 0.5/);
  expect(row().queryByRole('textbox')).toBeNull();
  fireEvent.click(row().getByRole('button', { name: 'Change' }));
  fireEvent.click(row().getByRole('button', { name: 'Use 0.5 again' }));
  await row().findByText(/default/);
  expect(server.operatorSettings.find(({ name }) => name === 'detectionCpu')?.value).toBe('0.5');
});

test('a newer version and nodes of different versions are named', async () => {
  await open((server) => {
    const overview = buildOperatorOverview({ checkedAt: now });
    const [node] = overview.nodes;
    if (!node) throw new Error('No node');
    server.operatorOverview = {
      ...overview,
      nodes: [node, { ...node, id: 'b', name: 'cellar', version: '2.4.2' }],
      server: { ...overview.server, newestVersion: '2.10.0' },
    };
  });
  await screen.findByText('2.10.0 is out');
  screen.getByText('Nodes run 2.4.1 and 2.4.2. That is fine while you update.');
});

test('the days before today are drawn, with and without a day on which the disk is full', async () => {
  const history = [20, 21, 24].map((used, index) => ({ day: now - (3 - index) * day, usedBytes: used * 1e11 }));
  await open((server) => {
    const { storage } = buildOperatorOverview();
    server.operatorOverview = buildOperatorOverview({ checkedAt: now, storage: { ...storage, history, fullAt: now + 13 * day } });
  });
  const chart = within(await screen.findByRole('img', { name: 'Used storage: 78% now, full on 4 December at today’s rate' }));
  chart.getByText('18 November');
  chart.getByText('4 December');
  cleanup();
  await open((server) => {
    const { storage } = buildOperatorOverview();
    server.operatorOverview = buildOperatorOverview({ checkedAt: now, storage: { ...storage, history } });
  });
  await screen.findByRole('img', { name: 'Used storage: 78% now, and on the days before' });
  expect(screen.queryByText('4 December')).toBeNull();
});

test('who is no operator learns whom to ask', async () => {
  await open((server) => (server.isOperator = false));
  await screen.findByText('This page is for operators');
  expect(screen.getByRole('link', { name: 'To the cameras' }).getAttribute('href')).toBe('/');
});

test('a failed request says why, and can be repeated', async () => {
  await open((server) => server.answerNext(overview, 'unavailable'));
  await screen.findByText('The state of the server could not be read');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Nothing needs you.');
});

test.each([
  [true, 1],
  [false, 0],
])('the sidebar has the entry for operators only: %s', async (isOperator, count) => {
  const sidebar = document.createElement('div');
  sidebar.className = 'side';
  const nav = document.createElement('nav');
  nav.className = 'nav';
  sidebar.append(nav);
  document.body.append(sidebar);
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  server.isOperator = isOperator;
  await renderApp(
    <MemoryRouter initialEntries={['/operator']}>
      <OperatorEntry />
    </MemoryRouter>,
    { client, server },
  );
  const requests = () => server.requests.filter(({ path }) => path === '/public/api/v3/operator').length;
  await waitFor(() => expect(requests()).toBe(1));
  await waitFor(() => expect(within(nav).queryAllByRole('link', { name: 'Operator' })).toHaveLength(count));
  if (isOperator) expect(within(nav).getByRole('link').getAttribute('aria-current')).toBe('page');
});

// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { buildCamera } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import type { ReactNode } from 'react';
import { Link, MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { prepareApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { ActivitiesScreen } from '../events-activities-screen.tsx';
import { EventSearchField } from './events-search-field.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const listEvents = { method: 'GET', path: '/public/api/v2/cameraphone/events' } as const;

async function renderActivities(): Promise<FakeServer> {
  const { server } = await renderApp(
    <MemoryRouter>
      <ActivitiesScreen
        head={(search) => (
          <header>
            {search}
            <Link to="/?q=warehouse">Search by a link</Link>
          </header>
        )}
        locations={null}
        camerasInLocation={null}
        locationId={null}
        placeOf={(id) => id}
        placeNamesOf={() => ['Warehouse']}
        onAllLocations={() => undefined}
        onSave={() => undefined}
        saved={null}
        settingsOf={() => ''}
      />
    </MemoryRouter>,
    { email: 'anna@example.com' },
  );
  server.cameras = [buildCamera({ id: 'c1', title: 'Aisle 4', timeZone: 'UTC' })];
  await screen.findByRole('option', { name: 'Aisle 4' });
  return server;
}

test('a search says how it is understood, replaces the filters, and an unknown word finds nothing', async () => {
  const server = await renderActivities();
  const field = screen.getByRole('searchbox', { name: 'Search events' });
  fireEvent.change(field, { target: { value: 'person warehouse 2026-11-20 14:00' } });
  expect((await screen.findByText('Around 14:00')).parentElement?.textContent).toBe(
    'Understood as: PersonAisle 420 November 2026Around 14:00',
  );
  const asked = server.requestsTo(listEvents).length;

  fireEvent.submit(screen.getByRole('search'));
  await vi.waitFor(() => expect(server.requestsTo(listEvents).length).toBeGreaterThan(asked));
  const { searchParams } = new URL(server.requestsTo(listEvents).at(-1)?.path ?? '', 'http://host');
  const at = Date.parse('2026-11-20T14:00:00Z');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    cameraId: 'c1',
    type: 'human',
    from: `${at - 1_800_000}`,
    to: `${at + 1_800_000}`,
  });
  expect(screen.queryByRole('combobox', { name: 'Camera' })).toBeNull();
  expect(within(screen.getByRole('banner')).queryByRole('search')).toBeNull();

  fireEvent.change(screen.getByRole('searchbox', { name: 'Search events' }), { target: { value: 'unicorn' } });
  fireEvent.submit(screen.getByRole('search'));
  await screen.findByText('Nothing is called “unicorn”');
  await screen.findByText('Nothing matches this search');
  fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  await screen.findByRole('option', { name: 'Aisle 4' });
});

test('on a large screen the search is in the header; how it is understood floats there, and stays above the list once it is searched for', async () => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: media === '(min-width: 769px)' }));
  await renderActivities();
  const head = within(screen.getByRole('banner'));
  fireEvent.change(head.getByRole('searchbox', { name: 'Search events' }), { target: { value: 'warehouse 14:00' } });
  expect((await head.findByRole('status')).textContent).toBe('Understood as: Aisle 4Around 14:00');
  fireEvent.submit(head.getByRole('search'));
  await vi.waitFor(() => expect(head.queryByRole('status')).toBeNull());
  expect(screen.getByText('Around 14:00').parentElement?.textContent).toBe('Understood as: Aisle 4Around 14:00');
  expect(screen.getAllByRole('searchbox')).toHaveLength(1);
});

test('the field stays, with its focus, when its words are searched for and when it is cleared; a link puts other words into it', async () => {
  await renderActivities();
  const field = screen.getByRole('searchbox', { name: 'Search events' });
  field.focus();
  fireEvent.change(field, { target: { value: 'unicorn ' } });
  fireEvent.submit(screen.getByRole('search'));
  await screen.findByText('Nothing matches this search');
  expect(document.activeElement).toBe(field);
  expect(field).toHaveProperty('value', 'unicorn');
  fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  await screen.findByRole('option', { name: 'Aisle 4' });
  expect(document.activeElement).toBe(field);
  expect(field).toHaveProperty('value', '');
  fireEvent.change(field, { target: { value: 'never searched for' } });
  fireEvent.click(screen.getByRole('link', { name: 'Search by a link' }));
  await vi.waitFor(() => expect(field).toHaveProperty('value', 'warehouse'));
});

test('what is typed before the address has the search stays; the same words by a link after another search are shown', async () => {
  const { around } = await prepareApp();
  const onSearch = vi.fn<(query: string) => void>();
  const understand = () => ({ types: [], cameraIds: null, day: null, aroundMinutes: null, unknown: [] });
  const searching = (value: string): ReactNode =>
    around(<EventSearchField value={value} onSearch={onSearch} understand={understand} cameraTitle={() => undefined} />);
  const { rerender } = render(searching(''));
  const field = screen.getByRole('searchbox', { name: 'Search events' });
  fireEvent.change(field, { target: { value: 'person' } });
  fireEvent.submit(screen.getByRole('search'));
  expect(onSearch).toHaveBeenCalledWith('person');
  fireEvent.change(field, { target: { value: 'person 14:00' } });
  rerender(searching('person'));
  expect(field).toHaveProperty('value', 'person 14:00');
  for (const value of ['', 'person']) {
    rerender(searching(value));
    expect(field).toHaveProperty('value', value);
  }
});

test('on a touch screen the keyboard is put away, for it would cover what was found', async () => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: media === '(pointer: coarse)' }));
  await renderActivities();
  const field = screen.getByRole('searchbox', { name: 'Search events' });
  field.focus();
  fireEvent.change(field, { target: { value: 'unicorn' } });
  fireEvent.submit(screen.getByRole('search'));
  await screen.findByText('Nothing matches this search');
  expect(document.activeElement).toBe(document.body);
});

// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../shared/testing/render-app.tsx';
import { ActivitiesScreen } from '../events-activities-screen.tsx';

afterEach(cleanup);
const listEvents = { method: 'GET', path: '/public/api/v2/cameraphone/events' } as const;

test('a search says how it is understood, replaces the filters, and an unknown word finds nothing', async () => {
  const { server } = await renderApp(
    <MemoryRouter>
      <ActivitiesScreen
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

  fireEvent.change(screen.getByRole('searchbox', { name: 'Search events' }), { target: { value: 'unicorn' } });
  fireEvent.submit(screen.getByRole('search'));
  await screen.findByText('Nothing is called “unicorn”');
  await screen.findByText('Nothing matches this search');
  fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  await screen.findByRole('option', { name: 'Aisle 4' });
});

// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp } from '../../../shared/testing/render-app.tsx';
import { ActivitiesScreen } from '../events-activities-screen.tsx';

afterEach(forgetApp);
const listEvents = { method: 'GET', path: '/public/api/v2/cameraphone/events' } as const;

test('a time is that of the camera that is searched for, not that of the first one', async () => {
  const { server, around } = await prepareApp({ email: 'anna@example.com' });
  server.cameras = [
    buildCamera({ id: 'c1', title: 'Office', timeZone: 'Europe/Moscow' }),
    buildCamera({ id: 'c2', title: 'Harbour', timeZone: 'Asia/Vladivostok' }),
  ];
  render(
    around(
      <MemoryRouter initialEntries={['/?q=harbour+2026-11-20+14%3A00']}>
        <ActivitiesScreen
          locations={null}
          camerasInLocation={null}
          locationId={null}
          placeOf={(id) => id}
          placeNamesOf={() => []}
          onAllLocations={() => undefined}
          onSave={() => undefined}
          saved={null}
          settingsOf={() => ''}
        />
      </MemoryRouter>,
    ),
  );
  const at = Date.parse('2026-11-20T04:00:00Z');
  await vi.waitFor(() => {
    const { searchParams } = new URL(server.requestsTo(listEvents).at(-1)?.path ?? '', 'http://host');
    expect(Object.fromEntries(searchParams)).toMatchObject({ cameraId: 'c2', from: `${at - 1_800_000}`, to: `${at + 1_800_000}` });
  });
});

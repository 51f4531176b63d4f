// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { buildCamera, buildEvent } from '@watchpost/sdk-core/testing';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../shared/testing/render-app.tsx';
import { ActivitiesScreen } from './events-activities-screen.tsx';

afterEach(cleanup);
const listEvents = { method: 'GET', path: '/public/api/v2/cameraphone/events' } as const;
const countEvents = { method: 'GET', path: '/public/api/v3/events/counts' } as const;
const markEventsSeen = { method: 'POST', path: '/public/api/v2/cameraphone/events/seen' } as const;

test('a location of 300 cameras is requested by its id, one camera by its own', async () => {
  const cameras = Array.from({ length: 300 }, (_, index) => buildCamera({ id: `c${index}`, title: `Camera ${index}` }));
  const screenOf = (
    <ActivitiesScreen
      locations={null}
      camerasInLocation={cameras}
      locationId="mall"
      placeOf={(id) => id}
      placeNamesOf={() => []}
      onAllLocations={() => undefined}
      onSave={() => undefined}
      saved={null}
      settingsOf={() => ''}
    />
  );
  const { server } = await renderApp(<MemoryRouter>{screenOf}</MemoryRouter>, { email: 'anna@example.com' });
  server.cameras = cameras;
  server.events = [buildEvent({ id: 'a', cameraId: 'c299', startAt: 2 })];
  await vi.waitFor(() => expect(server.requestsTo(listEvents).length).toBeGreaterThan(0));
  for (const endpoint of [listEvents, countEvents]) {
    await vi.waitFor(() => expect(server.requestsTo(endpoint)[0]?.path).toMatch(/[?&]locationId=mall(&|$)/));
    expect(server.requestsTo(endpoint)[0]?.path).not.toContain('cameraId');
  }
  fireEvent.click(await screen.findByRole('button', { name: /^Mark all/ }));
  await vi.waitFor(() => expect(server.requestsTo(markEventsSeen)[0]?.body).toEqual({ locationId: 'mall', to: 3 }));
  fireEvent.change(screen.getByLabelText('Camera'), { target: { value: 'c7' } });
  await vi.waitFor(() => expect(server.requestsTo(listEvents).at(-1)?.path).toMatch(/[?&]cameraId=c7(&|$)/));
  expect(server.requestsTo(listEvents).at(-1)?.path).not.toContain('locationId');
});

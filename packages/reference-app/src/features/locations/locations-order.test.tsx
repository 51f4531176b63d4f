// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import type { Camera } from '@watchpost/sdk-core';
import { buildCamera } from '@watchpost/sdk-core/testing';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { forgetApp, prepareApp } from '../../shared/testing/render-app.tsx';
import { useOrderedCameras } from './locations-choice.ts';

afterEach(forgetApp);
const getLocations = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/locations' } as const;
const cameras = ['gate', 'door', 'lift', 'loose'].map((id) => buildCamera({ id, title: id }));

function Names({ all }: { readonly all: readonly Camera[] }): ReactNode {
  const ordered = useOrderedCameras(all);
  return <p role="status">{ordered ? ordered.map(({ id }) => id).join() : 'not yet'}</p>;
}

test('all cameras follow the order of their places, whatever place the address names', async () => {
  const { server, around } = await prepareApp({ email: 'anna@example.com' });
  server.locations = {
    locations: [
      { id: 'office', order: 1, title: 'Office' },
      { id: 'shop', order: 2, title: 'Shop' },
    ],
    rooms: [{ id: 'hall', order: 1, title: 'Hall', locationId: 'shop' }],
    cameras: [
      { id: 'gate', order: 1, locationId: 'shop', roomId: null },
      { id: 'door', order: 2, locationId: 'shop', roomId: 'hall' },
      { id: 'lift', order: 3, locationId: 'office', roomId: null },
    ],
  };
  render(
    around(
      <MemoryRouter initialEntries={['/video-wall?location=shop']}>
        <Names all={cameras} />
      </MemoryRouter>,
    ),
  );
  expect(screen.getByRole('status').textContent).toBe('not yet');
  expect(await screen.findByText('lift,door,gate,loose')).toBeTruthy();
});

test('without locations they keep the server’s order', async () => {
  const { server, around } = await prepareApp({ email: 'anna@example.com' });
  server.answerNext(getLocations, 'unavailable');
  render(
    around(
      <MemoryRouter>
        <Names all={cameras} />
      </MemoryRouter>,
    ),
  );
  expect(await screen.findByText('gate,door,lift,loose')).toBeTruthy();
});

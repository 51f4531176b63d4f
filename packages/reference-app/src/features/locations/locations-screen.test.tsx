// @vitest-environment jsdom
import { addLocation, addRoom, moveCamera, removeLocation } from '@watchpost/sdk-core';
import type { LocationsEdit } from '@watchpost/sdk-core';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useParams } from 'react-router';
import { afterEach, describe, expect, test } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../shared/testing/render-app.tsx';
import { LocationTitle, RoomChips } from './locations-dashboard.tsx';
import { LocationsScreen } from './locations-screen.tsx';

const getLocations = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/locations' } as const;
const saveLocations = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/locations' } as const;
const [door, gate] = [buildCamera({ id: 'door', title: 'Door' }), buildCamera({ id: 'gate', title: 'Gate' })];
const shop: readonly LocationsEdit[] = [
  addLocation({ id: 'shop', title: 'Shop' }),
  addRoom({ id: 'hall', title: 'Hall', locationId: 'shop' }),
  moveCamera('door', { locationId: 'shop', roomId: 'hall' }),
];

afterEach(forgetApp);

function Shown(): ReactNode {
  const { locationId = null, roomId = null } = useParams();
  return <LocationsScreen locationId={locationId} roomId={roomId} />;
}

/** Opens an address below the location settings, as Anna with two cameras. */
async function open(path: string, edits: readonly LocationsEdit[] = shop) {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  server.cameras = [door, gate];
  for (const edit of edits) await client.locations.save(edit);
  return {
    server,
    client,
    show: () =>
      renderApp(
        <MemoryRouter initialEntries={[`/settings/locations-and-rooms/${path}`]}>
          <Routes>
            <Route path="/settings/locations-and-rooms/list" element={<Shown />} />
            <Route path="/settings/locations-and-rooms/:locationId" element={<Shown />} />
            <Route path="/settings/locations-and-rooms/:locationId/:roomId" element={<Shown />} />
          </Routes>
        </MemoryRouter>,
        { client, server },
      ),
  };
}

describe('locations and rooms', () => {
  test('a new location suggests names that are not in use, and opens', async () => {
    const { server, show } = await open('list', [addLocation({ id: 'store', title: 'Store' })]);
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Add location' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(
      within(dialog.getByRole('group', { name: 'Suggested names' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Office', 'Shop', 'Pick-up point']);
    fireEvent.click(dialog.getByRole('button', { name: 'Office' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await screen.findByRole('heading', { name: 'Office', level: 2 });
    expect(server.locations.locations).toMatchObject([{ title: 'Store' }, { title: 'Office', order: 2 }]);
  });

  test('a failed save is reported and the dialog keeps its text; a retry adds one location', async () => {
    const { server, show } = await open('shop');
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Add room' }));
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Yard' } });
    server.answerNext(saveLocations, 'unavailable');
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await screen.findByText('Not saved');
    fireEvent.click(await dialog.findByRole('button', { name: 'Add' }));
    await waitFor(() => expect(server.locations.rooms.map(({ title }) => title)).toEqual(['Hall', 'Yard']));
  });

  test('an empty name is refused in its field', async () => {
    const { server, show } = await open('shop');
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Add room' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add' }));
    await screen.findByText('Field is required.');
    expect(server.locations.rooms).toHaveLength(1);
  });

  test('a room is deleted after a confirmation; its cameras stay in the location', async () => {
    const { server, show } = await open('shop/hall');
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Hall: actions' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete room' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText(/1 camera stays in the location, without a room\. Recordings are kept\./);
    fireEvent.click(dialog.getByRole('button', { name: 'Delete room' }));
    await screen.findByText('Hall is deleted');
    expect([server.locations.rooms, server.locations.cameras]).toMatchObject([[], [{ id: 'door', locationId: 'shop', roomId: null }]]);
    await screen.findByRole('heading', { name: 'Shop', level: 2 });
  });

  test('a place that another user has deleted is not recreated: the page says so and shows the current places', async () => {
    const { server, client, show } = await open('shop');
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Shop: actions' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Rename' }));
    await client.locations.save(removeLocation('shop'));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Corner' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Another user has already deleted it.');
    await screen.findByText('Not found');
    expect(server.locations.locations).toEqual([]);
  });

  test('a failure to load is reported and can be retried', async () => {
    const { server, show } = await open('list');
    server.answerNext(getLocations, 'forbidden');
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'Locations' });
  });
});

test('the dashboard’s chips show each room with its number of cameras, and its location where two rooms have the same name', async () => {
  const office: readonly LocationsEdit[] = [
    addLocation({ id: 'office', title: 'Office' }),
    addRoom({ id: 'hall2', title: 'Hall', locationId: 'office' }),
    addRoom({ id: 'desk', title: 'Desk', locationId: 'office' }),
  ];
  const { client, server } = await open('list', [...shop, ...office]);
  await renderApp(
    <MemoryRouter>
      <LocationTitle />
      <RoomChips cameras={[door, gate]} />
    </MemoryRouter>,
    { client, server },
  );
  await screen.findByRole('group', { name: 'Rooms of All locations' });
  const chips = (): string[] =>
    within(screen.getByRole('group'))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(chips()).toEqual(['All rooms2', 'Shop — Hall1', 'Office — Hall0', 'Desk0', 'Without room1']);
  fireEvent.click(screen.getByRole('button', { name: 'All locations, choose a location' }));
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Shop' }));
  await waitFor(() => expect(chips()).toEqual(['All rooms1', 'Hall1', 'Without room0']));
  screen.getByRole('button', { name: 'Shop, choose a location' });
});

// @vitest-environment jsdom
import { addLocation, moveCamera } from '@watchpost/sdk-core';
import { buildAccessEntry, buildCamera, buildCameraUser, buildGrant, buildInvite } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { PermissionsScreen } from './sharing-permissions-screen.tsx';

const getLog = { method: 'GET', path: '/public/api/v3/access-log' } as const;
const anna = buildCameraUser({ customerId: 'anna', email: 'anna@example.com', isOwner: true, isSelf: true });
const source = { inviteId: 'courier', label: 'Courier door', creatorEmail: 'anna@example.com' };

afterEach(() => {
  forgetApp();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(change: (server: FakeServer) => void = () => undefined) {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  // A large screen, with tables instead of lists.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  server.cameras = [
    buildCamera({ id: 'door', title: 'Door' }),
    buildCamera({ id: 'gate', title: 'Gate' }),
    buildCamera({ id: 'yard', title: 'Yard' }),
  ];
  for (const edit of [addLocation({ id: 'home', title: 'Home' }), moveCamera('yard', { locationId: 'home', roomId: null })])
    await client.locations.save(edit);
  server.cameraUsers.set('door', [anna, buildCameraUser({ source, grant: buildGrant({ withAudio: false, withArchive: false }) })]);
  server.cameraUsers.set('gate', [anna, buildCameraUser({ grant: buildGrant({ access: 'full' }) })]);
  server.cameraUsers.set('yard', [anna]);
  change(server);
  Element.prototype.scrollIntoView = vi.fn();
  await renderApp(
    <MemoryRouter>
      <PermissionsScreen actions={document.body} />
    </MemoryRouter>,
    { client, server },
  );
  return { client, server };
}

const matrix = async () => within(await screen.findByRole('table', { name: 'Who can see which camera' }));

describe('the matrix', () => {
  test('has people by cameras, grouped by location; the owner is one line', async () => {
    await open();
    const table = await matrix();
    await waitFor(() => expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('Home'));
    const rows = table.getAllByRole('row').slice(2);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Owner', 'Owner of all 2'],
      ['', 'LiveLive: boris, Door', 'FullFull: boris, Gate'],
    ]);
    expect(document.querySelector('.share-say-top')?.textContent).toBe('2 people can see your 3 cameras. 2 people may change settings.');
  });

  test('a cell says its access in a sentence, and revokes it', async () => {
    const { server } = await open();
    fireEvent.click((await matrix()).getByRole('button', { name: /Live: boris, Door/ }));
    const details = within(screen.getByRole('dialog', { name: 'boris on Door' }));
    details.getByText('without sound');
    details.getByText(/Came by Courier door, a link by anna\./);
    fireEvent.click(details.getByRole('button', { name: 'Revoke' }));
    const confirm = within(await screen.findByRole('alertdialog'));
    fireEvent.click(confirm.getByRole('button', { name: 'Revoke access' }));
    await waitFor(() => expect(server.cameraUsers.get('door')).toHaveLength(1));
  });

  test('a dialog that a cell opened returns the focus to the cell', async () => {
    await open();
    const cell = (await matrix()).getByRole('button', { name: /Live: boris, Door/ });
    fireEvent.click(cell);
    const change = within(screen.getByRole('dialog', { name: 'boris on Door' })).getByRole('button', { name: 'Change' });
    change.focus();
    fireEvent.click(change);
    const dialog = within(await screen.findByRole('dialog', { name: 'Access of boris' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(cell));
  });

  test('a user loses every camera at once; the confirmation names them', async () => {
    const { server } = await open();
    fireEvent.click((await matrix()).getByRole('button', { name: 'boris@example.com: actions' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Revoke from all cameras' }));
    const confirm = within(await screen.findByRole('alertdialog'));
    confirm.getByText(/2 cameras of yours: Door and Gate/);
    fireEvent.click(confirm.getByRole('button', { name: 'Revoke access' }));
    await waitFor(() => expect(server.cameraUsers.get('gate')).toHaveLength(1));
  });

  test('guests of a link have their own row, which revokes the link', async () => {
    const { server } = await open((fake) => {
      fake.cameraGuests.set('door', [{ source, grant: buildGrant(), count: 2, lastWatchedAt: null, isWatching: true }]);
      fake.invites = [buildInvite({ id: 'courier', label: 'Courier door', allowsGuests: true })];
    });
    fireEvent.click((await matrix()).getByRole('button', { name: /View: Guests of Courier door, Door/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Revoke link' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke link' }));
    await waitFor(() => expect(server.invites[0]?.state).toBe('revoked'));
  });

  test('cameras that the user can’t share are left out; without any there is a way on', async () => {
    await open((server) => {
      server.cameras = [buildCamera({ id: 'door', isOwner: false, grant: buildGrant() })];
    });
    await screen.findByText('No cameras to share');
    screen.getByRole('link', { name: 'Add camera' });
  });

  test('Share opens the dialog, which begins with the choice of cameras', async () => {
    CSSStyleSheet.prototype.replaceSync ??= () => {};
    await import('@watchpost/widgets/share');
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Share' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Select cameras' }));
    expect((await dialog.findAllByRole('checkbox', { name: /Door|Gate|Yard/ })).length).toBe(3);
  });

  test('the user’s own links open beside it', async () => {
    await open((server) => {
      server.invites = [buildInvite({ label: 'Courier door' }), buildInvite({ id: 'other', label: 'Not mine', isOwn: false })];
    });
    fireEvent.click(await screen.findByRole('button', { name: /^Links/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your links' }));
    await dialog.findByText('Courier door');
    expect(dialog.queryByText('Not mine')).toBeNull();
  });
});

describe('the access log', () => {
  const entries = [
    buildAccessEntry({ id: 'a', cameraId: 'door', cameraTitle: 'Door', at: Date.parse('2026-11-20T12:00:00Z'), until: null }),
    buildAccessEntry({
      id: 'b',
      cameraId: 'gate',
      cameraTitle: 'Gate',
      kind: 'refused',
      subject: 'archive',
      at: Date.parse('2026-11-20T11:00:00Z'),
    }),
    buildAccessEntry({
      id: 'c',
      cameraId: 'gate',
      cameraTitle: 'Gate',
      kind: 'link-created',
      subject: 'Neighbours',
      at: Date.parse('2026-11-20T10:00:00Z'),
    }),
  ];
  const withLog = (server: FakeServer): void => {
    server.accessLog = entries;
  };
  /** The days are counted back from the present; the entries are older. */
  async function showAll(): Promise<void> {
    fireEvent.click(await screen.findByRole('button', { name: /^Days:/ }));
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Last 90 days' }));
  }
  const deeds = (): readonly (string | undefined)[] => [...document.querySelectorAll('.log-deed')].map(({ textContent }) => textContent);

  test('is filtered by what happened, with counts', async () => {
    await open(withLog);
    await showAll();
    await waitFor(() => expect(deeds()).toEqual(['Is watching live', 'Was refused the archive', 'Created the link Neighbours']));
    fireEvent.click(screen.getByRole('button', { name: 'Changes1' }));
    await waitFor(() => expect(deeds()).toEqual(['Created the link Neighbours']));
    fireEvent.click(screen.getByRole('button', { name: 'Downloads0' }));
    await screen.findByText('Nothing matches the filters');
  });

  test('names who controls a camera, or did and for how long', async () => {
    const at = Date.parse('2026-11-20T12:00:00Z');
    await open((server) => {
      server.accessLog = [
        buildAccessEntry({ kind: 'steering', at, until: null }),
        buildAccessEntry({
          id: 'recorder',
          kind: 'steering',
          at: at - 3_600_000,
          until: at - 3_588_000,
          who: { kind: 'stream-link', streamLinkId: 'link', name: 'Recorder' },
          grant: { kind: 'stream-link', name: 'Recorder' },
        }),
        buildAccessEntry({ id: 'live', at: at - 7_200_000 }),
      ];
    });
    await showAll();
    fireEvent.click(await screen.findByRole('button', { name: 'Control2' }));
    await waitFor(() => expect(deeds()).toEqual(['Is controlling the camera', 'Controlled the camera, 12 s']));
    screen.getAllByText('Recorder');
  });

  test('a guest’s row shows who, which part of the archive, on what device, and by which link', async () => {
    const device = new Intl.DateTimeFormat().resolvedOptions();
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...device, timeZone: 'Europe/Moscow' });
    const entry = buildAccessEntry({
      cameraId: 'door',
      cameraTitle: 'Door',
      kind: 'archive',
      at: Date.parse('2026-11-20T12:00:00Z'),
      until: Date.parse('2026-11-20T12:04:00Z'),
      range: { from: Date.parse('2026-11-20T06:15:00Z'), until: Date.parse('2026-11-20T06:40:00Z') },
      who: { kind: 'guest', guestId: 'guest-1' },
      device: { browser: 'Safari', system: 'iOS' },
      grant: { kind: 'link', inviteId: 'courier', label: 'Courier door' },
    });
    const range = { from: Date.parse('2026-11-18T20:50:00Z'), until: Date.parse('2026-11-18T21:10:00Z') };
    const grant = { kind: 'link', inviteId: 'other', label: '' } as const;
    await open((server) => {
      server.accessLog = [entry, { ...entry, id: 'another-day', range, device: null, grant }];
    });
    await showAll();
    await waitFor(() => expect(deeds()).toHaveLength(2));
    const rows = [...document.querySelectorAll('.log-deed')].map((deed) => [...(deed.closest('tr')?.cells ?? [])]);
    expect(rows.map((cells) => cells.map(({ textContent }) => textContent))).toEqual([
      ['15:00', 'Guest', 'Played the archive, 09:15–09:40', 'Door', 'iOS, Safari', 'Courier door'],
      // Another day is named; a link without a label is still a link.
      ['15:00', 'Guest', 'Played the archive, 18 November, 23:50–00:10', 'Door', 'Unknown device', 'Link'],
    ]);
  });

  test('opens from a cell with its person and camera', async () => {
    const { server } = await open(withLog);
    fireEvent.click((await matrix()).getByRole('button', { name: /Live: boris, Door/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Show in log' }));
    await screen.findByRole('button', { name: 'Person: boris@example.com' });
    screen.getByRole('button', { name: 'Camera: Door' });
    await waitFor(() => expect(deeds()).toEqual(['Is watching live']));
    expect(server.requestsTo(getLog).at(-1)?.path).toMatch(/viewerId=boris.*cameraId=door/);
  });

  test('is saved as CSV with the same filter', async () => {
    const saved: string[] = [];
    URL.createObjectURL = vi.fn(() => 'blob:log');
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await open(withLog);
    fireEvent.click(await screen.findByRole('button', { name: 'Download as CSV' }));
    await waitFor(() => expect(saved).toEqual(['access-log.csv']));
  });

  test('shows more pages on request', async () => {
    await open((server) => {
      server.accessLog = Array.from({ length: 60 }, (_, index) => buildAccessEntry({ id: `e${index}`, at: 1_700_000_000_000 - index }));
    });
    await showAll();
    await waitFor(() => expect(deeds()).toHaveLength(50));
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(deeds()).toHaveLength(60));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('a failure is reported and can be retried', async () => {
    await open((server) => {
      withLog(server);
      server.answerNext(getLog, 'forbidden');
    });
    await screen.findByText('Couldn’t load the access log');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await showAll();
    await waitFor(() => expect(deeds()).toHaveLength(3));
  });
});

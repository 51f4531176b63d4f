// @vitest-environment jsdom
import { buildAccessEntry, buildCamera, buildCameraUser, buildGrant, buildInvite } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { ManageAccessScreen } from './sharing-manage-screen.tsx';

const listUsers = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/customers' } as const;
const updateUser = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}/customers/{customerId}' } as const;
const revokeInvite = { method: 'DELETE', path: '/public/api/v2/cameraphone/invites/{id}' } as const;

const anna = buildCameraUser({ customerId: 'anna', email: 'anna@example.com', isOwner: true });
const source = { inviteId: 'courier', label: 'Courier door', creatorEmail: 'anna@example.com' };
const courier = buildInvite({ id: 'courier', label: 'Courier door', maxUsers: 3, userCount: 1, cameras: [{ id: 'door', title: 'Door' }] });

afterEach(() => {
  forgetApp();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Opens the access of a camera that Anna owns and Boris watches. */
async function open(change: (server: FakeServer) => void = () => undefined) {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  // A large screen, with tables instead of lists.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  server.cameras = [buildCamera({ id: 'door', title: 'Door' })];
  server.cameraUsers.set('door', [{ ...anna, isSelf: true }, buildCameraUser({ source })]);
  server.invites = [courier];
  change(server);
  await renderApp(
    <MemoryRouter>
      <ManageAccessScreen cameraId="door" actions={document.body} leave={() => <p>The leave dialog</p>} />
    </MemoryRouter>,
    { client, server },
  );
  return { client, server };
}

async function choose(name: string, action: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: `${name}: actions` }));
  fireEvent.click(screen.getByRole('menuitem', { name: action }));
}

describe('who has access', () => {
  test('is said in a sentence and listed, the owner without a menu', async () => {
    await open();
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    expect(document.querySelector('.share-say-top')?.textContent).toBe(
      '2 people can see this camera, 1 of them may change its settings. 1 link is active.',
    );
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('anna@example.comOwnerYouFull access'),
      expect.stringContaining('boris@example.comView onlyCourier doorNot in 90 days'),
    ]);
    expect(screen.queryByRole('button', { name: 'anna@example.com: actions' })).toBeNull();
  });

  test('is changed by what differs; the sentence follows the controls', async () => {
    const { server } = await open();
    await choose('boris@example.com', 'Change access');
    const dialog = within(await screen.findByRole('dialog'));
    expect(document.activeElement).toBe(dialog.getByRole('radio', { name: /^View only/ }));
    fireEvent.click(dialog.getByRole('switch', { name: 'Sound' }));
    expect(dialog.getByRole('status').textContent).toContain('without sound');
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('The access of boris is changed');
    expect(server.requestsTo(updateUser).map(({ body }) => body)).toEqual([{ withAudio: false }]);
    await screen.findByRole('img', { name: 'No sound' });
  });

  test('a change that the server refuses stays in the dialog with the reason', async () => {
    const { server } = await open();
    await choose('boris@example.com', 'Change access');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('switch', { name: 'Sound' }));
    server.answerNext(updateUser, 'share-exceeds-access');
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByRole('alert');
    expect(dialog.getByRole<HTMLInputElement>('switch', { name: 'Sound' }).checked).toBe(false);
  });

  test('is revoked after a confirmation that names the user', async () => {
    const { server } = await open();
    await choose('boris@example.com', 'Revoke');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke the access of boris@example.com?' }));
    dialog.getByText(/This can’t be undone/);
    fireEvent.click(dialog.getByRole('button', { name: 'Revoke access' }));
    await screen.findByText('boris no longer has access');
    expect(server.cameraUsers.get('door')).toHaveLength(1);
  });

  test('a failure to load is reported and can be retried', async () => {
    await open((server) => server.answerNext(listUsers, 'forbidden'));
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByRole('table');
  });
});

describe('one’s own access', () => {
  const full = buildGrant({ access: 'full', withAudio: false });
  const asBoris = (server: FakeServer): void => {
    server.cameras = [buildCamera({ id: 'door', title: 'Door', isOwner: false, grant: full, sharedBy: 'anna@example.com' })];
    server.cameraUsers.set('door', [anna, buildCameraUser({ isSelf: true, grant: full })]);
  };

  test('can’t be raised, and says why', async () => {
    await open(asBoris);
    await choose('boris@example.com', 'Restrict my access…');
    const dialog = within(await screen.findByRole('dialog'));
    const sound = dialog.getByRole<HTMLInputElement>('switch', { name: /^Sound/ });
    expect(sound.disabled).toBe(true);
    expect(sound.closest('label')?.textContent).toContain('Nobody can raise their own access.');
  });

  test('is restricted after a warning and a confirmation that names the camera', async () => {
    const { server } = await open(asBoris);
    await choose('boris@example.com', 'Restrict my access…');
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('You can’t undo this yourself: only another user with full access can.');
    fireEvent.click(dialog.getByRole('switch', { name: 'Archive' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Restrict access' }));
    const confirm = within(await screen.findByRole('alertdialog', { name: 'Restrict your access to Door?' }));
    expect(server.requestsTo(updateUser)).toEqual([]);
    fireEvent.click(confirm.getByRole('button', { name: 'Restrict access' }));
    await screen.findByText('Your access to Door is restricted');
    expect(server.cameraUsers.get('door')?.[1]?.grant).toMatchObject({ access: 'full', withArchive: false });
  });

  test('can be left', async () => {
    await open(asBoris);
    await choose('boris@example.com', 'Leave');
    await screen.findByText('The leave dialog');
  });

  test('that is view-only opens nothing here, and says whom to ask', async () => {
    await open((server) => {
      server.cameras = [
        buildCamera({ id: 'door', isOwner: false, isFullAccess: false, grant: buildGrant(), sharedBy: 'anna@example.com' }),
      ];
    });
    await screen.findByText('You can’t manage access to this camera');
    screen.getByText(/Ask anna@example\.com/);
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('links', () => {
  test('show what they allow by name, and how many used them', async () => {
    await open((server) => {
      server.invites = [{ ...courier, withAudio: false }];
    });
    const row = (await screen.findByText('Courier door', { selector: 'p' })).closest('li');
    expect(row?.textContent).toContain('1 of 3 people');
    screen.getByRole('img', { name: 'No sound' });
    screen.getByRole('img', { name: 'With archive' });
    screen.getByText('Never expires');
  });

  test('name their creator and the day of their end, which stands out in the last three days', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12) });
    const olga = { customerId: 'olga', email: 'olga@example.com' };
    await open((server) => {
      server.invites = [
        { ...courier, access: 'full', expiresAt: Date.UTC(2026, 10, 28, 12) },
        {
          ...courier,
          id: 'relatives',
          label: 'Relatives',
          isOwn: false,
          token: null,
          creator: olga,
          expiresAt: Date.UTC(2026, 10, 23, 12),
        },
        { ...courier, id: 'next', label: 'Next year', expiresAt: Date.UTC(2027, 1, 3, 12) },
      ];
    });
    const shown = (await screen.findAllByText(/^(Courier door|Relatives|Next year)$/, { selector: '.share-link-name > p' })).map((name) => {
      const expiry = name.closest('li')?.querySelector('.share-expiry');
      return [name.textContent, name.nextElementSibling?.textContent, expiry?.textContent, expiry?.classList.contains('soon')];
    });
    expect(shown).toEqual([
      ['Courier door', 'Full access, created by you', 'Until 28 November', false],
      ['Relatives', 'View only, created by olga', 'Until 23 November', true],
      ['Next year', 'View only, created by you', 'Until 3 February 2027', false],
    ]);
  });

  describe('the share dialog', () => {
    beforeAll(async () => {
      CSSStyleSheet.prototype.replaceSync ??= () => {};
      // Loaded in advance, so that no test waits for a dynamic import.
      await import('@watchpost/widgets/share');
    });

    test('Edit opens it with the link, whose change is saved and listed', async () => {
      const { server } = await open();
      await choose('Courier door', 'Edit');
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit link' }));
      fireEvent.click(dialog.getByRole('switch', { name: /^Sound/ }));
      fireEvent.click(dialog.getByRole('button', { name: 'Update link' }));
      await dialog.findByRole('button', { name: 'Copy link' });
      expect(server.invites).toMatchObject([{ id: 'courier', withAudio: false }]);
      fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
      await screen.findByRole('img', { name: 'No sound' });
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    test('Create link opens it with this camera, and the new link joins the list', async () => {
      const { server } = await open((fake) => {
        fake.invites = [];
        // A choice: a user's only camera would be selected anyway.
        fake.cameras.push(buildCamera({ id: 'gate', title: 'Gate' }));
      });
      await screen.findByText(/^No links/);
      fireEvent.click(screen.getByRole('button', { name: 'Create link' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Share' }));
      dialog.getByText('Door');
      fireEvent.click(dialog.getByRole('button', { name: 'Create link' }));
      await dialog.findByRole('button', { name: 'Copy link' });
      expect(server.invites.map(({ cameras }) => cameras.map(({ id }) => id))).toEqual([['door']]);
      fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
      await screen.findByText(/, created by you$/);
    });
  });

  test('are edited by their creator only; others read why not', async () => {
    await open((server) => {
      server.invites = [{ ...courier, isOwn: false, token: null, creator: { customerId: 'olga', email: 'olga@example.com' } }];
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Courier door: actions' }));
    const edit = screen.getByRole('menuitem', { name: /Edit/ });
    expect(edit.getAttribute('aria-disabled')).toBe('true');
    expect(edit.textContent).toContain('Only its creator can edit it');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Only its creator can copy it' }).disabled).toBe(true);
  });

  test('are revoked; users keep their access unless the user says otherwise', async () => {
    const { server } = await open();
    await choose('Courier door', 'Revoke');
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText('The link becomes inactive. People who already used it keep access.');
    expect((await dialog.findByRole<HTMLInputElement>('checkbox')).checked).toBe(false);
    dialog.getByText('boris@example.com');
    fireEvent.click(dialog.getByRole('button', { name: 'Revoke link' }));
    await screen.findByText('Courier door is revoked');
    expect(server.requestsTo(revokeInvite)[0]?.path).not.toContain('removeUsers');
    expect(server.cameraUsers.get('door')).toHaveLength(2);
    fireEvent.click(await screen.findByRole('button', { name: 'Show revoked' }));
    await screen.findByText('Inactive');
  });

  test('take their users along on request', async () => {
    const { server } = await open();
    await choose('Courier door', 'Revoke');
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.click(await dialog.findByRole('checkbox', { name: /Also remove the 1 person/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Revoke link' }));
    await waitFor(() => expect(server.cameraUsers.get('door')).toHaveLength(1));
  });

  test('are sent by e-mail', async () => {
    const { server } = await open();
    await choose('Courier door', 'Send');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('E-mail address'), { target: { value: 'vera@example.com' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await screen.findByText('Sent to vera@example.com');
    expect(server.sentInvites).toEqual([{ inviteId: 'courier', email: 'vera@example.com' }]);
  });
});

test('the log beside it says who did what', async () => {
  await open((server) => {
    server.accessLog = [
      buildAccessEntry({ cameraId: 'door', until: null }),
      buildAccessEntry({ id: 'entry-2', cameraId: 'door', kind: 'link-created', subject: 'Courier door' }),
      buildAccessEntry({ id: 'entry-3', cameraId: 'other', kind: 'refused' }),
    ];
  });
  const log = within(await screen.findByRole('complementary', { name: 'Access log' }));
  expect((await log.findAllByRole('listitem')).map(({ textContent }) => textContent.replace(/^\d\d:\d\d/, ''))).toEqual([
    'boris is watching live',
    'boris created the link Courier door',
  ]);
});

// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildGrant, buildInvitation } from '@watchpost/sdk-core/testing';
import type { SharedCamera } from '@watchpost/sdk-core';
import { afterEach, describe, expect, test } from 'vitest';
import { forgetApp } from '../../../shared/testing/render-app.tsx';
import { acceptInvite, door, focused, getInvitation, heading, isOwn, opened, path, press, street, token } from './testing/open-landing.tsx';

const getGuestInvitation = { method: 'GET', path: '/public/api/v3/invites/by-token/{token}/guest' } as const;
const becomeGuest = { method: 'POST', path: '/public/api/v3/invites/by-token/{token}/guest' } as const;

const isAccepted = (camera: SharedCamera): SharedCamera => ({ ...camera, standing: { kind: 'accepted' } });
const collides = (camera: SharedCamera, current = buildGrant({ access: 'full' })): SharedCamera => ({
  ...camera,
  standing: { kind: 'collision', current },
});

afterEach(forgetApp);

describe('what a link shows to a user', () => {
  test('who invites, to how many cameras, what is allowed and what is not', async () => {
    await opened((server) => {
      const grant = buildGrant({ withAudio: false, expiresAt: Date.now() + 7 * 86_400_000 });
      server.invitations.set(token, buildInvitation([door, street], { grant, creatorEmail: 'anna@example.com' }));
    });
    expect(await heading('2 cameras, shared with you')).toBeTruthy();
    expect(screen.getByText('anna@example.com')).toBeTruthy();
    expect(document.querySelector('.landing-sentence')?.textContent).toMatch(
      /^You can watch live and play all recordings, without sound, until /,
    );
    expect(screen.getByText('You can’t change settings or share the cameras.')).toBeTruthy();
    expect(screen.getByText('Open to you for 7 days')).toBeTruthy();
    expect(screen.getByText('maria@example.com')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add 2 cameras' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Watch as guest' })).toBeNull();
    expect(document.title).toBe('Invitation · Watchpost');
  });

  test('access without an end has no band, and full access has no limits', async () => {
    await opened((server) => server.invitations.set(token, buildInvitation([door], { grant: buildGrant({ access: 'full' }) })));
    await heading('1 camera, shared with you');
    expect(screen.queryByText(/Open to you/)).toBeNull();
    expect(screen.queryByText(/You can’t/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Add camera' })).toBeTruthy();
  });

  test.each(['short', 'a'.repeat(129), 'with-a-dash-12345678'])(
    'the address /s/%s is no link, and asks the server nothing',
    async (secret) => {
      const { server } = await opened(() => {}, { address: `/s/${secret}`, email: null });
      await heading('Invalid link');
      expect(server.requests).toEqual([]);
    },
  );

  test('without a network, Retry loads it, and the focus moves to the heading', async () => {
    const { server } = await opened((prepared) => {
      prepared.invitations.set(token, buildInvitation([door]));
      prepared.offline = true;
    });
    await heading('Something went wrong');
    await press('Retry');
    await waitFor(() => expect(server.requestsTo(getInvitation)).toHaveLength(2));
    await heading('Something went wrong');
    server.offline = false;
    await press('Retry');
    await focused('1 camera, shared with you');
  });

  test('a link that was accepted goes on to the camera', async () => {
    const { at, router } = await opened((server) => server.invitations.set(token, buildInvitation([isAccepted(door), isOwn(street)])));
    await waitFor(() => expect(at()).toBe('/cameras/door'));
    expect(await screen.findByText('You already have this camera')).toBeTruthy();
    await act(() => router.navigate(-1));
    expect(at()).toBe('/before');
  });
});

describe('adding the cameras', () => {
  test('one camera: opens it, and Back does not lead to the link', async () => {
    const { server, at, router } = await opened((prepared) => prepared.invitations.set(token, buildInvitation([door])));
    await press('Add camera');
    await waitFor(() => expect(at()).toBe('/cameras/door'));
    expect(server.requestsTo(acceptInvite)[0]?.body).toEqual({ token, replace: false });
    expect(await screen.findByText('Front door is added to your cameras')).toBeTruthy();
    expect(document.title).not.toContain(token);
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain(token);
    await act(() => router.navigate(-1));
    expect(at()).toBe('/before');
  });

  test('nobody is taken back who has left meanwhile', async () => {
    const { server, at, router } = await opened((prepared) => prepared.invitations.set(token, buildInvitation([door])));
    let answer = (): void => undefined;
    const accepted = Response.json({ added: ['door'], replaced: [], unchanged: [] });
    server.answerNext(acceptInvite, () => new Promise<Response>((resolve) => (answer = () => resolve(accepted))));
    await press('Add camera');
    await waitFor(() => expect(server.requestsTo(acceptInvite)).toHaveLength(1));
    await act(() => router.navigate('/events', { replace: true }));
    await act(async () => answer());
    expect(await screen.findByText('Front door is added to your cameras')).toBeTruthy();
    expect(at()).toBe('/events');
  });

  test('several cameras: opens the dashboard', async () => {
    const { server, at } = await opened((prepared) => prepared.invitations.set(token, buildInvitation([door, street])));
    await press('Add 2 cameras');
    await waitFor(() => expect(at()).toBe('/'));
    expect(await screen.findByText('2 cameras are added')).toBeTruthy();
    expect(server.cameras.map(({ id }) => id)).toEqual(['door', 'street']);
  });

  test('the user’s own cameras are named and left out', async () => {
    const { at } = await opened((prepared) => prepared.invitations.set(token, buildInvitation([door, isOwn(street)])));
    expect(await screen.findByText('Street is your own camera, so it isn’t added.')).toBeTruthy();
    await press('Add camera');
    await waitFor(() => expect(at()).toBe('/cameras/door'));
  });

  test.each(['internal-error', 'unavailable', 'too-many-requests'] as const)(
    '%s keeps the page, says so, and another attempt works',
    async (code) => {
      const { at } = await opened((server) => {
        server.invitations.set(token, buildInvitation([door]));
        server.answerNext(acceptInvite, code);
      });
      await press('Add camera');
      expect((await screen.findByRole('alert')).textContent).toBe('Failed to use the link. Please try again later');
      await heading('1 camera, shared with you');
      await press('Add camera');
      await waitFor(() => expect(at()).toBe('/cameras/door'));
    },
  );

  test('a link that ended meanwhile: Retry says that it is invalid', async () => {
    const { server } = await opened((prepared) => prepared.invitations.set(token, buildInvitation([door])));
    await screen.findByRole('button', { name: 'Add camera' });
    server.invitations.clear();
    await press('Add camera');
    await heading('Unable to add camera');
    await press('Retry');
    await focused('Invalid link');
  });
});

describe('cameras that the user has with other access', () => {
  const grant = buildGrant({ expiresAt: Date.UTC(2031, 10, 28, 12) });

  test('shows both accesses; Replace removes the camera and adds it again', async () => {
    const { server, at } = await opened((prepared) => prepared.invitations.set(token, buildInvitation([collides(door)], { grant })));
    await press('Add camera');
    await screen.findByRole('dialog', { name: 'Replace your access?' });
    expect(screen.getByText('Full access, never expires')).toBeTruthy();
    expect(screen.getByText('View only, until 28 November 2031')).toBeTruthy();
    expect(server.requestsTo(acceptInvite)).toEqual([]);
    await press('Replace');
    await waitFor(() => expect(at()).toBe('/cameras/door'));
    expect(server.requestsTo(acceptInvite).map(({ body }) => body)).toEqual([{ token, replace: true }]);
  });

  test('Keep what I have changes nothing and gives the focus back', async () => {
    const { server, at } = await opened((prepared) => prepared.invitations.set(token, buildInvitation([collides(door)], { grant })));
    const button = await screen.findByRole('button', { name: 'Add camera' });
    button.focus();
    fireEvent.click(button);
    await press('Keep what I have');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button);
    expect(server.requestsTo(acceptInvite)).toEqual([]);
    expect(at()).toBe(path);
  });

  test('one that came up in between is asked about with what the user has by now', async () => {
    const { server } = await opened((prepared) => prepared.invitations.set(token, buildInvitation([door, street], { grant })));
    await screen.findByRole('button', { name: 'Add 2 cameras' });
    server.invitations.set(token, buildInvitation([collides(door), street], { grant }));
    await press('Add 2 cameras');
    await screen.findByRole('dialog', { name: 'Replace your access?' });
    expect(screen.getByText('Full access, never expires')).toBeTruthy();
    expect(screen.getByText(/1 other camera of the link is added at the same time/)).toBeTruthy();
  });

  test('accesses that differ in their recordings only are compared in whole sentences', async () => {
    const current = buildGrant({ archiveFrom: Date.UTC(2020, 0, 1, 12) });
    await opened((prepared) => prepared.invitations.set(token, buildInvitation([collides(door, current)], { grant: buildGrant() })));
    await press('Add camera');
    await screen.findByRole('dialog');
    expect(screen.getByText(/recordings from 1 January 2020/)).toBeTruthy();
    expect(screen.getAllByText(/all recordings/).length).toBeGreaterThan(0);
  });
});

describe('without a session', () => {
  test('a link without guests leads to sign-in, comes back, and leaves no secret behind', async () => {
    const { at, router } = await opened((server) => server.invitations.set(token, buildInvitation([door])), { email: null });
    await waitFor(() => expect(at()).toBe(`/signin?returnUrl=${encodeURIComponent(path)}`));
    await press('Confirm the code');
    await press('Add camera');
    await waitFor(() => expect(at()).toBe('/cameras/door'));
    await act(() => router.navigate(-1));
    expect(at()).toBe('/before');
  });

  test('a link with guests is shown: the browser becomes a guest at an address without the secret', async () => {
    const { server, at, router, onGuest } = await opened(
      (prepared) => prepared.invitations.set(token, buildInvitation([door], { allowsGuests: true })),
      { email: null },
    );
    await press('Watch as guest');
    await waitFor(() => expect(at()).toBe('/guest/invite-1'));
    expect(onGuest).toHaveBeenCalledWith('invite-1', token);
    expect(server.requestsTo(becomeGuest)[0]?.headers.get('Authorization')).toBeNull();
    await act(() => router.navigate(-1));
    expect(at()).toBe('/before');
  });

  test('Sign in to add leads to sign-in and back', async () => {
    const { at } = await opened((server) => server.invitations.set(token, buildInvitation([door], { allowsGuests: true })), {
      email: null,
    });
    await press('Sign in to add');
    await press('Confirm the code');
    await waitFor(() => expect(at()).toBe(path));
    expect(await screen.findByRole('button', { name: 'Add camera' })).toBeTruthy();
  });

  test('a failure to load offers Retry and does not ask to sign in', async () => {
    const { at } = await opened(
      (server) => {
        server.invitations.set(token, buildInvitation([door], { allowsGuests: true }));
        server.answerNext(getGuestInvitation, 'unavailable');
      },
      { email: null },
    );
    await heading('Something went wrong');
    expect(at()).toBe(path);
    await press('Retry');
    await screen.findByRole('button', { name: 'Watch as guest' });
  });
});

test('another account: signs out through the page that knows how', async () => {
  const { onSwitchAccount } = await opened((server) => server.invitations.set(token, buildInvitation([door])));
  await press('Use another account');
  expect(onSwitchAccount).toHaveBeenCalledOnce();
});

test('accepted in another tab: this tab adds nothing twice and goes on to the camera', async () => {
  const first = await opened((server) => server.invitations.set(token, buildInvitation([door])));
  await press('Add camera');
  await waitFor(() => expect(first.at()).toBe('/cameras/door'));
  const accepted = first.server.invitations.get(token);
  first.unmount();
  const second = await opened(() => {}, { server: first.server });
  await waitFor(() => expect(second.at()).toBe('/cameras/door'));
  expect(accepted?.cameras[0]?.standing.kind).toBe('accepted');
  expect(first.server.requestsTo(acceptInvite)).toHaveLength(1);
});

test('every way off the page replaces its address', async () => {
  const { at, router } = await opened((server) => server.invitations.set(token, buildInvitation([door])));
  await heading('1 camera, shared with you');
  // As the profile menu, the keyboard shortcuts and a toast do.
  await act(() => router.navigate('/settings/account'));
  await waitFor(() => expect(at()).toBe('/settings/account'));
  await act(() => router.navigate(-1));
  expect(at()).toBe('/before');
});

// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createEmbedClient, WatchpostError } from '@watchpost/sdk-core';
import { buildGrant, buildInvitation, buildSharedCamera } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import type { CameraPlayerProps, PlayerState } from '@watchpost/widgets/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp } from '../../../shared/testing/render-app.tsx';
import { forgetLink, rememberLink } from './sharing-guest-links.ts';
import { GuestScreen } from './sharing-guest-screen.tsx';
import type { GuestTokens } from './sharing-guest-tokens.ts';

const players = vi.hoisted(() => ({ mounted: 0, props: null as CameraPlayerProps | null }));
vi.mock('@watchpost/widgets/react', async () => {
  const { useEffect } = await import('react');
  return {
    WatchpostProvider: ({ children }: { children: unknown }) => children,
    CameraPlayer: (props: CameraPlayerProps) => {
      players.props = props;
      useEffect(() => void (players.mounted += 1), []);
      return `Player of ${props.cameraId}`;
    },
  };
});

const secret = 'token_of_a_link_0001';
const renewGuest = { method: 'POST', path: '/public/api/v3/guests/{id}' } as const;
const leaveGuest = { method: 'DELETE', path: '/public/api/v3/guests/{id}' } as const;
const door = buildSharedCamera({ id: 'door', title: 'Front door' });
const street = buildSharedCamera({ id: 'street', title: 'Street' });

beforeEach(() => {
  players.mounted = 0;
  players.props = null;
});
afterEach(() => {
  vi.useRealTimers();
  forgetLink('invite-1');
  forgetApp();
});

async function opened(prepare: (server: FakeServer) => void = joined(), { email }: { readonly email?: string } = {}) {
  const app = await prepareApp(email === undefined ? {} : { email });
  prepare(app.server);
  let tokens: GuestTokens | null = null;
  const dispose = vi.fn<() => void>();
  const router = createMemoryRouter(
    [
      {
        path: '/guest/:inviteId',
        element: (
          <GuestScreen
            inviteId="invite-1"
            profile={null}
            createViewer={(given) => {
              tokens = given;
              return { ...createEmbedClient({ baseUrl: 'https://watchpost.test', fetch: app.server.fetch, token: given }), dispose };
            }}
          />
        ),
      },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: ['/before', '/guest/invite-1'], initialIndex: 1 },
  );
  const { unmount } = render(app.around(<RouterProvider router={router} />));
  const play = (state: PlayerState): void => act(() => players.props?.onStateChange?.(state));
  const refuse = (code: Extract<PlayerState, { readonly kind: 'error' }>['code']): void => play({ kind: 'error', mode: 'live', code });
  const nextToken = (): Promise<string> => tokens?.(null) ?? Promise.reject(new Error('No client was created.'));
  return { ...app, router, play, refuse, nextToken, dispose, unmount };
}

/** The browser is a guest of a link to these cameras. */
function joined(cameras = [door], invitation: Parameters<typeof buildInvitation>[1] = {}): (server: FakeServer) => void {
  return (server) => {
    server.invitations.set(secret, buildInvitation(cameras, { allowsGuests: true, ...invitation }));
    server.guestOf.add('invite-1');
  };
}
const heading = (name: string): Promise<HTMLElement> => screen.findByRole('heading', { level: 1, name });

test('shows the player, who shares, what is allowed, and that the owner can see it', async () => {
  await opened(joined([door], { creatorEmail: 'anna@example.com' }));
  await heading('Front door');
  expect(screen.getByText('Player of door')).toBeTruthy();
  expect(screen.getByText('anna@example.com')).toBeTruthy();
  expect(screen.getByText('Guest · the owner can see when you watch')).toBeTruthy();
  expect(document.querySelector('.landing-sentence')?.textContent).toMatch(/^You can watch live, with sound/);
  expect(players.props).toMatchObject({ timeline: true, talk: false });
});

test('without the archive the player has no timeline', async () => {
  await opened(joined([door], { grant: buildGrant({ withArchive: false }) }));
  await heading('Front door');
  expect(players.props?.timeline).toBe(false);
});

test('several cameras are switched between', async () => {
  await opened(joined([door, street]));
  fireEvent.click(await screen.findByRole('button', { name: 'Street' }));
  expect(screen.getByText('Player of street')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Street' }).getAttribute('aria-pressed')).toBe('true');
  await heading('Street');
});

test.each([
  ['a link that ended', () => {}, 'This link is not valid or active anymore'],
  ['a link whose cameras were removed', joined([]), 'The shared cameras are no longer available'],
  ['a server that fails', (server: FakeServer) => server.answerNext(renewGuest, 'internal-error'), 'Something went wrong'],
] as const)('%s', async (_, prepare, title) => {
  await opened(prepare);
  await heading(title);
  expect(players.mounted).toBe(0);
});

test('a renewal keeps the player; one after the end of the link ends the page with an explanation', async () => {
  const { server, nextToken } = await opened();
  await heading('Front door');
  const first = await nextToken();
  expect(server.requestsTo(renewGuest)).toHaveLength(1);
  await act(nextToken);
  expect(server.requestsTo(renewGuest)).toHaveLength(2);
  expect([first.startsWith('guest.'), players.mounted]).toEqual([true, 1]);

  server.invitations.clear();
  await act(() => nextToken().catch((error: unknown) => expect(error).toBeInstanceOf(WatchpostError)));
  const title = await heading('This link is not valid or active anymore');
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(screen.queryByText(/Player of/)).toBeNull();
});

test.each(['access-ended', 'forbidden', 'not-found', 'session-expired', 'unauthorized'] as const)(
  'a picture that ends with %s: the page asks whether the link still works, and says that it ended',
  async (code) => {
    const { server, refuse, play } = await opened();
    await heading('Front door');
    play({ kind: 'live' });
    server.invitations.clear();
    refuse(code);
    await heading('This link is not valid or active anymore');
  },
);

test('a refused picture of a link that still works stays the player’s own message', async () => {
  const { server, refuse } = await opened();
  await heading('Front door');
  refuse('forbidden');
  await waitFor(() => expect(server.requestsTo(renewGuest)).toHaveLength(2));
  expect(screen.getByText('Player of door')).toBeTruthy();
});

test('too many viewers: explained, tried again until there is a place, and the picture takes its place', async () => {
  const { refuse, play } = await opened();
  await heading('Front door');
  vi.useFakeTimers();
  refuse('viewer-limit-reached');
  expect(screen.getByText('Too many viewers')).toBeTruthy();
  for (const attempts of [2, 3]) {
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(players.mounted).toBe(attempts);
    refuse('viewer-limit-reached');
  }
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  play({ kind: 'live' });
  expect(screen.queryByText('Too many viewers')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(players.mounted).toBe(4);
});

test('outside its hours the page says when the camera opens, and starts by itself', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 23, 4) });
  // 07:00 in Moscow.
  const grant = buildGrant({ dailyWindow: { fromMinutes: 480, untilMinutes: 1080 } });
  const app = await opened(joined([door], { grant }));
  await heading('Front door');
  expect(screen.getByText(/^This camera opens to you at 08:00/)).toBeTruthy();
  expect(players.mounted).toBe(0);
  app.unmount();
  expect(app.dispose).toHaveBeenCalledOnce();

  vi.setSystemTime(Date.UTC(2026, 10, 23, 5));
  await opened(joined([door], { grant }));
  await heading('Front door');
  expect(players.mounted).toBe(1);
});

test('Leave forgets the browser and says so', async () => {
  const { server } = await opened();
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await heading('You are no longer watching as a guest');
  expect(server.requestsTo(leaveGuest)).toHaveLength(1);
  expect(server.guestOf.size).toBe(0);
});

test('leaving without a network keeps the page', async () => {
  const { server } = await opened();
  await heading('Front door');
  server.offline = true;
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('Couldn’t leave. Please try again later')).toBeTruthy();
  expect(screen.getByText('Player of door')).toBeTruthy();
});

test.each([
  ['without a session', {}, 'Sign in to add', `/signin?returnUrl=${encodeURIComponent(`/s/${secret}`)}`],
  ['with a session', { email: 'maria@example.com' }, 'Add to my account', `/s/${secret}`],
] as const)('%s the cameras can be added to an account while the page knows the link', async (_, options, name, href) => {
  rememberLink('invite-1', secret);
  const { router } = await opened(joined(), options);
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe(href);
  fireEvent.click(link);
  await screen.findByText('Elsewhere');
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe('/before');
});

test('after a reload the page says to open the link again', async () => {
  await opened();
  expect(await screen.findByText('To add the cameras to your account, open the link again.')).toBeTruthy();
});

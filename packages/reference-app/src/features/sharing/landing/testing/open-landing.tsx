import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { buildSharedCamera, signIn } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import type { Client, SharedCamera } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation, useNavigate, useParams } from 'react-router';
import { expect, vi } from 'vitest';
import { useClient } from '../../../../shared/client.tsx';
import { safePath } from '../../../../shared/navigation/safe-path.ts';
import { prepareApp } from '../../../../shared/testing/render-app.tsx';
import { LandingScreen } from '../sharing-landing-screen.tsx';

export const token = 'token_of_a_link_0001';
export const path = `/s/${token}`;
export const acceptInvite = { method: 'POST', path: '/public/api/v2/cameraphone/invites/{id}/accept' } as const;
export const getInvitation = { method: 'GET', path: '/public/api/v3/invites/by-token/{token}' } as const;

export const door = buildSharedCamera({ id: 'door', title: 'Front door' });
export const street = buildSharedCamera({ id: 'street', title: 'Street' });
export const isOwn = (camera: SharedCamera): SharedCamera => ({ ...camera, standing: { kind: 'owner' } });

interface OpenOptions {
  /** Null: nobody is signed in. */
  readonly email?: string | null;
  readonly address?: string;
  readonly server?: FakeServer;
}

/** Opens the page of a link, with a page before it. */
export async function opened(
  prepare: (server: FakeServer) => void,
  { email = 'maria@example.com', address = path, server: given }: OpenOptions = {},
) {
  const app = await prepareApp({ ...(email !== null && { email }), ...(given && { server: given }) });
  prepare(app.server);
  const onGuest = vi.fn<(inviteId: string, secret: string) => void>();
  const onSwitchAccount = vi.fn(() => Promise.resolve());
  const router = createMemoryRouter(
    [
      { path: '/s/*', element: <Landing onGuest={onGuest} onSwitchAccount={onSwitchAccount} /> },
      { path: '/signin', element: <SignIn server={app.server} /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: ['/before', address], initialIndex: 1 },
  );
  const { unmount } = render(app.around(<RouterProvider router={router} />));
  const at = (): string => router.state.location.pathname + router.state.location.search;
  return { ...app, router, at, onGuest, onSwitchAccount, unmount };
}

function Landing(props: Pick<Parameters<typeof LandingScreen>[0], 'onGuest' | 'onSwitchAccount'>): ReactNode {
  const { '*': secret = '' } = useParams();
  return <LandingScreen token={secret} profile={null} {...props} />;
}

/** Stands in for the sign-in screen: asks for nothing, and goes where the real one goes. */
function SignIn({ server }: { readonly server: FakeServer }): ReactNode {
  const client: Client = useClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const confirm = async (): Promise<void> => {
    await signIn(client, server, 'maria@example.com');
    await navigate(safePath(new URLSearchParams(search).get('returnUrl')), { replace: true });
  };
  return <button onClick={() => void confirm()}>Confirm the code</button>;
}

export const press = async (name: string | RegExp): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name }));
export const heading = (name: string): Promise<HTMLElement> => screen.findByRole('heading', { level: 1, name });

export async function focused(name: string): Promise<void> {
  const title = await heading(name);
  await waitFor(() => expect(document.activeElement).toBe(title));
}

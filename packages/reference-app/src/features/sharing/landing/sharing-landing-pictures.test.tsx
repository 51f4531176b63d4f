// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { buildInvitation, buildSharedCamera } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp } from '../../../shared/testing/render-app.tsx';
import { LandingPictures } from './sharing-landing-pictures.tsx';

const token = 'token_of_a_link_0001';
const getPicture = { method: 'GET', path: '/public/api/v3/invites/by-token/{token}/cameras/{cameraId}/preview.jpg' } as const;
const door = buildSharedCamera({ id: 'door', title: 'Front door', pictureUrl: '/picture', pictureAt: Date.now() });
const street = buildSharedCamera({ id: 'street', title: 'Street' });

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} }));
});
afterEach(() => {
  forgetApp();
  vi.unstubAllGlobals();
});

async function open(cameras = [door], prepare: (server: FakeServer) => void = () => undefined) {
  const app = await prepareApp({ email: 'maria@example.com' });
  app.server.invitations.set(token, buildInvitation(cameras));
  prepare(app.server);
  render(app.around(<LandingPictures token={token} cameras={cameras} />));
  return app;
}

const picture = (): Promise<HTMLElement> => screen.findByRole('img', { name: 'Front door, the latest picture' });
const tile = (): Element | null => document.querySelector('.landing-tile');
const nameFrame = (): string | undefined => document.querySelector('.landing-name-frame')?.textContent;

test('a picture is loaded where there is one, and the frame has the name where there is none', async () => {
  const { server } = await open([door, street]);
  expect((await picture()).getAttribute('src')).toBe('blob:picture');
  expect(nameFrame()).toBe('Street');
  expect(server.requests.filter(({ path: asked }) => asked.endsWith('preview.jpg'))).toHaveLength(1);
});

test('a picture on its way keeps its place, and does not look like a camera without one', async () => {
  let arrive: (answer: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => (arrive = resolve));
  await open([door], (server) => server.answerNext(getPicture, () => answer));
  expect(tile()?.getAttribute('aria-busy')).toBe('true');
  expect(nameFrame()).toBeUndefined();
  arrive(new Response('a picture'));
  await picture();
  expect(tile()?.getAttribute('aria-busy')).toBe('false');
});

test('a picture that could not be loaded gives way to the name', async () => {
  await open([door], (server) => server.answerNext(getPicture, 'not-found'));
  await waitFor(() => expect(nameFrame()).toBe('Front door'));
});

import { WatchpostError } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { buildCamera, createFakeClock } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import { followPhoneLink, linkProblem, phoneLinkUrl } from './phone-camera-link-model.ts';
import type { PhoneLink } from './phone-camera-link-model.ts';

type Looked = { state: 'waiting' | 'registered' | 'expired'; cameraId: string | null; refusal: null; expiresAt: number };
const looked = (state: Looked['state'], cameraId: string | null = null): Looked => ({ state, cameraId, refusal: null, expiresAt: 600_000 });

function setUp({ looks, cameras = [] }: { looks: (Looked | Error)[]; cameras?: (Camera | Error)[] }) {
  const clock = createFakeClock();
  const next =
    <T>(answers: (T | Error)[]) =>
    async (): Promise<T> => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('nothing was prepared');
      return answer;
    };
  const createRegistration = async () => ({ registrationToken: 'token-1', registrationId: 'reg_1', expiresAt: 600_000 });
  const client = { addCamera: { createRegistration, registration: next(looks) }, cameras: { get: next(cameras) }, serverNow: clock.now };
  const seen: PhoneLink[] = [];
  const controller = new AbortController();
  const done = followPhoneLink({
    client,
    clock,
    origin: 'https://cameras.example',
    signal: controller.signal,
    onChange: (link) => void seen.push(link),
  });
  return { clock, seen, done, controller };
}

test('follows a link to the phone’s picture', async () => {
  const online = buildCamera({ id: 'cam1', platform: 'Mobile' });
  const { clock, seen, done } = setUp({
    looks: [looked('waiting'), new WatchpostError('network'), looked('registered', 'cam1')],
    cameras: [buildCamera({ state: 'connecting' }), new WatchpostError('network'), online],
  });
  await clock.advance(10_000);
  await done;
  expect(seen.map(({ kind }) => kind)).toEqual(['making', 'shown', 'connecting', 'live']);
  expect(seen[1]).toMatchObject({ url: 'https://cameras.example/phone-camera#token-1', expiresAt: 600_000 });
  expect(seen.at(-1)).toEqual({ kind: 'live', camera: online });
});
test('an unused link expires, and polling stops', async () => {
  const { clock, seen, done } = setUp({ looks: [looked('waiting'), looked('expired')] });
  await clock.advance(5000);
  await done;
  expect([seen.at(-1), clock.pending]).toEqual([{ kind: 'expired' }, 0]);
});
test('a failure to create a link is reported in the user’s language', async () => {
  const seen: PhoneLink[] = [];
  await followPhoneLink({
    client: {
      addCamera: {
        createRegistration: () => Promise.reject(new WatchpostError('too-many-requests', { message: 'Too many attempts.' })),
        registration: async () => looked('waiting'),
      },
      cameras: { get: async () => buildCamera() },
      serverNow: () => 0,
    },
    clock: createFakeClock(),
    origin: 'https://cameras.example',
    signal: new AbortController().signal,
    onChange: (link) => void seen.push(link),
  });
  expect(seen.at(-1)).toMatchObject({ kind: 'failed', text: expect.stringMatching(/\w/) });
});
test('cancelling ends reports and polling', async () => {
  const { clock, seen, done, controller } = setUp({ looks: [looked('waiting')] });
  await clock.advance(2000);
  controller.abort();
  await clock.advance(5000);
  await done;
  expect([seen.at(-1)?.kind, clock.pending]).toEqual(['shown', 0]);
});
test.each([
  ['http://localhost:8080', 'loopback'],
  ['https://localhost', 'loopback'],
  ['http://127.0.0.1:8080', 'loopback'],
  ['http://[::1]:8080', 'loopback'],
  ['http://192.168.1.5:8080', 'insecure'],
  ['http://127.example.com', 'insecure'],
  ['https://cameras.example', null],
])('a link from %s: %s', (address, problem) => {
  expect(linkProblem(new URL(address))).toBe(problem);
});
test('the token is in the fragment, which is never sent', () => {
  const url = new URL(phoneLinkUrl('https://cameras.example', 'secret-token'));
  expect([url.pathname, url.search, url.hash]).toEqual(['/phone-camera', '', '#secret-token']);
});

import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createFoundPictures, type FoundPicturesDeps } from './add-camera-pictures.ts';
import { createCameraSearch } from './add-camera-search.ts';

const gate = 'http://192.168.1.10/onvif/device_service';
const yard = 'http://192.168.1.11/onvif/device_service';
const never = new AbortController().signal;

/** Sets up a network with two cameras. */
async function setUp(over: Partial<FoundPicturesDeps> = {}) {
  const clock = createManualClock();
  const requests: string[] = [];
  const search = createCameraSearch({
    clock,
    isOperator: async () => true,
    cameras: { ownedBy: async () => [] },
    discovery: { find: async () => [gate, yard].map((address) => ({ address, name: '', model: '' })) },
  });
  const pictures = createFoundPictures({
    clock,
    search,
    readSnapshot: async ({ address }) => {
      requests.push(address);
      return Uint8Array.of(1, 2, 3, 4);
    },
    shrink: async (jpeg) => jpeg.subarray(0, 1),
    ...over,
  });
  return { clock, requests, search, pictures };
}

test('pictures are shown of cameras that the user’s own search found in the last half hour, and of no other address', async () => {
  const { clock, requests, search, pictures } = await setUp();
  await expect(pictures.picture('u1', { address: gate }, never)).rejects.toMatchObject({ code: 'not-found' });
  await search.find('u1');
  expect(await pictures.picture('u1', { address: gate }, never)).toEqual(Uint8Array.of(1));
  for (const address of ['http://192.168.1.10/', 'http://192.168.1.12/onvif/device_service', '192.168.1.10'])
    await expect(pictures.picture('u1', { address }, never)).rejects.toMatchObject({ code: 'not-found' });
  // Another user's results are not shared.
  await expect(pictures.picture('u2', { address: gate, username: 'admin', password: 'x' }, never)).rejects.toMatchObject({
    code: 'not-found',
  });
  clock.advance(30 * 60_000);
  await expect(pictures.picture('u1', { address: gate }, never)).rejects.toMatchObject({ code: 'not-found' });
  expect(requests).toEqual([gate]);
});

test('passwords are limited like adding cameras; pictures without one are as many as a search finds', async () => {
  const { search, pictures } = await setUp();
  await search.find('u1');
  const withPassword = { address: gate, username: 'admin', password: 'guess' };
  for (let attempt = 0; attempt < 120; attempt += 1) await pictures.picture('u1', withPassword, never);
  await expect(pictures.picture('u1', withPassword, never)).rejects.toMatchObject({ code: 'too-many-requests', retryAfter: 600 });
  for (let attempt = 0; attempt < 512; attempt += 1) await pictures.picture('u1', { address: gate }, never);
  await expect(pictures.picture('u1', { address: gate }, never)).rejects.toMatchObject({ code: 'too-many-requests' });
});

test('four cameras are queried concurrently across all users; a user who has left is not waited for', async () => {
  const answers: ((jpeg: Uint8Array) => void)[] = [];
  const { search, pictures } = await setUp({ readSnapshot: () => new Promise((resolve) => answers.push(resolve)) });
  await Promise.all(['u1', 'u2'].map((id) => search.find(id)));
  const left = new AbortController();
  const requested = ['u1', 'u2', 'u1', 'u2', 'u1'].map((id) => pictures.picture(id, { address: gate }, never));
  const late = pictures.picture('u2', { address: gate }, left.signal);
  await expect.poll(() => answers.length).toBe(4);
  left.abort(new AppError('unavailable'));
  for (const answer of answers.splice(0)) answer(Uint8Array.of(1));
  await expect(late).rejects.toMatchObject({ code: 'unavailable' });
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.(Uint8Array.of(2));
  expect((await Promise.all(requested)).map(([byte]) => byte)).toEqual([1, 1, 1, 1, 2]);
});

test('undecodable data is no picture; a camera’s error is passed on', async () => {
  const { search, pictures } = await setUp({ shrink: async () => Promise.reject(new Error('There is no picture in it.')) });
  await search.find('u1');
  await expect(pictures.picture('u1', { address: gate }, never)).rejects.toMatchObject({ code: 'camera-unsupported' });
  const none = await setUp({ shrink: async () => null });
  await none.search.find('u1');
  await expect(none.pictures.picture('u1', { address: gate }, never)).rejects.toMatchObject({ code: 'camera-unsupported' });
  const closed = await setUp({ readSnapshot: () => Promise.reject(new AppError('camera-wrong-password')) });
  await closed.search.find('u1');
  await expect(closed.pictures.picture('u1', { address: gate }, never)).rejects.toMatchObject({ code: 'camera-wrong-password' });
});

import {
  getCamera,
  getCameraAbout,
  getPreview,
  listCameras,
  removeCamera,
  renameCamera,
  takeSnapshot,
} from '@watchpost/contract/endpoints/cameras';
import { describe, expect, test } from 'vitest';
import { buildCamera, createTestClient, signIn } from '../../testing/index.ts';
import type { TestClientOptions } from '../../testing/index.ts';

async function signedIn(options: TestClientOptions = {}) {
  const parts = createTestClient(options);
  await signIn(parts.client, parts.server);
  parts.server.cameras = [buildCamera({ id: 'door' }), buildCamera({ id: 'yard', title: 'Yard', isOwner: false, isFullAccess: false })];
  return parts;
}

describe('cameras', () => {
  test('are listed in the server’s order, unchanged', async () => {
    const { client, server } = await signedIn();
    expect(await client.cameras.list()).toEqual(server.cameras);
    expect(server.requestsTo(listCameras)).toMatchObject([{ path: '/public/api/v3/cameras' }]);
  });

  test('are found by id, which is encoded in the path', async () => {
    const { client, server } = await signedIn();
    expect(await client.cameras.get('yard')).toEqual(server.cameras[1]);
    await expect(client.cameras.get('../login')).rejects.toMatchObject({ code: 'not-found', status: 404 });
    expect(server.requestsTo(getCamera).map(({ path }) => path)).toEqual([
      '/public/api/v3/cameras/yard',
      '/public/api/v3/cameras/..%2Flogin',
    ]);
  });

  test('about omits serial number and device id without full access', async () => {
    const { client, server } = await signedIn();
    expect(await client.cameras.about('door')).toMatchObject({ name: 'Front door', deviceId: 'door' });
    expect(await client.cameras.about('yard')).toMatchObject({ name: 'Yard', serialNumber: null, deviceId: null });
    await expect(client.cameras.about('gone')).rejects.toMatchObject({ code: 'not-found' });
    expect(server.requestsTo(getCameraAbout)[0]?.path).toBe('/public/api/v2/cameraphone/cameras/door/about');
  });

  test('a rename sends `name` and returns the camera', async () => {
    const { client, server } = await signedIn();
    expect(await client.cameras.rename('door', 'Дверь')).toEqual(buildCamera({ id: 'door', title: 'Дверь' }));
    expect(server.requestsTo(renameCamera)).toMatchObject([{ method: 'PATCH', body: { name: 'Дверь' } }]);
    expect(server.cameras.map(({ title }) => title)).toEqual(['Дверь', 'Yard']);
  });

  test('a removal removes only that camera', async () => {
    const { client, server } = await signedIn();
    await client.cameras.remove('door');
    expect(server.requestsTo(removeCamera)).toMatchObject([{ method: 'DELETE', body: {} }]);
    expect((await client.cameras.list()).map(({ id }) => id)).toEqual(['yard']);
    await expect(client.cameras.remove('door')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the latest preview', () => {
  test('is returned with the server’s bytes and type', async () => {
    const { client, server } = await signedIn();
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);
    server.answerNext(getPreview, () => new Response(jpeg, { headers: { 'Content-Type': 'image/jpeg' } }));
    const picture = await client.cameras.preview('door');
    expect(picture).toBeInstanceOf(Blob);
    expect(picture.type).toBe('image/jpeg');
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(jpeg);
    const [request] = server.requestsTo(getPreview);
    expect(request).toMatchObject({ method: 'GET', path: '/public/api/v3/cameras/door/preview.jpg' });
    expect(request?.headers.get('Authorization')).toBe('Bearer access-1');
  });

  test('fails with the server’s error before the first one', async () => {
    const { client } = await signedIn();
    await expect(client.cameras.preview('door')).rejects.toMatchObject({ code: 'not-found', status: 404 });
  });

  test.each([
    ['https://watchpost.test', 'https://watchpost.test/public/api/v3/cameras/a/preview.jpg?v=1'],
    ['https://watchpost.test:8443/', 'https://watchpost.test:8443/public/api/v3/cameras/a/preview.jpg?v=1'],
    ['https://partner.test/video/', 'https://partner.test/video/public/api/v3/cameras/a/preview.jpg?v=1'],
  ])('from a server at %s has the URL %s', (baseUrl, expected) => {
    const { client } = createTestClient({ baseUrl });
    expect(client.cameras.previewUrl({ previewUrl: '/public/api/v3/cameras/a/preview.jpg?v=1' })).toBe(expected);
    expect(client.cameras.previewUrl({ previewUrl: null })).toBeNull();
  });
});

describe('a snapshot', () => {
  test('has the time when it was taken', async () => {
    const { client, server } = await signedIn();
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);
    server.answerNext(takeSnapshot, () => new Response(jpeg, { headers: { 'Content-Type': 'image/jpeg', 'Taken-At': '1768478400123' } }));
    const { blob, takenAt } = await client.cameras.takeSnapshot('door');
    expect([takenAt, blob.type, new Uint8Array(await blob.arrayBuffer())]).toEqual([1_768_478_400_123, 'image/jpeg', jpeg]);
    expect(server.requestsTo(takeSnapshot)).toMatchObject([{ method: 'POST', path: '/public/api/v3/cameras/door/snapshot' }]);
  });

  test.each([
    ['camera-offline', 409],
    ['camera-silent', 504],
    ['too-many-requests', 429],
  ] as const)('is rejected with the server’s reason: %s', async (code, status) => {
    const { client, server } = await signedIn();
    server.answerNext(takeSnapshot, code);
    await expect(client.cameras.takeSnapshot('door')).rejects.toMatchObject({ code, status });
  });
});

describe('errors', () => {
  test('keep their code: no permission, an invalid name, too many requests', async () => {
    const { client, server } = await signedIn();
    server.answerNext(renameCamera, 'forbidden', 'invalid-request');
    server.answerNext(removeCamera, 'too-many-requests');
    await expect(client.cameras.rename('yard', 'Mine')).rejects.toMatchObject({ name: 'WatchpostError', code: 'forbidden', status: 403 });
    await expect(client.cameras.rename('door', '')).rejects.toMatchObject({ code: 'invalid-request', status: 422 });
    await expect(client.cameras.remove('door')).rejects.toMatchObject({ code: 'too-many-requests', status: 429 });
    expect(server.cameras.map(({ title }) => title)).toEqual(['Front door', 'Yard']);
  });

  test('every call is canceled by its signal', async () => {
    const { client, server } = await signedIn({});
    server.latency = 1000;
    const controller = new AbortController();
    const { signal } = controller;
    const calls = [
      client.cameras.list({ signal }),
      client.cameras.get('door', { signal }),
      client.cameras.rename('door', 'X', { signal }),
      client.cameras.remove('door', { signal }),
      client.cameras.preview('door', { signal }),
      client.cameras.takeSnapshot('door', { signal }),
    ];
    controller.abort();
    const codes = await Promise.all(
      calls.map((call) =>
        call.then(
          () => 'done',
          ({ code }: { code: string }) => code,
        ),
      ),
    );
    expect(codes).toEqual(Array.from({ length: 6 }, () => 'aborted'));
    expect(server.cameras.map(({ title }) => title)).toEqual(['Front door', 'Yard']);
  });
});

import {
  createRegistrationToken,
  createSerialRegistrationToken,
  discoverCameras,
  getFoundPicture,
  getRegistration,
  probeSource,
  registerCamera,
  registerLocalCamera,
} from '@watchpost/contract/endpoints/add-camera';
import {
  discoverCamerasBody,
  foundPictureBody,
  probeSourceBody,
  registerCameraBody,
  registerLocalCameraBody,
  serialRegistrationTokenBody,
} from '@watchpost/contract/schemas/add-camera';
import { describe, expect, test } from 'vitest';
import { ownTimeZone } from '../../kernel/format/zones.ts';
import { buildCamera, createTestClient, signIn } from '../../testing/index.ts';

const registrationToken = 'registration-token-1';
const secret = { url: 'rtsp://192.0.2.10:554/stream', username: 'admin', password: 'p@ss/w:rd?' };

async function signedIn() {
  const parts = createTestClient();
  await signIn(parts.client, parts.server);
  const before = parts.server.requests.length;
  /** `METHOD /path` of each request since the sign-in. */
  const sent = (): string[] => parts.server.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
  return { ...parts, sent };
}
const giveToken = () => Response.json({ registrationToken, expiresAt: 1 }, { status: 201 });
const addCamera = () => Response.json({ camera: buildCamera({ title: 'Yard' }) }, { status: 201 });

describe('an RTSP camera', () => {
  test('is added with a token that is requested first; its credentials are in the body only', async () => {
    const { client, server, sent } = await signedIn();
    server.answerNext(createRegistrationToken, giveToken);
    server.answerNext(registerCamera, addCamera);
    expect(await client.addCamera.addRtsp({ ...secret, title: 'Yard' })).toEqual(buildCamera({ title: 'Yard' }));
    expect(sent()).toEqual(['POST /public/api/v2/cameraphone/registration/token', 'POST /public/api/v3/registrations']);
    const [asked] = server.requestsTo(createRegistrationToken);
    const [registered] = server.requestsTo(registerCamera);
    expect(asked?.body).toEqual({});
    expect(registered?.body).toEqual({ registrationToken, title: 'Yard', timeZone: ownTimeZone(), source: { kind: 'rtsp', ...secret } });
    expect(registerCameraBody.safeParse(registered?.body).success).toBe(true);
    expect(asked?.headers.get('Authorization')).toBe('Bearer access-1');
    const elsewhere = server.requests.map(({ path, headers }) => path + JSON.stringify([...headers])).join();
    expect(elsewhere).not.toContain(secret.password);
    expect(elsewhere).not.toContain(encodeURIComponent(secret.password));
  });

  test('without a name or credentials sends none', async () => {
    const { client, server } = await signedIn();
    server.answerNext(createRegistrationToken, giveToken);
    server.answerNext(registerCamera, addCamera);
    await client.addCamera.addRtsp({ url: secret.url });
    expect(server.requestsTo(registerCamera)[0]?.body).toEqual({
      registrationToken,
      timeZone: ownTimeZone(),
      source: { kind: 'rtsp', url: secret.url },
    });
  });

  test('uses the time zone of the device that adds it, or the given one', async () => {
    const { client, server } = await signedIn();
    server.answerNext(createRegistrationToken, giveToken, giveToken);
    server.answerNext(registerCamera, addCamera, addCamera);
    await client.addCamera.addRtsp({ url: secret.url });
    await client.addCamera.addOnvif({ address: '192.0.2.10', timeZone: 'Asia/Tokyo' });
    expect(server.requestsTo(registerCamera).map(({ body }) => body['timeZone'])).toEqual([ownTimeZone(), 'Asia/Tokyo']);
  });

  test('gets a token of its own', async () => {
    const { client, server } = await signedIn();
    server.answerNext(createRegistrationToken, giveToken, () => Response.json({ registrationToken: 'registration-token-2', expiresAt: 1 }));
    server.answerNext(registerCamera, addCamera, addCamera);
    await client.addCamera.addRtsp({ url: secret.url });
    await client.addCamera.addRtsp({ url: secret.url });
    expect(server.requestsTo(registerCamera).map(({ body }) => body['registrationToken'])).toEqual([
      registrationToken,
      'registration-token-2',
    ]);
  });

  test.each(['camera-wrong-password', 'camera-unreachable', 'camera-address-forbidden', 'registration-token-used'] as const)(
    'fails with the server’s error: %s',
    async (code) => {
      const { client, server } = await signedIn();
      server.answerNext(createRegistrationToken, giveToken);
      server.answerNext(registerCamera, code);
      const error: unknown = await client.addCamera.addRtsp(secret).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'WatchpostError', code });
      expect(JSON.stringify(error) + String(error)).not.toContain(secret.password);
      expect(server.requestsTo(registerCamera)).toHaveLength(1);
    },
  );

  test('is not registered without a token', async () => {
    const { client, server } = await signedIn();
    server.answerNext(createRegistrationToken, 'too-many-requests');
    await expect(client.addCamera.addRtsp(secret)).rejects.toMatchObject({ code: 'too-many-requests', status: 429 });
    expect(server.requestsTo(registerCamera)).toHaveLength(0);
  });

  test('is not registered if canceled while the token is requested; canceled during the registration, the call rejects', async () => {
    const { client, server, clock } = await signedIn();
    server.latency = 1000;
    const early = new AbortController();
    const first = client.addCamera.addRtsp(secret, { signal: early.signal });
    early.abort();
    await expect(first).rejects.toMatchObject({ code: 'aborted' });
    expect(server.requestsTo(registerCamera)).toHaveLength(0);

    server.answerNext(createRegistrationToken, giveToken);
    const late = new AbortController();
    const second = client.addCamera.addRtsp(secret, { signal: late.signal });
    await clock.advance(1500);
    expect(server.requestsTo(registerCamera)).toHaveLength(1);
    late.abort();
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('an ONVIF camera', () => {
  const found = { address: 'http://192.0.2.10/onvif/device_service', name: 'Gate', model: 'NG-2', isAdded: false };
  test('is discovered, and added with its address, a name and a password', async () => {
    const { client, server, sent } = await signedIn();
    server.answerNext(discoverCameras, () => Response.json({ isAvailable: true, cameras: [found] }));
    server.answerNext(createRegistrationToken, giveToken);
    server.answerNext(registerCamera, addCamera);
    const { cameras } = await client.addCamera.discover();
    expect(cameras).toEqual([found]);
    await client.addCamera.addOnvif({ address: found.address, username: 'admin', password: secret.password });
    expect(sent()).toEqual([
      'POST /public/api/v3/registrations/discovery',
      'POST /public/api/v2/cameraphone/registration/token',
      'POST /public/api/v3/registrations',
    ]);
    expect(discoverCamerasBody.safeParse(server.requestsTo(discoverCameras)[0]?.body).success).toBe(true);
    const [registered] = server.requestsTo(registerCamera);
    expect(registered?.body).toEqual({
      registrationToken,
      timeZone: ownTimeZone(),
      source: { kind: 'onvif', address: found.address, username: 'admin', password: secret.password },
    });
    expect(registerCameraBody.safeParse(registered?.body).success).toBe(true);
  });

  test('shows a snapshot before it is added; user name and password are in the body only', async () => {
    const { client, server, sent } = await signedIn();
    server.answerNext(
      getFoundPicture,
      () => new Response(new Uint8Array([0xff, 0xd8, 0xff]), { headers: { 'content-type': 'image/jpeg' } }),
      'camera-wrong-password',
    );
    const picture = await client.addCamera.foundPicture({ address: found.address });
    expect([picture.type, new Uint8Array(await picture.arrayBuffer())]).toEqual(['image/jpeg', new Uint8Array([0xff, 0xd8, 0xff])]);
    await expect(
      client.addCamera.foundPicture({ address: found.address, username: 'admin', password: secret.password }),
    ).rejects.toMatchObject({ code: 'camera-wrong-password' });
    const asked = server.requestsTo(getFoundPicture).map(({ body }) => body);
    expect(asked).toEqual([{ address: found.address }, { address: found.address, username: 'admin', password: secret.password }]);
    for (const body of asked) expect(foundPictureBody.safeParse(body).success).toBe(true);
    expect(sent().join()).not.toContain(secret.password);
  });

  test('reports a device without ONVIF as such; its signal cancels a discovery', async () => {
    const { client, server } = await signedIn();
    server.answerNext(probeSource, 'camera-not-onvif');
    await expect(client.addCamera.probe({ kind: 'onvif', address: '192.0.2.1' })).rejects.toMatchObject({
      code: 'camera-not-onvif',
      status: 422,
    });
    server.latency = 1000;
    const controller = new AbortController();
    const call = client.addCamera.discover({ signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('a test of an address', () => {
  test('reports what is there and adds nothing', async () => {
    const { client, server, sent } = await signedIn();
    const answer = { tracks: [{ kind: 'video', encoding: 'H264', playable: true, width: 1280, height: 720 }] };
    server.answerNext(probeSource, () => Response.json(answer));
    expect(await client.addCamera.probe({ kind: 'rtsp', ...secret })).toEqual(answer);
    expect(sent()).toEqual(['POST /public/api/v3/registrations/probe']);
    const [request] = server.requestsTo(probeSource);
    expect(request?.body).toEqual({ source: { kind: 'rtsp', ...secret } });
    expect(probeSourceBody.safeParse(request?.body).success).toBe(true);
  });

  test('fails with the exact error, and its signal cancels it', async () => {
    const { client, server } = await signedIn();
    server.answerNext(probeSource, 'camera-not-rtsp');
    await expect(client.addCamera.probe({ kind: 'rtsp', url: 'rtsp://192.0.2.1:80' })).rejects.toMatchObject({
      code: 'camera-not-rtsp',
      status: 422,
    });
    server.latency = 1000;
    const controller = new AbortController();
    const call = client.addCamera.probe({ kind: 'rtsp', url: secret.url }, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('a camera that registers itself', () => {
  test('gets a token of its own, or one for its serial number only', async () => {
    const { client, server } = await signedIn();
    const answer = { registrationToken, registrationId: 'reg_1', expiresAt: 1 };
    server.answerNext(createRegistrationToken, () => Response.json(answer, { status: 201 }));
    server.answerNext(createSerialRegistrationToken, () => Response.json(answer, { status: 201 }), 'camera-connected');
    expect(await client.addCamera.createRegistration()).toEqual(answer);
    expect(await client.addCamera.createRegistration({ serialNumber: 'WP-0001' })).toEqual(answer);
    expect(serialRegistrationTokenBody.safeParse(server.requestsTo(createSerialRegistrationToken)[0]?.body).success).toBe(true);
    await expect(client.addCamera.createRegistration({ serialNumber: 'WP-0002' })).rejects.toMatchObject({ code: 'camera-connected' });
  });

  test('is queried by the registration’s id', async () => {
    const { client, server, sent } = await signedIn();
    const answer = { state: 'registered', cameraId: 'cam1', refusal: null, expiresAt: 1 };
    server.answerNext(getRegistration, () => Response.json(answer));
    expect(await client.addCamera.registration('reg_1')).toEqual(answer);
    expect(sent()).toEqual(['GET /public/api/v3/registrations/reg_1']);
  });

  test('is registered at its own address through the server, or the camera’s own status is returned', async () => {
    const { client, server } = await signedIn();
    server.answerNext(
      registerLocalCamera,
      () => Response.json({ registrationId: 'reg_1' }, { status: 201 }),
      () => Response.json({ error: { code: 'camera-refused', message: 'No.', details: { httpCode: 500 } } }, { status: 422 }),
    );
    expect(await client.addCamera.registerLocal('192.168.1.20')).toEqual({ registrationId: 'reg_1' });
    expect(registerLocalCameraBody.safeParse(server.requestsTo(registerLocalCamera)[0]?.body).success).toBe(true);
    await expect(client.addCamera.registerLocal('192.168.1.20')).rejects.toMatchObject({
      code: 'camera-refused',
      details: { httpCode: 500 },
    });
  });
});

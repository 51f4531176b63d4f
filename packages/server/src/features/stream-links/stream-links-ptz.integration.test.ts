import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { createStreamLink, revokeStreamLink, updateStreamLink } from '@watchpost/contract/endpoints/stream-links';
import { fillPath } from '@watchpost/contract/kernel';
import { registerCameraAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { streamLinkSchema, type StreamLink } from '@watchpost/contract/schemas/stream-links';
import { systemClock as clock } from '@watchpost/contract/timing/clock';
import { createOnvifPtz, createOnvifRemote, type OnvifRemote } from '@watchpost/onvif';
import { createDevicePtz, startOnvifDevice, type OnvifDevice } from '@watchpost/onvif/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startRigCamera, type RigCamera } from '../../../../../e2e/rig/camera.ts';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import { faultCodes, soapRequest, tokenHeader } from '../../testing/onvif/onvif-requests.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';

const rig: RigCamera | null = await startRigCamera().catch((error: unknown) => {
  if (process.env['CI'] !== undefined) throw error;
  return null;
});
const user = { username: 'admin', password: 'secret-0042' };
const network = createNetworkPolicy({ allowPrivate: true, allowLoopback: true });

describe.skipIf(rig === null)('a recorder and a dome camera (skipped where GStreamer is not installed, never on CI)', () => {
  const camera = rig as RigCamera;
  const dome = createDevicePtz();
  let server: TestServer;
  let device: OnvifDevice;
  let owner: TestSession;
  let cameraId: string;

  beforeAll(async () => {
    server = await startTestServer({ rtspPort: 0, onvifPort: 0 });
    const profile = { token: 'main', encoding: 'H264', width: 1280, height: 720, uri: camera.url('/cam'), more: dome.configuration };
    device = await startOnvifDevice({ clock, user, profiles: [profile], services: [dome.service] });
    owner = await server.signIn('owner@example.com');
    const { headers } = owner;
    const { registrationToken } = registrationTokenAnswer.parse(
      await (await server.call(createRegistrationToken, { headers, body: {} })).json(),
    );
    const source = { kind: 'onvif', address: `127.0.0.1:${device.port}`, ...user };
    const registered = await server.call(registerCamera, { body: { registrationToken, source } });
    cameraId = registerCameraAnswer.parse(await registered.json()).camera.id;
  });
  afterAll(async () => {
    // It stops what moves while the camera is there.
    await server.close();
    await Promise.all([device.close(), camera.stop()]);
  });

  const create = async (over: object = {}): Promise<StreamLink> => {
    const body = { name: 'Recorder', cameraId, withOnvif: true, withPtz: true, ...over };
    return streamLinkSchema.parse(await (await server.call(createStreamLink, { headers: owner.headers, body })).json());
  };
  const change = (endpoint: typeof updateStreamLink | typeof revokeStreamLink, id: string, body?: object) =>
    server.call({ ...endpoint, path: fillPath(endpoint.path, { id }) }, { headers: owner.headers, ...(body && { body }) });
  const accessTo = ({ urls }: StreamLink) => {
    const { username, password } = new URL(urls.rtsp ?? '');
    return { address: urls.onvif?.replace('localhost', '127.0.0.1') ?? '', username, password };
  };
  const remoteOf = (link: StreamLink): OnvifRemote => {
    const remote = createOnvifRemote({ access: accessTo(link), clock, network, handlers: createOnvifPtz() });
    onTestFinished(remote.close);
    return remote;
  };
  const ask = async (link: StreamLink, service: 'device' | 'ptz', operation: string, content = '') => {
    const { address, username, password } = accessTo(link);
    const body = soapRequest(service, operation, { header: tokenHeader({ username, password, at: clock.now() }), content });
    const answer = await fetch(address, { method: 'POST', body });
    const text = await answer.text();
    return { outcome: [answer.status, ...faultCodes(text)].join(' '), text };
  };
  const full = '<q:ProfileToken>full</q:ProfileToken>';
  const left = `${full}<q:Velocity><tt:PanTilt x="-0.5" y="0"/></q:Velocity>`;
  const asSent = { pan: -0.5, tilt: 0, zoom: 0, timeout: 3 };

  test('it turns the camera for as long as it says, and stops it', async () => {
    const remote = remoteOf(await create());
    expect(await remote.run('ptz.read', {})).toMatchObject({
      abilities: { canPan: true, canTilt: true, canZoom: true },
      presets: [{ id: '1', name: 'Gate' }],
    });
    await remote.run('ptz.move', { pan: -0.5, tilt: 0, zoom: 0, lifetime: 10_000 });
    // Longer than a page that has vanished would be waited for: the server repeats what the recorder said once.
    await expect.poll(() => dome.moves.length).toBeGreaterThan(2);
    expect(new Set(dome.moves.map((move) => JSON.stringify(move)))).toEqual(new Set([JSON.stringify(asSent)]));
    await remote.run('ptz.move', { pan: 0, tilt: 0, zoom: 0, lifetime: 3000 });
    expect([dome.moves.at(-1), dome.isMoving()]).toEqual([null, false]);

    await remote.run('ptz.move', { pan: 0, tilt: 1, zoom: 0, lifetime: 500 });
    await expect.poll(() => dome.moves.slice(-2)).toEqual([{ pan: 0, tilt: 1, zoom: 0, timeout: 3 }, null]);
    await remote.run('ptz.go', { kind: 'preset', presetId: '1' });
    expect(dome.visits).toEqual(['1']);
  });

  test('a link without the right neither lists the service nor moves anything, and old clients need not know of it', async () => {
    const link = await create({ withPtz: undefined });
    expect(link.withPtz).toBe(false);
    const before = dome.moves.length;
    await expect(remoteOf(link).run('ptz.move', { pan: 1, tilt: 0, zoom: 0, lifetime: 3000 })).rejects.toMatchObject({
      code: 'camera-unsupported',
    });
    expect((await ask(link, 'device', 'GetServices')).text).not.toContain('ptz_service');
    expect((await ask(link, 'ptz', 'ContinuousMove', left)).outcome).toBe('500 Receiver ActionNotSupported NoSuchService');
    expect(dome.moves).toHaveLength(before);

    await change(updateStreamLink, link.id, { withPtz: true });
    expect((await ask(link, 'device', 'GetServices')).text).toContain('/ptz_service</tds:XAddr>');
    // Only recorders that add it by ONVIF move it.
    expect(streamLinkSchema.parse(await (await change(updateStreamLink, link.id, { withOnvif: false })).json()).withPtz).toBe(false);
  });

  test.each([
    ['loses the right', (id: string) => change(updateStreamLink, id, { withPtz: false }), '500 Receiver ActionNotSupported NoSuchService'],
    ['is revoked', (id: string) => change(revokeStreamLink, id), '401 Sender NotAuthorized'],
  ])('a link that %s while the camera turns stops it, and moves nothing more', async (_, withdraw, expected) => {
    const link = await create();
    const before = dome.moves.length;
    expect((await ask(link, 'ptz', 'ContinuousMove', left)).outcome).toBe('200');
    await expect.poll(() => dome.moves.length).toBeGreaterThan(before);
    await withdraw(link.id);
    await expect.poll(() => dome.isMoving()).toBe(false);
    const after = dome.moves.length;
    expect((await ask(link, 'ptz', 'ContinuousMove', left)).outcome).toBe(expected);
    expect((await ask(link, 'ptz', 'Stop', full)).outcome).toBe(expected);
    expect(dome.moves.slice(after)).toEqual([]);
  });
});

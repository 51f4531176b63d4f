import { createManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import { createOnvifPtz, createOnvifRemote } from '@watchpost/onvif';
import { createDevicePtz, startOnvifDevice } from '@watchpost/onvif/testing';
import { createRequire } from 'node:module';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { CameraAccess } from '../../../kernel/access/access.ts';
import type { StreamLinkTerms } from '../../../kernel/access/stream-link.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { createNetworkPolicy } from '../../../kernel/network/network-policy.ts';
import { createCameraControl } from '../../../media/control/camera-control.ts';
import { createOnvifControl } from '../../../media/onvif/onvif-control.ts';
import { createOnvifServer } from '../../../media/onvif-server/onvif-server.ts';
import { createStreamRegistry } from '../../../media/stream/stream-registry.ts';
import { cameraAccess, viewGrant } from '../../../testing/camera-access.ts';
import { createTestDatabase } from '../../../testing/databases.ts';
import { faultCodes, soapRequest, tokenHeader } from '../../../testing/onvif/onvif-requests.ts';
import { insertCamera, insertCustomer } from '../../../testing/people.ts';
import { accessOfStreamLink } from '../../cameras/cameras-partner-access.ts';
import type { AccessWatch } from '../../cameras/index.ts';
import { createPtzService } from '../../ptz/ptz-service.ts';
import { createLinkSteering } from './stream-links-steering.ts';

/** The client of the npm package onvif, as far as a recorder steers with it. */
interface Recorder {
  readonly uri: { readonly ptz?: { readonly pathname: string | null } };
  readonly profiles: readonly { readonly PTZConfiguration?: { readonly nodeToken: string } }[];
  getNodes(done: (error: Error | null, nodes: object) => void): void;
  getConfigurations(done: (error: Error | null, configurations: Readonly<Record<string, object>>) => void): void;
  getConfigurationOptions(token: string, done: (error: Error | null, options: object) => void): void;
  getStatus(options: object, done: (error: Error | null, status: object) => void): void;
  getPresets(options: object, done: (error: Error | null, presets: object) => void): void;
  gotoPreset(options: object, done: (error: Error | null) => void): void;
  gotoHomePosition(options: object, done: (error: Error | null) => void): void;
  continuousMove(options: object, done: (error: Error | null) => void): void;
  absoluteMove(options: object, done: (error: Error | null) => void): void;
  relativeMove(options: object, done: (error: Error | null) => void): void;
  stop(options: object, done: (error: Error | null) => void): void;
}
const require = createRequire(import.meta.url);
const { Cam }: { readonly Cam: new (options: object, done: (this: Recorder, error: Error | null) => void) => Recorder } = require('onvif');

const log = pino({ level: 'silent' });
const network = createNetworkPolicy({ allowPrivate: true, allowLoopback: true });
const id = 'AbcDef1234';
const password = '0f'.repeat(16);
/** In the order of creation: what moves is stopped while its camera is there. */
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A dome camera, the server's PTZ, and its ONVIF port; the server's time stands still. */
async function setUp() {
  const dome = createDevicePtz();
  const profile = { token: 'main', encoding: 'H264', width: 1280, height: 720, uri: 'rtsp://127.0.0.1:9/main', more: dome.configuration };
  const device = await startOnvifDevice({ clock: systemClock, profiles: [profile], services: [dome.service] });
  closers.push(device.close);
  const driver = createOnvifControl({
    clock: systemClock,
    networkOf: () => network,
    accessOf: () => ({ address: device.url }),
    handlers: createOnvifPtz(),
  });
  closers.push(driver.close);
  const { db, close } = await createTestDatabase('sqlite');
  closers.push(close);
  const customerId = await insertCustomer(db, 'owner@example.com');
  const cameraId = await insertCamera(db, customerId);

  const clock = createManualClock();
  let end: (() => void) | null = null;
  const watchAccess: AccessWatch = (_known, _right, _family, onEnded) => {
    end = () => onEnded(new AppError('access-ended'));
    return () => (end = null);
  };
  const control = createCameraControl({ driverOf: () => driver });
  const steeredBy: string[] = [];
  const viewings = { steer: ({ partner }: CameraAccess) => void steeredBy.push(partner?.streamLink?.name ?? 'a user') };
  const ptz = createPtzService({ db, clock, log, control, viewings, watchAccess });
  closers.push(ptz.close);
  const owner = cameraAccess({ cameraId, customerId });
  const friend = cameraAccess({ cameraId, customerId: 'friend' }, { ...viewGrant, withPtz: true });
  const terms: StreamLinkTerms = {
    id,
    name: 'Recorder',
    customerId,
    cameraId,
    formats: ['rtsp'],
    withAudio: false,
    withOnvif: true,
    withEvents: false,
    withPtz: true,
  };
  let own: CameraAccess = owner;
  let link: StreamLinkTerms | null = terms;
  const byId = async (linkId: string): Promise<CameraAccess> => {
    if (!link || linkId !== id) throw new AppError('not-found');
    return accessOfStreamLink(own, link, clock.now());
  };
  const steering = createLinkSteering({ links: { byId }, ptz });
  const server = createOnvifServer({
    authorizer: {
      passwordOf: async (user) => (link && user === id ? password : null),
      open: async () => {
        const { capabilities } = await byId(id);
        return { id, cameraId, title: 'Dome', withAudio: false, withEvents: false, withPtz: capabilities.canMove, snapshotToken: null };
      },
      snapshot: () => Promise.reject(new AppError('not-found')),
    },
    streams: createStreamRegistry({ log }),
    motion: { since: () => null, onChange: () => () => undefined },
    steering,
    rtspOrigin: (hostname) => `rtsp://${hostname}:8554`,
    clock,
    log,
  });
  const port = await server.listen('127.0.0.1', 0);
  closers.push(() => server.close());
  const address = `http://127.0.0.1:${port}/onvif/${id}/device_service`;

  /** Our own client. */
  const remote = createOnvifRemote({
    access: { address, username: id, password },
    clock: systemClock,
    network,
    handlers: createOnvifPtz(),
  });
  closers.push(remote.close);
  const ask = async (operation: string, content = ''): Promise<string> => {
    const header = tokenHeader({ username: id, password, at: clock.now() });
    const body = soapRequest('ptz', operation, { header, content: `<q:ProfileToken>full</q:ProfileToken>${content}` });
    const answer = await fetch(address.replace('device_service', 'ptz_service'), { method: 'POST', body });
    return [answer.status, ...faultCodes(await answer.text())].join(' ');
  };
  const connect = (): Promise<Recorder> => {
    const { promise, resolve, reject } = Promise.withResolvers<Recorder>();
    const { pathname } = new URL(address);
    void new Cam({ hostname: '127.0.0.1', port, path: pathname, username: id, password, timeout: 5000 }, function (error) {
      if (error) reject(error);
      else resolve(this);
    });
    return promise;
  };
  const advance = async (milliseconds: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= 100) {
      clock.advance(Math.min(left, 100));
      await settled();
    }
  };
  return {
    dome,
    clock,
    ptz,
    owner,
    friend,
    remote,
    ask,
    connect,
    advance,
    steeredBy,
    /** Withdraws what the creator of the link has. */
    setOwn: (access: CameraAccess) => void (own = access),
    setLink: (next: Partial<StreamLinkTerms> | null) => void (link = next && { ...terms, ...next }),
    endAccess: () => end?.(),
  };
}

const left = { pan: -0.5, tilt: 0, zoom: 0 };
const asSent = { ...left, timeout: 3 };
const rest = { pan: 0, tilt: 0, zoom: 0 };
const moveLeft = '<q:Velocity><tt:PanTilt x="-0.5" y="0"/></q:Velocity>';

test('our own client reads what the camera can do, turns it for the time it says, and stops it', async () => {
  const { dome, remote, advance, ptz, owner, steeredBy } = await setUp();
  expect(await remote.run('ptz.read', {})).toEqual({
    // Nothing is saved by ONVIF.
    abilities: { canPan: true, canTilt: true, canZoom: true, hasHome: true, canSetHome: false, mostPresets: 8 },
    presets: [{ id: '1', name: 'Gate' }],
  });
  await remote.run('ptz.move', { ...left, lifetime: 3000 });
  await expect.poll(() => dome.moves).toEqual([asSent]);
  expect(await ptz.get(owner)).toMatchObject({ steering: 'you' });
  await advance(2900);
  expect(dome.moves).not.toContain(null);
  await advance(200);
  await expect.poll(() => dome.moves.at(-1)).toBeNull();
  const before = dome.moves.length;
  expect(dome.moves.slice(0, -1)).toEqual(Array.from({ length: before - 1 }, () => asSent));

  await remote.run('ptz.move', { ...left, lifetime: 10_000 });
  await expect.poll(() => dome.moves.length).toBe(before + 1);
  // Answered once the camera stands still.
  await remote.run('ptz.move', { ...rest, lifetime: 3000 });
  expect(dome.moves.slice(before)).toEqual([asSent, null]);
  await advance(20_000);
  expect(dome.moves).toHaveLength(before + 2);
  await remote.run('ptz.go', { kind: 'preset', presetId: '1' });
  await remote.run('ptz.go', { kind: 'home' });
  expect(dome.visits).toEqual(['1', 'home']);
  expect(new Set(steeredBy)).toEqual(new Set(['Recorder']));
});

test('a client that is not ours (npm package onvif) finds the service, turns the camera, and sends it to a preset', async () => {
  const { dome, connect, advance } = await setUp();
  const recorder = await connect();
  const call = <T>(ask: (done: (error: Error | null, answer?: T) => void) => void): Promise<T | undefined> =>
    new Promise((resolve, reject) => ask((error, answer) => (error ? reject(error) : resolve(answer))));
  expect(recorder.uri.ptz?.pathname).toBe(`/onvif/${id}/ptz_service`);
  expect(recorder.profiles.map(({ PTZConfiguration }) => PTZConfiguration?.nodeToken)).toEqual(['ptz', 'ptz']);
  expect(Object.keys((await call<object>((done) => recorder.getNodes(done))) ?? {})).toEqual(['ptz']);
  expect(await call((done) => recorder.getConfigurations(done))).toMatchObject({ ptz: { token: 'ptz', defaultPTZTimeout: 'PT10S' } });
  expect(await call((done) => recorder.getConfigurationOptions('ptz', done))).toMatchObject({
    spaces: { continuous: { x: { min: -1, max: 1 }, y: { min: -1, max: 1 }, zoom: { min: -1, max: 1 } } },
  });
  expect(await call((done) => recorder.getPresets({}, done))).toMatchObject({ 1: { name: 'Gate' } });
  expect(await call((done) => recorder.getStatus({}, done))).toMatchObject({ moveStatus: { panTilt: 'IDLE', zoom: 'IDLE' } });

  await call((done) => recorder.continuousMove({ x: -0.5, y: 0, zoom: 0, timeout: 2000 }, done));
  await expect.poll(() => dome.moves).toEqual([asSent]);
  expect(await call((done) => recorder.getStatus({}, done))).toMatchObject({ moveStatus: { panTilt: 'MOVING', zoom: 'MOVING' } });
  await call((done) => recorder.stop({ panTilt: true, zoom: true }, done));
  expect(dome.moves).toEqual([asSent, null]);
  expect(await call((done) => recorder.getStatus({}, done))).toMatchObject({ moveStatus: { panTilt: 'IDLE', zoom: 'IDLE' } });
  await call((done) => recorder.gotoPreset({ preset: '1' }, done));
  await call((done) => recorder.gotoHomePosition({}, done));
  expect(dome.visits).toEqual(['1', 'home']);
  for (const move of ['absoluteMove', 'relativeMove'] as const)
    await expect(call((done) => recorder[move]({ x: 1, y: 0, zoom: 0 }, done))).rejects.toThrow('This operation is not supported');
  await advance(20_000);
  expect(dome.moves).toEqual([asSent, null]);
});

test.each([
  ['names no time', '', 10_000],
  ['names an hour', '<q:Timeout>PT1H</q:Timeout>', 30_000],
])('a recorder that %s and vanishes leaves a camera that stops by itself', async (_, timeout, lastsMs) => {
  const { dome, ask, advance } = await setUp();
  expect(await ask('ContinuousMove', moveLeft + timeout)).toBe('200');
  await advance(lastsMs - 100);
  expect(dome.moves).not.toContain(null);
  await advance(200);
  await expect.poll(() => dome.moves.at(-1)).toBeNull();
});

test('while another user moves the camera, the recorder is answered a fault, and the other way round', async () => {
  const { dome, ptz, friend, ask, remote } = await setUp();
  await ptz.move({ access: friend, familyId: 'friend' }, 'friend-page', 0, { pan: 1, tilt: 0, zoom: 0 });
  for (const [operation, content] of [
    ['ContinuousMove', moveLeft],
    ['Stop', ''],
    ['GotoPreset', '<q:PresetToken>1</q:PresetToken>'],
    ['GotoHomePosition', ''],
  ] as const)
    expect([operation, await ask(operation, content)]).toEqual([operation, '400 Sender OperationProhibited']);
  // Not a wrong password, which would lock the account at a careful client.
  await expect(remote.run('ptz.move', { ...left, lifetime: 3000 })).rejects.toMatchObject({ code: 'camera-failed' });
  await expect.poll(() => dome.moves).toEqual([{ pan: 1, tilt: 0, zoom: 0, timeout: 3 }]);
  expect(dome.visits).toEqual([]);

  const other = await setUp();
  expect(await other.ask('ContinuousMove', moveLeft)).toBe('200');
  await expect(other.ptz.move({ access: other.friend, familyId: 'friend' }, 'friend-page', 0, rest)).rejects.toMatchObject({
    code: 'camera-steered',
  });
  // The creator's own page takes over.
  await other.ptz.move({ access: other.owner, familyId: 'owner' }, 'owner-page', 0, rest);
  await other.advance(5000);
  expect(other.dome.moves.at(-1)).toBeNull();
});

test('a movement ends with the right, and a link that lost it has no PTZ service', async () => {
  const { dome, ask, advance, endAccess, setLink, setOwn, owner } = await setUp();
  const none = '500 Receiver ActionNotSupported NoSuchService';
  expect(await ask('ContinuousMove', moveLeft)).toBe('200');
  await expect.poll(() => dome.moves).toEqual([asSent]);
  setLink({ withPtz: false });
  endAccess();
  await expect.poll(() => dome.moves).toEqual([asSent, null]);
  expect(await ask('ContinuousMove', moveLeft)).toBe(none);
  await advance(20_000);
  expect(dome.moves).toHaveLength(2);

  setLink({});
  setOwn(cameraAccess(owner, { ...viewGrant, access: 'view', withPtz: false }));
  expect(await ask('ContinuousMove', moveLeft)).toBe(none);
  setOwn(owner);
  setLink(null);
  expect(await ask('ContinuousMove', moveLeft)).toBe('401 Sender NotAuthorized');
  expect(dome.moves).toHaveLength(2);
});

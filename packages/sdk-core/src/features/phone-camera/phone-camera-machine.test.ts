import { registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { cameraReportTopic } from '@watchpost/contract/protocols/control';
import { registerCameraBody } from '@watchpost/contract/schemas/add-camera';
import { afterEach, describe, expect, test } from 'vitest';
import { buildCamera, createFakeClock, createFakeServer } from '../../testing/index.ts';
import { createMemoryStorage } from '../../kernel/memory-ports.ts';
import type { NetworkPort, StoragePort } from '../../kernel/ports.ts';
import { createPhoneCamera } from './phone-camera-create.ts';
import type { PhoneCamera } from './phone-camera-types.ts';
import { createFakePhoneServer } from './testing/fake-phone-server.ts';
import { createFakePhone, fakeTracks } from './testing/fake-phone.ts';

const token = 'registration-token-1';
const kept = JSON.stringify({ cameraId: 'cam1', agentToken: 'agent-token-1', title: 'Hall', isOn: true });
const cameras: PhoneCamera[] = [];
afterEach(() => cameras.splice(0).forEach((camera) => camera.dispose()));

function setUp(storage: StoragePort = createMemoryStorage()) {
  const clock = createFakeClock();
  const server = createFakeServer({ clock });
  const phoneServer = createFakePhoneServer();
  const device = createFakePhone();
  let goOnline = (): void => undefined;
  const network: NetworkPort = { isOnline: () => true, subscribe: (listener) => ((goOnline = () => listener(true)), () => undefined) };
  const camera = createPhoneCamera({
    device,
    baseUrl: 'https://watchpost.test',
    storage,
    clock,
    network,
    fetch: server.fetch,
    webSocket: phoneServer.webSocket,
    random: () => 1,
  });
  cameras.push(camera);
  return { clock, server, phoneServer, device, storage, camera, goOnline: () => goOnline() };
}
/** A phone that was a camera before, with its page open again. */
async function filming(storage: StoragePort = createMemoryStorage()) {
  storage.set('phone-camera', kept);
  const all = setUp(storage);
  await all.clock.settle();
  const link = all.phoneServer.welcome();
  const capture = all.device.captures.at(-1);
  if (!capture) throw new Error('The camera was not opened.');
  capture.emitTracks();
  return { ...all, link, capture };
}

describe('a phone becomes a camera', () => {
  test('with a link’s token alone, stores its credential, and films immediately', async () => {
    const { camera, server, phoneServer, storage, clock } = setUp();
    expect(camera.state.value).toEqual({ kind: 'new' });
    server.answerNext(registerCamera, () =>
      Response.json({ camera: buildCamera({ id: 'cam1', title: 'Pixel 4' }), agentToken: 'agent-token-1' }, { status: 201 }),
    );
    await camera.register(token, { title: 'Pixel 4', model: 'Pixel 4', timeZone: 'Asia/Tokyo' });
    await clock.settle();
    const [sent] = server.requestsTo(registerCamera);
    expect(sent?.body).toEqual({
      registrationToken: token,
      title: 'Pixel 4',
      source: { kind: 'phone', model: 'Pixel 4', timeZone: 'Asia/Tokyo' },
    });
    expect(registerCameraBody.safeParse(sent?.body).success).toBe(true);
    expect(sent?.headers.get('Authorization')).toBe(null);
    expect(camera.state.value).toEqual({ kind: 'filming', link: 'connecting' });
    expect(JSON.parse(storage.get('phone-camera') ?? '')).toMatchObject({ cameraId: 'cam1', agentToken: 'agent-token-1', isOn: true });
    const [link] = phoneServer.links();
    // The credential appears in no URL.
    expect(link?.url).toBe('wss://watchpost.test/public/api/v3/agent');
    link?.open();
    expect(link?.texts).toEqual([{ type: 'authorize', token: 'agent-token-1' }]);
  });

  test('not with a used link, which changes nothing', async () => {
    const { camera, server, device } = setUp();
    server.answerNext(registerCamera, 'registration-token-used');
    await expect(camera.register(token)).rejects.toMatchObject({ code: 'registration-token-used', status: 409 });
    expect([camera.state.value, device.captures.map(({ isClosed }) => isClosed)]).toEqual([{ kind: 'new' }, [true]]);
  });

  test('in the press itself, before what has to be found out about the phone is known', async () => {
    const { camera, server, device } = setUp();
    server.answerNext(registerCamera, () =>
      Response.json({ camera: buildCamera({ id: 'cam1' }), agentToken: 'agent-token-1' }, { status: 201 }),
    );
    const registered = camera.register(token, Promise.resolve({ title: 'Pixel 4' }));
    expect(device.presses).toEqual([true]);
    await registered;
    expect(server.requestsTo(registerCamera)[0]?.body).toMatchObject({ title: 'Pixel 4' });
  });

  test.each(['refused', 'no-camera', 'insecure', 'unsupported'] as const)(
    'not without a picture (%s), and the link stays unused',
    async (reason) => {
      const { camera, server, device } = setUp();
      device.failure = reason;
      await expect(camera.register(token)).rejects.toMatchObject({ name: 'PhoneCameraError', reason });
      expect([camera.state.value, server.requestsTo(registerCamera)]).toEqual([{ kind: 'new' }, []]);
    },
  );

  test('replacing the previous one, or keeping the previous one if that fails', async () => {
    const { camera, server, phoneServer, device, clock } = await filming();
    server.answerNext(registerCamera, 'registration-token-invalid', () =>
      Response.json({ camera: buildCamera({ id: 'cam2', title: 'Yard' }), agentToken: 'agent-token-2' }, { status: 201 }),
    );
    await expect(camera.register(token)).rejects.toMatchObject({ code: 'registration-token-invalid' });
    await clock.settle();
    expect([camera.title.value, camera.state.value]).toEqual(['Hall', { kind: 'filming', link: 'connecting' }]);
    await camera.register(token);
    phoneServer.links().at(-1)?.open();
    expect([camera.title.value, phoneServer.links().at(-1)?.texts]).toEqual(['Yard', [{ type: 'authorize', token: 'agent-token-2' }]]);
    expect(device.captures.filter(({ isClosed }) => !isClosed)).toHaveLength(1);
  });
});

describe('what a phone sends', () => {
  test('sends tracks, then video from a key frame on, with audio', async () => {
    const { camera, link, capture } = await filming();
    expect(camera.state.value).toEqual({ kind: 'filming', link: 'live' });
    capture.give('audio');
    capture.give('video');
    capture.give('video', true);
    capture.give('audio');
    capture.give('video');
    expect(link.texts.slice(1)).toEqual([
      { type: 'capabilities', speaker: false, low: false },
      { type: 'tracks', stream: 'main', ...fakeTracks },
    ]);
    expect(link.samples.map(({ kind, keyFrame, stream }) => [kind, keyFrame, stream])).toEqual([
      ['video', true, 'main'],
      ['audio', true, 'main'],
      ['video', false, 'main'],
    ]);
  });

  test('starts again from a new key frame after a disconnect, and encodes nothing meanwhile', async () => {
    const { camera, link, capture, clock, phoneServer } = await filming();
    capture.give('video', true);
    link.hangUp();
    expect([camera.state.value, capture.isPaused]).toEqual([{ kind: 'filming', link: 'waiting' }, true]);
    await clock.advance(500);
    expect(camera.state.value).toEqual({ kind: 'filming', link: 'connecting' });
    const asked = capture.keyFrames;
    const next = phoneServer.welcome();
    expect([capture.isPaused, capture.keyFrames]).toEqual([false, asked + 1]);
    capture.give('video');
    capture.give('video', true);
    expect(next.texts.map(({ type }) => type)).toEqual(['authorize', 'capabilities', 'tracks']);
    expect(next.samples.map(({ keyFrame }) => keyFrame)).toEqual([true]);
  });

  test('reduces the bitrate on a slow uplink, and far behind, drops frames until a key frame', async () => {
    const { link, capture, clock } = await filming();
    const first = capture.bitsPerSecond;
    capture.give('video', true);
    link.waiting = first;
    await clock.advance(250);
    expect(capture.bitsPerSecond).toBeLessThan(first);
    const sent = link.samples.length;
    capture.give('video', true);
    expect(link.samples.length).toBe(sent);
    link.waiting = 0;
    await clock.advance(250);
    capture.give('video');
    capture.give('video', true);
    expect(link.samples.slice(sent).map(({ keyFrame }) => keyFrame)).toEqual([true]);
  });

  test('closes a dead connection when the waiting data does not shrink', async () => {
    const { camera, link, clock } = await filming();
    link.waiting = 1000;
    await clock.advance(7000);
    expect(link.isClosed).toBe(false);
    await clock.advance(2000);
    expect([link.isClosed, camera.state.value]).not.toEqual([false, { kind: 'filming', link: 'live' }]);
  });

  test('reconnects immediately when the network is back', async () => {
    const { link, phoneServer, goOnline } = await filming();
    link.hangUp();
    expect(phoneServer.links()).toHaveLength(1);
    goOnline();
    expect(phoneServer.links()).toHaveLength(2);
  });
});

describe('what a phone reports', () => {
  test('reports its battery over the control channel when it connects and when the level changes', async () => {
    const { device, phoneServer } = await filming();
    device.setBattery({ level: 0.8, isCharging: true });
    const [report] = phoneServer.reports();
    report?.open();
    report?.sendBytes(Uint8Array.of(0x20, 2, 0, 0));
    device.setBattery({ level: 0.81, isCharging: true });
    const reports = (report?.packets ?? [])
      .map((bytes) => new TextDecoder().decode(bytes))
      .filter((text) => text.includes(cameraReportTopic('cam1')));
    expect(reports.map((text) => JSON.parse(text.slice(text.indexOf('{'))))).toEqual([
      {
        commands: ['settings.read', 'settings.write'],
        firmwareVersion: null,
        appVersion: null,
        battery: { level: 0.8, isCharging: true },
        signal: null,
      },
      {
        commands: ['settings.read', 'settings.write'],
        firmwareVersion: null,
        appVersion: null,
        battery: { level: 0.81, isCharging: true },
        signal: null,
      },
    ]);
  });
});

describe('a phone resumes', () => {
  test('automatically after a reload, unless it was switched off', async () => {
    const storage = createMemoryStorage();
    const { camera } = await filming(storage);
    camera.stop();
    expect(camera.state.value).toEqual({ kind: 'off' });
    const again = setUp(storage);
    await again.clock.settle();
    expect([again.camera.state.value, again.device.captures]).toEqual([{ kind: 'off' }, []]);
    again.camera.start();
    await again.clock.settle();
    expect(again.camera.state.value).toEqual({ kind: 'filming', link: 'connecting' });
  });

  test('from behind a lock screen: it reports that it is paused, and resumes when visible', async () => {
    const { camera, device, capture, link, clock } = await filming();
    expect(device.awake).toBe(1);
    device.setVisible(false);
    expect(camera.state.value).toEqual({ kind: 'filming', link: 'live' });
    capture.lose();
    expect([camera.state.value, link.isClosed, capture.isClosed, device.awake]).toEqual([{ kind: 'asleep' }, true, true, 0]);
    device.setVisible(true);
    await clock.settle();
    expect(camera.state.value).toEqual({ kind: 'filming', link: 'connecting' });
  });

  test('when another app has released the camera: it retries', async () => {
    const { camera, device, capture, clock } = await filming();
    device.failure = 'busy';
    capture.lose();
    await clock.advance(3000);
    expect(camera.state.value).toEqual({ kind: 'failed', reason: 'busy' });
    device.failure = null;
    await clock.advance(3000);
    expect(camera.state.value).toEqual({ kind: 'filming', link: 'connecting' });
  });

  test('not after its owner removed it, and deletes the credential', async () => {
    const { camera, link, capture, storage, clock, phoneServer } = await filming();
    link.hangUp(4401);
    await clock.advance(60_000);
    expect([camera.state.value, capture.isClosed, storage.get('phone-camera'), phoneServer.links().length]).toEqual([
      { kind: 'removed' },
      true,
      null,
      1,
    ]);
  });
});

test('video that the server can’t decode gets a fresh encoder; then it is reported instead of shown as live, and tried again later', async () => {
  const { camera, link, capture, clock, device, phoneServer } = await filming();
  link.say({ type: 'unreadable', stream: 'main' });
  expect([camera.state.value, capture.isClosed, link.isClosed]).toEqual([{ kind: 'opening' }, true, true]);
  await clock.advance(3000);
  expect(camera.state.value).toEqual({ kind: 'filming', link: 'connecting' });
  phoneServer.welcome().say({ type: 'unreadable', stream: 'main' });
  expect(camera.state.value).toEqual({ kind: 'failed', reason: 'unreadable' });
  await clock.advance(59_000);
  expect(device.captures).toHaveLength(2);
  await clock.advance(1000);
  expect(camera.state.value).toEqual({ kind: 'filming', link: 'connecting' });
});

describe('a phone in two tabs', () => {
  test('films in the newest one; the other reports that, and takes over on request', async () => {
    const { camera, link, capture, clock, phoneServer, storage } = await filming();
    link.hangUp(4000);
    await clock.advance(60_000);
    expect([camera.state.value, capture.isClosed, phoneServer.links().length]).toEqual([{ kind: 'elsewhere' }, true, 1]);
    // The other tab reads the stored state.
    expect(JSON.parse(storage.get('phone-camera') ?? '')).toMatchObject({ cameraId: 'cam1', isOn: true });
    camera.start();
    await clock.settle();
    expect(camera.state.value).toEqual({ kind: 'filming', link: 'connecting' });
  });
});

describe('the user’s choices', () => {
  test.each(['refused', 'no-camera', 'insecure', 'unsupported'] as const)('%s is reported, and retried only on request', async (reason) => {
    const storage = createMemoryStorage();
    storage.set('phone-camera', kept);
    const { camera, device, clock } = setUp(storage);
    device.failure = reason;
    await clock.advance(60_000);
    expect(camera.state.value).toEqual({ kind: 'failed', reason });
    device.failure = null;
    camera.start();
    await clock.settle();
    expect(camera.state.value).toEqual({ kind: 'filming', link: 'connecting' });
  });

  test('a browser that lets nothing play by itself is reported, and started in the next press', async () => {
    const { camera, device, capture, clock } = await filming();
    expect(device.presses).toEqual([]);
    capture.lose('blocked');
    await clock.advance(120_000);
    expect([camera.state.value, device.captures.length]).toEqual([{ kind: 'failed', reason: 'blocked' }, 1]);
    camera.start();
    // In the press itself, before anything was waited for.
    expect(device.presses).toEqual([true]);
    await clock.settle();
    expect(camera.state.value).toEqual({ kind: 'filming', link: 'connecting' });
    camera.set({ withSound: false });
    expect(device.presses).toEqual([true, false]);
  });

  test('another lens keeps the connection; the light turns off with the rear lens', async () => {
    const { camera, device, capture, clock, phoneServer } = await filming();
    camera.set({ withTorch: true });
    await clock.settle();
    expect(capture.torch).toBe(true);
    camera.set({ lens: 'front' });
    await clock.settle();
    const front = device.captures.at(-1);
    expect([capture.isClosed, front?.lens, front?.torch, phoneServer.links().length]).toEqual([true, 'front', null, 1]);
    front?.emitTracks({ ...fakeTracks, video: { ...fakeTracks.video, width: 640, height: 480 } });
    front?.give('video', true);
    capture.give('video', true);
    expect(phoneServer.links()[0]?.samples).toHaveLength(1);
    expect(phoneServer.links()[0]?.texts.at(-1)).toMatchObject({ type: 'tracks', video: { width: 640 } });
  });

  test('without audio, the microphone is not requested', async () => {
    const { camera, device, clock } = await filming();
    camera.set({ withSound: false });
    await clock.settle();
    expect(device.captures.map(({ withSound }) => withSound)).toEqual([true, false]);
  });

  test('Wi-Fi only sends nothing over the mobile network and resumes on Wi-Fi', async () => {
    const { camera, device, capture, link, clock } = await filming();
    device.setNetwork('cellular');
    expect(camera.state.value.kind).toBe('filming');
    camera.set({ wifiOnly: true });
    expect([camera.state.value, link.isClosed, capture.isClosed]).toEqual([{ kind: 'no-wifi' }, true, true]);
    device.setNetwork('wifi');
    await clock.settle();
    expect(camera.state.value).toEqual({ kind: 'filming', link: 'connecting' });
  });

  test('a network change does not request a refused camera, a paused one or one in another tab', async () => {
    const { camera, device, capture, clock, link } = await filming();
    const opened = async (): Promise<number> => {
      device.setNetwork('cellular');
      device.setNetwork('wifi');
      await clock.settle();
      return device.captures.length;
    };
    device.setVisible(false);
    capture.lose();
    expect([await opened(), camera.state.value]).toEqual([1, { kind: 'asleep' }]);
    device.failure = 'refused';
    device.setVisible(true);
    await clock.settle();
    device.failure = null;
    expect([await opened(), camera.state.value]).toEqual([1, { kind: 'failed', reason: 'refused' }]);
    expect(link.isClosed).toBe(true);
  });

  test('forgetting the camera', async () => {
    const { camera, storage, link } = await filming();
    camera.forget();
    expect([camera.state.value, camera.title.value, storage.get('phone-camera'), link.isClosed]).toEqual([
      { kind: 'new' },
      null,
      null,
      true,
    ]);
  });
});

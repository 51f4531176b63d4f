import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { systemClock } from '@watchpost/contract/timing/clock';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ptzGoCommand,
  ptzMoveCommand,
  ptzReadCommand,
  ptzRemovePresetCommand,
  ptzSavePresetCommand,
  ptzSetHomeCommand,
} from '@watchpost/contract/schemas/ptz';
import { controlDevice, type OnvifTestControl } from '../testing/onvif-control.ts';
import { createDevicePtz, type DevicePtzOptions } from '../testing/onvif-device-ptz.ts';
import { startOnvifDevice, type OnvifDeviceOptions } from '../testing/onvif-device.ts';
import { readDuration, scaled } from './onvif-ptz-motor.ts';
import { createOnvifPtz } from './onvif-ptz.ts';

const clock = systemClock;
const require = createRequire(import.meta.url);
const user = { username: 'admin', password: 'p@ss word' };
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function controlOf(address: string): OnvifTestControl {
  const control = controlDevice({ access: { address, ...user }, handlers: createOnvifPtz() });
  closers.push(control.close);
  return control;
}

async function startDome(options: DevicePtzOptions = {}, device: Partial<OnvifDeviceOptions> = {}) {
  const ptz = createDevicePtz(options);
  const profile = { encoding: 'H264', width: 1920, height: 1080, uri: 'rtsp://10.1.2.3/main', more: ptz.configuration };
  const started = await startOnvifDevice({
    clock,
    user,
    profiles: [{ ...profile, token: 'main & <1>'.replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`) }],
    services: [ptz.service],
    ...device,
  });
  closers.push(started.close);
  return { ...ptz, device: started, control: controlOf(started.url) };
}
const move = (pan: number, tilt: number, zoom: number, lifetime = 3000) => ({ pan, tilt, zoom, lifetime });

describe('a strict dome camera', () => {
  test('reports what it supports and its presets', async () => {
    const { control } = await startDome();
    expect(await control.send(ptzReadCommand, {})).toEqual({
      abilities: { canPan: true, canTilt: true, canZoom: true, hasHome: true, canSetHome: true, mostPresets: 8 },
      presets: [{ id: '1', name: 'Gate' }],
    });
  });
  test('moves by its own scale for the requested time, and stops', async () => {
    const { control, moves } = await startDome({ fastest: 0.5 });
    await control.send(ptzMoveCommand, move(-1, 0.5, 0));
    await control.send(ptzMoveCommand, move(0, 0, 1, 500));
    await control.send(ptzMoveCommand, move(0, 0, 0));
    // It refuses to move for only half a second.
    expect(moves).toEqual([{ pan: -0.5, tilt: 0.25, zoom: 0, timeout: 3 }, { pan: 0, tilt: 0, zoom: 0.5, timeout: 1 }, null]);
  });
  test('a movement needs one request once the camera is known', async () => {
    const { control, device } = await startDome();
    await control.send(ptzMoveCommand, move(1, 0, 0));
    const before = device.calls.length;
    await control.send(ptzMoveCommand, move(0, 1, 0));
    await control.send(ptzMoveCommand, move(0, 0, 0));
    expect(device.calls.slice(before)).toEqual(['ContinuousMove', 'Stop']);
  });
  test('moves to home and to presets; saves, replaces and deletes them', async () => {
    const { control, visits, presets } = await startDome({ mostPresets: 2 });
    expect(await control.send(ptzSavePresetCommand, { presetId: null, name: 'Yard & <shed>' })).toEqual({ id: '2', name: 'Yard & <shed>' });
    expect(await control.send(ptzSavePresetCommand, { presetId: '1', name: 'Door' })).toEqual({ id: '1', name: 'Door' });
    expect((await control.send(ptzReadCommand, {})).presets).toMatchObject([{ id: '1', name: 'Door' }, { id: '2' }]);
    await expect(control.send(ptzSavePresetCommand, { presetId: null, name: 'Too many' })).rejects.toMatchObject({ code: 'camera-failed' });
    await control.send(ptzGoCommand, { kind: 'preset', presetId: '2' });
    await control.send(ptzGoCommand, { kind: 'home' });
    await control.send(ptzSetHomeCommand, {});
    await control.send(ptzRemovePresetCommand, { presetId: '1' });
    await expect(control.send(ptzGoCommand, { kind: 'preset', presetId: '1' })).rejects.toMatchObject({ code: 'camera-failed' });
    expect([visits, [...presets.keys()]]).toEqual([['2', 'home', 'new home'], ['2']]);
  });
  test.each([
    ['zoom alone', { panTilt: false }, { canPan: false, canTilt: false, canZoom: true }],
    ['no home', { home: 'none' }, { hasHome: false, canSetHome: false }],
    ['a home that is where it is', { home: 'fixed' }, { hasHome: true, canSetHome: false }],
    ['no presets', { mostPresets: 0 }, { mostPresets: 0 }],
    ['no list of its motors', { refuses: ['nodes'] }, { canPan: true, canTilt: true, canZoom: true, hasHome: false, mostPresets: 0 }],
    // ispysoftware/iSpy #62.
    ['spaces of its own', { space: 'VelocityOfThisDome' }, { canPan: true, canTilt: true, canZoom: true }],
  ] satisfies [string, DevicePtzOptions, object][])('with %s', async (_, options, abilities) => {
    const { control, moves } = await startDome(options);
    const { abilities: read } = await control.send(ptzReadCommand, {});
    expect(read).toMatchObject(abilities);
    // It gets no requests that it doesn't support: it would refuse them.
    await control.send(ptzMoveCommand, move(1, 0, 1));
    expect(moves).toHaveLength(1);
  });
  test('works with Profile T alone', async () => {
    const more = '<tr2:PTZ token="ptz"><tt:NodeToken>motor</tt:NodeToken></tr2:PTZ>';
    const { control, moves } = await startDome(
      {},
      { generation: 2, profiles: [{ token: 'main', encoding: 'H264', width: 1920, height: 1080, uri: 'rtsp://10.1.2.3/main', more }] },
    );
    await control.send(ptzMoveCommand, move(0.5, 0, 0));
    expect(moves).toHaveLength(1);
  });
  test.each([
    ['without the service', { services: [] }],
    [
      'with the service, but no profile that it belongs to',
      { profiles: [{ token: 'main', encoding: 'H264', width: 1920, height: 1080, uri: 'rtsp://10.1.2.3/main' }] },
    ],
  ] satisfies [string, Partial<OnvifDeviceOptions>][])('a camera %s can’t be moved', async (_, device) => {
    const { control } = await startDome({}, device);
    await expect(control.send(ptzReadCommand, {})).rejects.toMatchObject({ code: 'camera-unsupported' });
  });
});

test('on a recorder, the dome of the chosen channel moves', async () => {
  const ptz = createDevicePtz();
  const profileTokens: string[] = [];
  const { ContinuousMove: move1 = () => null } = ptz.service.answers;
  const answers = {
    ...ptz.service.answers,
    ContinuousMove: (body: string) => {
      profileTokens.push(/ProfileToken>([^<]*)</.exec(body)?.[1] ?? '');
      return move1(body);
    },
  };
  const profile = { encoding: 'H264', width: 1920, height: 1080, uri: 'rtsp://10.1.2.3/main' };
  const device = await startOnvifDevice({
    clock,
    user,
    profiles: [
      { ...profile, token: 'fixed', source: 'in1' },
      { ...profile, token: 'dome', source: 'in2', more: ptz.configuration },
    ],
    services: [{ ...ptz.service, answers }],
  });
  closers.push(device.close);
  await expect(controlOf(device.url).send(ptzMoveCommand, move(1, 0, 0))).rejects.toMatchObject({ code: 'camera-unsupported' });
  const control = controlDevice({ access: { address: device.url, ...user, channel: 'in2' }, handlers: createOnvifPtz() });
  closers.push(control.close);
  await control.send(ptzMoveCommand, move(1, 0, 0));
  expect(profileTokens).toEqual(['dome']);
});

describe('a dome in the field', () => {
  test.each([
    ['reports no timeout that moves it (PT0S)', { timeouts: { min: 'PT0S', max: 'PT0S' } }],
    ['reports its limits in the wrong order', { timeouts: { min: 'PT10S', max: 'PT1S' } }],
    ['reports limits that can’t be read', { timeouts: { min: '', max: 'INF' } }],
    ['has no upper limit', { timeouts: { min: 'PT1S', max: '' } }],
  ] satisfies [string, DevicePtzOptions][])('%s, and moves', async (_, options) => {
    const { control, moves } = await startDome(options);
    await control.send(ptzMoveCommand, move(1, 0, 0));
    expect(moves).toEqual([{ pan: 1, tilt: 0, zoom: 0, timeout: 3 }]);
  });
  test.each([
    ['refuses a timeout', ['timeout'], [{ pan: 1, tilt: 0, zoom: 0, timeout: null }, null]],
    [
      'refuses Stop',
      ['stop'],
      [
        { pan: 1, tilt: 0, zoom: 0, timeout: 3 },
        { pan: 0, tilt: 0, zoom: 0, timeout: 3 },
      ],
    ],
    [
      'refuses both',
      ['timeout', 'stop'],
      [
        { pan: 1, tilt: 0, zoom: 0, timeout: null },
        { pan: 0, tilt: 0, zoom: 0, timeout: null },
      ],
    ],
  ] satisfies [string, DevicePtzOptions['refuses'], unknown][])(
    '%s, moves and stops, and is not asked for it again',
    async (_, refuses, expected) => {
      const { control, moves, isMoving, device } = await startDome({ refuses });
      await control.send(ptzMoveCommand, move(1, 0, 0));
      expect(isMoving()).toBe(true);
      await control.send(ptzMoveCommand, move(0, 0, 0));
      expect([moves, isMoving()]).toEqual([expected, false]);
      const before = device.calls.length;
      await control.send(ptzMoveCommand, move(0, 1, 0));
      await control.send(ptzMoveCommand, move(0, 0, 0));
      expect(device.calls.length - before).toBe(2);
      expect(isMoving()).toBe(false);
    },
  );
  test('that refuses a movement for another reason keeps its timeout', async () => {
    const { control, moves, device } = await startDome(
      { fastest: 0.5 },
      { hostile: (operation, response) => operation === 'ContinuousMove' && isJammed && (response.writeHead(400).end('<a/>'), true) },
    );
    let isJammed = true;
    await expect(control.send(ptzMoveCommand, move(1, 0, 0))).rejects.toMatchObject({ code: 'camera-failed' });
    isJammed = false;
    await control.send(ptzMoveCommand, move(1, 0, 0));
    expect(moves).toEqual([{ pan: 0.5, tilt: 0, zoom: 0, timeout: 3 }]);
    expect(device.calls.filter((call) => call === 'ContinuousMove')).toHaveLength(3);
  });
});

describe('foreign peers', () => {
  test('the test device speaks ONVIF: the client of the npm package moves it and saves a preset', async () => {
    const { device, moves, visits } = await startDome();
    interface Cam {
      continuousMove(options: object, done: (error: Error | null) => void): void;
      stop(options: object, done: (error: Error | null) => void): void;
      getPresets(options: object, done: (error: Error | null, presets: Record<string, { name: string }>) => void): void;
      gotoPreset(options: object, done: (error: Error | null) => void): void;
      getNodes(done: (error: Error | null, nodes: object) => void): void;
    }
    const onvif: { Cam: new (options: object, done: (this: Cam, error: Error | null) => void) => Cam } = require('onvif');
    const cam = await new Promise<Cam>((resolve, reject) => {
      new onvif.Cam({ hostname: '127.0.0.1', port: device.port, ...user, timeout: 5000 }, function done(error) {
        if (error) reject(error);
        else resolve(this);
      });
    });
    const call = <T>(start: (done: (error: Error | null, answer?: T) => void) => void): Promise<T | undefined> =>
      new Promise((resolve, reject) => start((error, answer) => (error ? reject(error) : resolve(answer))));
    const profileToken = 'main &amp; &lt;1&gt;';
    await call((done) => cam.continuousMove({ profileToken, x: 0.5, y: 0, zoom: 0, timeout: 2000 }, done));
    await call((done) => cam.stop({ profileToken, panTilt: true, zoom: true }, done));
    await call((done) => cam.gotoPreset({ profileToken, preset: '1' }, done));
    expect(await call((done) => cam.getPresets({ profileToken }, done))).toMatchObject({ 1: { name: 'Gate' } });
    expect(Object.keys((await call<object>((done) => cam.getNodes(done))) ?? {})).toEqual(['motor']);
    expect([moves, visits]).toEqual([[{ pan: 0.5, tilt: 0, zoom: 0, timeout: 2 }, null], ['1']]);
  });

  test('a real dome camera, recorded by the npm package: read, moved, sent to its presets', async () => {
    const folder = join(dirname(require.resolve('onvif/package.json')), 'test/serverMockup');
    const operations: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
      request.on('end', () => {
        const operation = /<q:(\w+)/.exec(body)?.[1] ?? 'Error';
        operations.push(operation);
        const file = (name: string) => readFile(join(folder, `${name}.xml`));
        void file(operation)
          .catch(() => file(`ptz.${operation}`))
          .catch(() => file('Error'))
          .then((xml) => response.end(xml));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => void server.close());
    const control = controlOf(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { abilities, presets } = await control.send(ptzReadCommand, {});
    expect(abilities).toEqual({ canPan: true, canTilt: true, canZoom: true, hasHome: true, canSetHome: true, mostPresets: 360 });
    expect(presets.length).toBeGreaterThan(0);
    await control.send(ptzMoveCommand, move(0.5, 0, 0));
    await control.send(ptzMoveCommand, move(0, 0, 0));
    await control.send(ptzGoCommand, { kind: 'preset', presetId: presets[0]?.id ?? '' });
    await control.send(ptzGoCommand, { kind: 'home' });
    await control.send(ptzSavePresetCommand, { presetId: null, name: 'Yard' });
    expect(operations.slice(-5)).toEqual(['ContinuousMove', 'Stop', 'GotoPreset', 'GotoHomePosition', 'SetPreset']);
  });
});

describe('numbers as cameras write them', () => {
  test.each([
    ['PT5S', 5000],
    ['PT1M30.5S', 90_500],
    ['P1DT2H', 93_600_000],
    ['PT1093754.348S', 1_093_754_348],
    ['', null],
    ['P', null],
    ['PT', null],
    ['-PT1S', null],
    ['PT1e9S', null],
    ['5', null],
  ])('%s: %s ms', (text, expected) => {
    expect(readDuration(text)).toBe(expected);
  });
  test('a speed stays within the camera’s scale and is written without an exponent', () => {
    const bound = fc.double({ min: 0.01, max: 400, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), bound, bound, (share, low, high) => {
        const value = scaled(share, { min: -low, max: high });
        expect(value).toBeGreaterThanOrEqual(-low - 0.0001);
        expect(value).toBeLessThanOrEqual(high + 0.0001);
        expect(String(value)).toMatch(/^-?\d+(\.\d{1,4})?$/);
      }),
    );
  });
});

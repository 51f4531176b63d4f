import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { createManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import { afterEach, describe, expect, test } from 'vitest';
import { openNetwork } from '../testing/onvif-control.ts';
import { onvifOddities } from '../testing/onvif-oddities.ts';
import { startOnvifDevice, type OnvifDeviceOptions } from '../testing/onvif-device.ts';
import { readOnvifCamera } from './onvif-camera.ts';

const clock = systemClock;
const network = openNetwork;
const require = createRequire(import.meta.url);
const profiles = [
  { token: 'main & <1>', encoding: 'H264', width: 1920, height: 1080, uri: 'rtsp://10.1.2.3:8554/main' },
  { token: 'sub', encoding: 'H264', width: 640, height: 360, uri: 'rtsp://10.1.2.3:8554/sub' },
].map((profile) => ({ ...profile, token: profile.token.replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`) }));
const user = { username: 'admin', password: 'p@ss <wörd>' };

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
const start = async (options: Partial<OnvifDeviceOptions> = {}) => {
  const device = await startOnvifDevice({ clock, profiles, ...options });
  closers.push(device.close);
  return device;
};
const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => void server.close());
  return (server.address() as AddressInfo).port;
};
const read = (address: string, credentials: { username?: string; password?: string } = user) =>
  readOnvifCamera({ address, ...credentials, clock, network });

describe('a foreign device: answers of real cameras, from the npm package onvif', () => {
  /** One of its two manufacturers' answers to each operation. */
  const replay = async (suffix = ''): Promise<number> => {
    const folder = join(dirname(require.resolve('onvif/package.json')), 'test/serverMockup');
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
      request.on('end', () => {
        const operation = /<q:(\w+)/.exec(body)?.[1] ?? 'Error';
        const file = (name: string) => readFile(join(folder, `${name}.xml`));
        void file(operation + suffix)
          .catch(() => file(operation))
          .catch(() => file('Error'))
          .then((xml) => response.end(xml));
      });
    });
    return listen(server);
  };
  test.each(['', 'Encoder'])('its stream is found, at the host that was queried (%s)', async (suffix) => {
    const port = await replay(suffix);
    expect(await read(`127.0.0.1:${port}`)).toEqual({
      device: {
        address: `http://127.0.0.1:${port}/onvif/device_service`,
        manufacturer: 'Mockup Manufacturer',
        model: 'Mockup Model',
        firmwareVersion: 'Mockup_15_14_13',
        serialNumber: '00000000',
      },
      url: 'rtsp://127.0.0.1/h264main',
      lowUrl: null,
      channels: expect.any(Array),
    });
  });
});

describe('a camera in the field', () => {
  test.each(onvifOddities)('is read: $name ($source)', async ({ device: odd }) => {
    const device = await start({ user, ...odd });
    expect(await read(device.url)).toMatchObject({
      device: { manufacturer: 'Northgate', model: 'NG-2' },
      url: 'rtsp://127.0.0.1:8554/main',
      lowUrl: 'rtsp://127.0.0.1:8554/sub',
    });
  });
  test.each(onvifOddities)('a wrong password is called so, and sent at most twice: $name', async ({ device: odd }) => {
    const device = await start({ user, ...odd });
    await expect(read(device.url, { ...user, password: 'wrong' })).rejects.toMatchObject({ code: 'camera-wrong-password' });
    expect(device.refusals()).toBeLessThanOrEqual(2);
  });
  test('a time that is right, or unknown, is not tried again: cameras lock accounts', async () => {
    for (const odd of [
      {},
      { skew: 3000 },
      { hostile: (name: string, response: ServerResponse) => name === 'GetSystemDateAndTime' && (response.writeHead(401).end(), true) },
    ]) {
      const device = await start({ user, ...odd });
      await expect(read(device.url, { ...user, password: 'wrong' })).rejects.toMatchObject({ code: 'camera-wrong-password' });
      expect(device.refusals()).toBe(1);
    }
  });
});

describe('a recorder', () => {
  const channels = ['a', 'b & <2>', 'c'].map((name) => name.replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`));
  const list = channels.flatMap((source, index) => [
    { token: `m${index}`, source, encoding: 'H264', width: 1920, height: 1080, uri: `rtsp://10.1.2.3/${index}/main` },
    { token: `s${index}`, source, encoding: 'H264', width: 640, height: 360, uri: `rtsp://10.1.2.3/${index}/sub` },
  ]);
  const silent = { token: 'x', source: 'off', encoding: 'MPEG4', width: 640, height: 480, uri: 'rtsp://10.1.2.3/x' };
  const readChannel = async (generation: 1 | 2, channel?: string) => {
    const { url } = await start({ user, generation, profiles: [silent, ...list] });
    return readOnvifCamera({ address: url, ...user, channel, clock, network });
  };
  test.each([1, 2] as const)(
    'lists the channels that can be played, and reads the first or the chosen one (Media%s)',
    async (generation) => {
      const first = await readChannel(generation);
      expect(first.channels).toEqual(['a', 'b & <2>', 'c'].map((channel) => ({ channel, width: 1920, height: 1080 })));
      expect([first.url, first.lowUrl, first.device.channel]).toEqual(['rtsp://127.0.0.1/0/main', 'rtsp://127.0.0.1/0/sub', 'a']);
      const second = await readChannel(generation, 'b & <2>');
      expect([second.url, second.lowUrl, second.device.channel]).toEqual(['rtsp://127.0.0.1/1/main', 'rtsp://127.0.0.1/1/sub', 'b & <2>']);
    },
  );
  test.each(['off', 'unknown'])('has no channel %s', async (channel) => {
    await expect(readChannel(1, channel)).rejects.toMatchObject({ code: 'camera-stream-not-found' });
  });
  test('a camera has one channel, which is not kept', async () => {
    const { url } = await start({ user });
    const { channels: found, device } = await read(url);
    expect([found, device.channel]).toEqual([[{ channel: 'lens', width: 1920, height: 1080 }], undefined]);
  });
});

describe('a strict device', () => {
  test('speaks ONVIF: an independent client signs in and reads the same', async () => {
    // Its client treats the password as ASCII.
    const plain = { username: 'admin', password: 'p@ss word' };
    const { port } = await start({ user: plain });
    const onvif: {
      Cam: new (options: object, done: (this: { profiles: { $: { token: string } }[] }, error: Error | null) => void) => object;
    } = require('onvif');
    const tokens = await new Promise<string[]>((resolve, reject) => {
      new onvif.Cam({ hostname: '127.0.0.1', port, ...plain, timeout: 5000 }, function done(error) {
        if (error) reject(error);
        else resolve(this.profiles.map(({ $ }) => $.token));
      });
    });
    expect(tokens).toEqual(['main & <1>', 'sub']);
  });
  test.each([
    ['a token of WS-Security', { asks: 'token' }],
    ['HTTP digest', { asks: 'http' }],
    ['a clock 3 h behind', { asks: 'token', skew: -3 * 3_600_000 }],
    ['a clock 400 days ahead', { asks: 'token', skew: 400 * 86_400_000 }],
    ['the media service of Profile T alone', { generation: 2 }],
    ['an inner address that means nothing outside', { namedHost: '10.1.2.3:8899' }],
    [
      'no list of services',
      {
        hostile: (operation, response) =>
          operation === 'GetServices' && (response.writeHead(500).end(fault('ter:ActionNotSupported')), true),
      },
    ],
    [
      'a stack trace where it does not know an operation',
      {
        hostile: (operation, response) =>
          operation === 'GetServices' && (response.writeHead(500).end('TypeError: undefined\n    at wsdl.js:235'), true),
      },
    ],
    [
      'a refusal to report its time',
      { hostile: (operation, response) => operation === 'GetSystemDateAndTime' && (response.writeHead(401).end(), true) },
    ],
  ] satisfies [string, Partial<OnvifDeviceOptions>][])('with %s', async (_, options) => {
    const device = await start({ user, ...options });
    expect(await read(device.url)).toEqual({
      device: { address: device.url, manufacturer: 'Northgate', model: 'NG-2', firmwareVersion: '1.0.7', serialNumber: 'S-1' },
      url: 'rtsp://127.0.0.1:8554/main',
      lowUrl: 'rtsp://127.0.0.1:8554/sub',
      channels: [{ channel: 'lens', width: 1920, height: 1080 }],
    });
  });
  test.each(['token', 'http'] as const)('a wrong password (%s) is reported, and not retried', async (asks) => {
    const { url, calls } = await start({ user, asks });
    await expect(read(url, { ...user, password: 'wrong' })).rejects.toMatchObject({ code: 'camera-wrong-password' });
    expect(calls.filter((call) => call !== 'GetSystemDateAndTime').length).toBeLessThanOrEqual(2);
  });
  test('without a password where one is required', async () => {
    const { url } = await start({ user });
    await expect(read(url, {})).rejects.toMatchObject({ code: 'camera-wrong-password' });
  });
  test.each([
    [
      'nothing that can be played',
      [{ token: 'a', encoding: 'MPEG4', width: 640, height: 480, uri: 'rtsp://h/a' }],
      'camera-codec-unsupported',
    ],
    ['no profiles', [], 'camera-no-video'],
    [
      'a stream that is no RTSP',
      [{ token: 'a', encoding: 'H264', width: 640, height: 480, uri: 'file:///etc/passwd' }],
      'camera-stream-not-found',
    ],
  ])('with %s', async (_, list, code) => {
    const { url } = await start({ profiles: list });
    await expect(read(url)).rejects.toMatchObject({ code });
  });
});

describe('a hostile device', () => {
  const respond = (body: string) => (_: string, response: ServerResponse) => (response.end(body), true);
  const envelope = (body: string) => `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${body}</s:Body></s:Envelope>`;
  test.each([
    ['an answer without end', (_: string, response: ServerResponse) => (response.write('<a>'), pour(response), true)],
    ['a DOCTYPE', respond('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>')],
    ['wrong namespaces', respond(envelope('<r:GetSystemDateAndTimeResponse xmlns:r="urn:other"/>'))],
    [
      'a page that says that there is nothing',
      (_: string, response: ServerResponse) => (response.writeHead(404).end('<!doctype html>'), true),
    ],
    ['a page', respond('<!doctype html><title>Router</title>')],
    ['a redirect', (_: string, response: ServerResponse) => (response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), true)],
    [
      'half an answer',
      (_: string, response: ServerResponse) => (
        response.writeHead(200, { 'content-length': 1000 }),
        response.write('<a'),
        setImmediate(() => response.destroy()),
        true
      ),
    ],
  ])('%s is not ONVIF', async (_, hostile) => {
    const { url } = await start({ hostile });
    await expect(read(url)).rejects.toMatchObject({ code: 'camera-not-onvif' });
  });
  test('a peer that doesn’t speak HTTP', async () => {
    const port = await listen(createTcpServer((socket) => socket.end('SSH-2.0-x\r\n')));
    await expect(read(`127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'camera-not-onvif' });
  });
  test('a device that never answers times out after 5 s', async () => {
    const manual = createManualClock();
    const { promise: requested, resolve } = Promise.withResolvers<void>();
    const { url } = await start({ hostile: () => (resolve(), true) });
    const reading = readOnvifCamera({ address: url, clock: manual, network });
    await requested;
    manual.advance(5000);
    await expect(reading).rejects.toMatchObject({ code: 'camera-timeout' });
  });
  test('a device that is slow at every step times out after 15 s in total', async () => {
    const manual = createManualClock();
    let onRequest = (): void => undefined;
    const { url } = await start({ clock: manual, hostile: () => (onRequest(), false) });
    // 4 s pass before each answer: never too slow for one, but for all of them.
    onRequest = () => manual.advance(4000);
    await expect(readOnvifCamera({ address: url, clock: manual, network })).rejects.toMatchObject({ code: 'camera-timeout' });
  });
  test('nothing is sent to a forbidden address, nor to where a camera or a redirect points', async () => {
    let hits = 0;
    const canary = await listen(createTcpServer((socket) => ((hits += 1), socket.destroy())));
    await expect(
      readOnvifCamera({ address: `127.0.0.1:${canary}`, clock, network: { ...network, isAllowed: () => false } }),
    ).rejects.toMatchObject({ code: 'camera-address-forbidden' });
    // The network policy's errors are reported as this package's; other errors are not hidden.
    for (const [thrown, expected] of [
      [Object.assign(new Error('none'), { code: 'camera-host-unknown' }), { name: 'OnvifError', code: 'camera-host-unknown' }],
      [new Error('broken'), { message: 'broken' }],
    ] as const) {
      await expect(
        readOnvifCamera({ address: 'cam.local', clock, network: { ...network, resolve: () => Promise.reject(thrown) } }),
      ).rejects.toMatchObject(expected);
    }
    const { url } = await start({ namedHost: `localhost:${canary}` });
    await read(url);
    expect(hits).toBe(0);
  });
  test('an unreachable device', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();
    await once(server, 'close');
    await expect(read(`127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'camera-unreachable' });
  });
});

function pour(response: ServerResponse): void {
  const more = (): void => {
    while (!response.destroyed && response.write('<b>x</b>'.repeat(1000)));
  };
  response.on('drain', more);
  more();
}

function fault(code: string): string {
  return `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>${code}</s:Value></s:Subcode></s:Code></s:Fault></s:Body></s:Envelope>`;
}

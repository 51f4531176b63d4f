import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { systemClock as clock } from '@watchpost/contract/timing/clock';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openNetwork as network } from '../testing/onvif-control.ts';
import { startOnvifDevice, type OnvifDevice, type OnvifDeviceOptions } from '../testing/onvif-device.ts';
import { jpegSize } from './jpeg-size.ts';
import { readOnvifSnapshot, type OnvifSnapshotOptions } from './onvif-snapshot.ts';

const user = { username: 'admin', password: 'secret' };
const { signal } = new AbortController();
const profiles = [
  { token: 'main', encoding: 'H264', width: 1920, height: 1080, uri: 'rtsp://10.1.2.3/main' },
  { token: 'sub', encoding: 'H264', width: 640, height: 360, uri: 'rtsp://10.1.2.3/sub' },
];

/** Returns the header of a JPEG of this size: nothing here decodes it. */
function headOf(width: number, height: number, frame: number = 0xc0): Uint8Array {
  const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, frame, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0, 0xff, 0xda, 0, 2]);
  bytes.writeUInt16BE(height, 14);
  bytes.writeUInt16BE(width, 16);
  return bytes;
}
const jpeg = headOf(640, 360);

async function deviceOf(options: Partial<OnvifDeviceOptions> = {}): Promise<OnvifDevice> {
  const device = await startOnvifDevice({ clock, profiles, picture: jpeg, ...options });
  onTestFinished(device.close);
  return device;
}
const snapshot = ({ port }: { port: number }, over: Partial<OnvifSnapshotOptions> = {}) =>
  readOnvifSnapshot({ address: `127.0.0.1:${port}`, clock, network, signal, ...over });

describe('a camera’s snapshot', () => {
  test.each([1, 2] as const)('is read from media service %i and its substream, without credentials', async (generation) => {
    let request: string | undefined;
    const device = await deviceOf({
      generation,
      hostile: (operation, { req }) => {
        if (operation === 'picture') request = `${req.url} ${req.headers.authorization ?? 'anonymous'}`;
        return false;
      },
    });
    expect(Buffer.from(await snapshot(device)).equals(jpeg)).toBe(true);
    expect(request).toBe('/picture.jpg?of=sub anonymous');
  });
  test('is read with digests over SOAP and HTTP, despite a wrong clock', async () => {
    for (const asks of ['token', 'http'] as const) {
      const device = await deviceOf({ user, asks, skew: 3_600_000 });
      expect(await snapshot(device, user)).toHaveLength(jpeg.length);
    }
  });
  test('is refused without a password and with a wrong one, which is tried once', async () => {
    const device = await deviceOf({ user });
    await expect(snapshot(device)).rejects.toMatchObject({ code: 'camera-wrong-password' });
    await expect(snapshot(device, { ...user, password: 'wrong' })).rejects.toMatchObject({ code: 'camera-wrong-password' });
    expect(device.calls.filter((name) => name === 'picture')).toEqual([]);
  });
  test('is requested from the host that was queried, whatever URL the camera returns', async () => {
    const device = await deviceOf({ pictureUri: 'http://192.0.2.1:81/inner.jpg' });
    expect(await snapshot(device)).toHaveLength(jpeg.length);
    expect(device.calls.at(-1)).toBe('picture');
    for (const pictureUri of ['ftp://127.0.0.1/a.jpg', 'file:///etc/passwd', '', 'a.jpg'])
      await expect(snapshot(await deviceOf({ pictureUri }))).rejects.toMatchObject({ code: 'camera-unsupported' });
  });
  test('fails if the camera has none, or returns something else', async () => {
    const none = await startOnvifDevice({ clock, profiles });
    onTestFinished(none.close);
    await expect(snapshot(none)).rejects.toMatchObject({ code: 'camera-unsupported' });
    const wrong = [
      Buffer.from('<html>Sign in</html>'),
      Buffer.from('GIF89a'),
      new Uint8Array(0),
      headOf(0, 360),
      headOf(65_535, 65_535),
      headOf(8000, 8000),
      jpeg.subarray(0, 12),
    ];
    for (const picture of wrong) await expect(snapshot(await deviceOf({ picture }))).rejects.toMatchObject({ code: 'camera-unsupported' });
    const elsewhere = await deviceOf({
      hostile: (operation, response) =>
        operation === 'picture' && !!response.writeHead(302, { location: 'http://127.0.0.1:1/x.jpg' }).end(),
    });
    await expect(snapshot(elsewhere)).rejects.toMatchObject({ code: 'camera-unsupported' });
  });
  test('is bounded in bytes and in time', async () => {
    const endless = await deviceOf({ picture: Buffer.concat([jpeg, Buffer.alloc(2 * 1024 * 1024)]) });
    await expect(snapshot(endless)).rejects.toMatchObject({ code: 'camera-not-onvif' });
    let onRequest = (): void => undefined;
    const requested = new Promise<void>((resolve) => (onRequest = resolve));
    const silent = await deviceOf({ hostile: (operation) => operation === 'picture' && (onRequest(), true) });
    const left = new AbortController();
    const late = snapshot(silent, { signal: left.signal });
    await requested;
    left.abort();
    await expect(late).rejects.toMatchObject({ code: 'camera-timeout' });
  });
});

test('is requested where a foreign camera (npm package onvif, recorded) says it is', async () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('onvif/package.json')), 'test/serverMockup');
  const requestedPaths: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      requestedPaths.push(request.url ?? '');
      return void response.end(jpeg);
    }
    let body = '';
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
    request.on('end', () => {
      const [, operation = '', service = ''] = /<q:(\w+) xmlns:q="http:\/\/www\.onvif\.org\/ver\d0\/(\w+)\//.exec(body) ?? [];
      // Some recordings lack the declaration of their own prefix.
      const file = async (name: string) =>
        (await readFile(join(folder, `${name}.xml`), 'utf8')).replace(
          /<SOAP-ENV:Envelope(?![^>]*xmlns:SOAP-ENV=)/,
          '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope"',
        );
      void file(`${service}.${operation}`)
        .catch(() => file(operation))
        .catch(() => file('Error'))
        .then((xml) => response.end(xml));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  expect(await snapshot({ port: (server.address() as AddressInfo).port })).toHaveLength(jpeg.length);
  const recorded = /<tt:Uri>([^<]*)</.exec(await readFile(join(folder, 'GetSnapshotUri.xml'), 'utf8'))?.[1] ?? '';
  expect(requestedPaths).toEqual([new URL(recorded.replaceAll('&amp;', '&')).pathname + new URL(recorded.replaceAll('&amp;', '&')).search]);
});

test('the test device speaks ONVIF: the client of the npm package finds its snapshot', async () => {
  const device = await deviceOf();
  interface Cam {
    getSnapshotUri(options: object, done: (error: Error | null, answer?: { readonly uri: string }) => void): void;
  }
  const onvif: { Cam: new (options: object, done: (this: Cam, error: Error | null) => void) => Cam } = createRequire(import.meta.url)(
    'onvif',
  );
  const uri = await new Promise<string>((resolve, reject) => {
    new onvif.Cam({ hostname: '127.0.0.1', port: device.port, timeout: 5000 }, function done(error) {
      if (error) reject(error);
      else this.getSnapshotUri({ profileToken: 'main' }, (failure, answer) => (failure ? reject(failure) : resolve(answer?.uri ?? '')));
    });
  });
  expect(uri).toBe(`http://127.0.0.1:${device.port}/picture.jpg?of=main`);
  expect(Buffer.from(await (await fetch(uri)).arrayBuffer()).equals(jpeg)).toBe(true);
});

describe('the size of a JPEG', () => {
  test.each([0xc0, 0xc1, 0xc2])('comes from its frame header (%i)', (frame) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 65_535 }), fc.integer({ min: 1, max: 65_535 }), (width, height) => {
        expect(jpegSize(headOf(width, height, frame))).toEqual({ width, height });
      }),
    );
  });
  test('is null for anything else, and nothing is read out of bounds', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(jpegSize(Uint8Array.of(0x89, ...bytes))).toBe(null);
      }),
    );
    for (let length = 0; length < 18; length += 1) expect(jpegSize(jpeg.subarray(0, length))).toBe(null);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(() => jpegSize(Uint8Array.of(0xff, 0xd8, ...bytes))).not.toThrow();
      }),
    );
  });
});

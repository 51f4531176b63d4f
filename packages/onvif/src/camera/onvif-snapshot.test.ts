import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemOnvifClock as clock } from '../kernel/system-clock.ts';
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

/** The head of a JPEG of this size: nobody here decodes it. */
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
const snapshot = ({ port }: { port: number }, over: Partial<OnvifSnapshotOptions> = {}) => readOnvifSnapshot({ address: `127.0.0.1:${port}`, clock, network, signal, ...over });

describe('a camera’s picture', () => {
  test.each([1, 2] as const)('of media service %i, of its small stream, without anybody’s name', async (generation) => {
    let asked: string | undefined;
    const device = await deviceOf({
      generation,
      hostile: (operation, { req }) => {
        if (operation === 'picture') asked = `${req.url} ${req.headers.authorization ?? 'nobody'}`;
        return false;
      },
    });
    expect(Buffer.from(await snapshot(device)).equals(jpeg)).toBe(true);
    expect(asked).toBe('/picture.jpg?of=sub nobody');
  });
  test('of one that asks who it is: the right password, over SOAP and over HTTP, by a clock that is wrong', async () => {
    for (const asks of ['token', 'http'] as const) {
      const device = await deviceOf({ user, asks, skew: 3_600_000 });
      expect(await snapshot(device, user)).toHaveLength(jpeg.length);
    }
  });
  test('is refused to nobody and to a wrong password, which is tried once', async () => {
    const device = await deviceOf({ user });
    await expect(snapshot(device)).rejects.toMatchObject({ code: 'camera-wrong-password' });
    await expect(snapshot(device, { ...user, password: 'wrong' })).rejects.toMatchObject({ code: 'camera-wrong-password' });
    expect(device.calls.filter((name) => name === 'picture')).toEqual([]);
  });
  test('is asked for at the host that was asked, whatever the camera wrote', async () => {
    const device = await deviceOf({ pictureUri: 'http://192.0.2.1:81/inner.jpg' });
    expect(await snapshot(device)).toHaveLength(jpeg.length);
    expect(device.calls.at(-1)).toBe('picture');
    for (const pictureUri of ['ftp://127.0.0.1/a.jpg', 'file:///etc/passwd', '', 'a.jpg']) await expect(snapshot(await deviceOf({ pictureUri }))).rejects.toMatchObject({ code: 'camera-unsupported' });
  });
  test('is none where the camera has none, or gives something else', async () => {
    const none = await startOnvifDevice({ clock, profiles });
    onTestFinished(none.close);
    await expect(snapshot(none)).rejects.toMatchObject({ code: 'camera-unsupported' });
    const wrong = [Buffer.from('<html>Sign in</html>'), Buffer.from('GIF89a'), new Uint8Array(0), headOf(0, 360), headOf(65_535, 65_535), headOf(8000, 8000), jpeg.subarray(0, 12)];
    for (const picture of wrong) await expect(snapshot(await deviceOf({ picture }))).rejects.toMatchObject({ code: 'camera-unsupported' });
    const elsewhere = await deviceOf({ hostile: (operation, response) => operation === 'picture' && !!response.writeHead(302, { location: 'http://127.0.0.1:1/x.jpg' }).end() });
    await expect(snapshot(elsewhere)).rejects.toMatchObject({ code: 'camera-unsupported' });
  });
  test('is not waited for without end, in bytes or in time', async () => {
    const endless = await deviceOf({ picture: Buffer.concat([jpeg, Buffer.alloc(2 * 1024 * 1024)]) });
    await expect(snapshot(endless)).rejects.toMatchObject({ code: 'camera-not-onvif' });
    let isAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    const silent = await deviceOf({ hostile: (operation) => operation === 'picture' && (isAsked(), true) });
    const left = new AbortController();
    const late = snapshot(silent, { signal: left.signal });
    await asked;
    left.abort();
    await expect(late).rejects.toMatchObject({ code: 'camera-timeout' });
  });
});

test('where a camera that is not ours (npm package onvif, recorded) says that its picture is, it is asked for', async () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('onvif/package.json')), 'test/serverMockup');
  const asked: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      asked.push(request.url ?? '');
      return void response.end(jpeg);
    }
    let body = '';
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
    request.on('end', () => {
      const [, operation = '', service = ''] = /<q:(\w+) xmlns:q="http:\/\/www\.onvif\.org\/ver\d0\/(\w+)\//.exec(body) ?? [];
      // Some recordings have lost the declaration of their own prefix.
      const file = async (name: string) => (await readFile(join(folder, `${name}.xml`), 'utf8')).replace(/<SOAP-ENV:Envelope(?![^>]*xmlns:SOAP-ENV=)/, '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope"');
      void file(`${service}.${operation}`).catch(() => file(operation)).catch(() => file('Error')).then((xml) => response.end(xml));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  expect(await snapshot({ port: (server.address() as AddressInfo).port })).toHaveLength(jpeg.length);
  const recorded = /<tt:Uri>([^<]*)</.exec(await readFile(join(folder, 'GetSnapshotUri.xml'), 'utf8'))?.[1] ?? '';
  expect(asked).toEqual([new URL(recorded.replaceAll('&amp;', '&')).pathname + new URL(recorded.replaceAll('&amp;', '&')).search]);
});

test('the test device speaks ONVIF: the client of the npm package finds its picture', async () => {
  const device = await deviceOf();
  interface Cam {
    getSnapshotUri(options: object, done: (error: Error | null, answer?: { readonly uri: string }) => void): void;
  }
  const onvif: { Cam: new (options: object, done: (this: Cam, error: Error | null) => void) => Cam } = createRequire(import.meta.url)('onvif');
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
  test.each([0xc0, 0xc1, 0xc2])('is what its frame says (%i)', (frame) => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 65_535 }), fc.integer({ min: 1, max: 65_535 }), (width, height) => {
      expect(jpegSize(headOf(width, height, frame))).toEqual({ width, height });
    }));
  });
  test('is none of anything else, and nothing is read outside of it', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(jpegSize(Uint8Array.of(0x89, ...bytes))).toBe(null);
    }));
    for (let length = 0; length < 18; length += 1) expect(jpegSize(jpeg.subarray(0, length))).toBe(null);
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(() => jpegSize(Uint8Array.of(0xff, 0xd8, ...bytes))).not.toThrow();
    }));
  });
});

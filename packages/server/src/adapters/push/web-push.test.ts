import { createServer, type ServerResponse } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { once } from 'node:events';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNetworkPolicy, type NetworkPolicyOptions } from '../../kernel/network/network-policy.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { startPushService, type PushService } from '../../testing/push-service.ts';
import type { PushDelivery, PushSender } from './port.ts';
import { makeVapidKeys } from './vapid-keys.ts';
import { createWebPushSender, type WebPushOptions } from './web-push.ts';

const keys = makeVapidKeys();
const delivery: PushDelivery = { ttl: 3600, urgency: 'high', topic: 'yard' };
const message = { notification: { title: 'Обнаружено движение', body: 'Двор' }, data: { CameraId: 'cam_1', Timestamp: '1800000000000' } };

let clock: ManualClock;
let service: PushService;
let sender: PushSender;
const network = (over: Partial<NetworkPolicyOptions> = {}) => createNetworkPolicy({ allowPrivate: false, allowLoopback: true, ...over });
const createSender = (over: Partial<WebPushOptions> = {}): PushSender =>
  createWebPushSender({ keys, subject: 'https://cams.example', clock, network: network(), allowInsecure: true, ...over });

beforeEach(async () => {
  clock = createManualClock();
  service = await startPushService({ now: clock.now });
  sender = createSender();
});
afterEach(async () => {
  await sender.close();
  await service.close();
});
const subscribe = () => service.subscribe(keys.publicKey).token;
const answering = (status: number, headers: Record<string, string> = {}) =>
  service.behave((_, response) => void response.writeHead(status, headers).end());

describe('a request to the push service', () => {
  test('carries a message that the service can verify and only the browser can read', async () => {
    expect(await sender.send(subscribe(), message, delivery)).toBe('sent');
    expect(service.faults).toEqual([]);
    expect(service.received).toMatchObject([
      { message, subject: 'https://cams.example', headers: { ttl: '3600', urgency: 'high', topic: 'yard' } },
    ]);
  });

  test('uses https and checks the certificate', async () => {
    const certificate = await makeCertificate();
    const secure = await startPushService({ now: clock.now, certificate });
    const trusting = createSender({ certificateAuthority: certificate.cert, allowInsecure: false });
    try {
      const { token } = secure.subscribe(keys.publicKey);
      await expect(sender.send(token, message, delivery)).rejects.toMatchObject({ message: expect.stringContaining('SELF_SIGNED') });
      expect(secure.requests()).toBe(0);
      expect(await trusting.send(token, message, delivery)).toBe('sent');
      expect(secure.received).toMatchObject([{ message }]);
    } finally {
      await trusting.close();
      await secure.close();
    }
  });

  test('has at most 4096 bytes, however long the camera’s name is', async () => {
    const long = { notification: { title: 't', body: '𝄞'.repeat(3000) }, data: { CameraId: 'cam_1', CameraTitle: 'я'.repeat(3000) } };
    expect(await sender.send(subscribe(), long, delivery)).toBe('sent');
    expect(service.faults).toEqual([]);
    expect(service.received[0]?.size).toBeLessThanOrEqual(4096);
    expect(service.received[0]?.message.data?.CameraId).toBe('cam_1');
    expect(service.received[0]?.message.notification?.body).toMatch(/^𝄞{10,}…$/u);
  });

  test('reuses one signature for hours, renews it before it expires, and discards one from the future', async () => {
    const token = subscribe();
    const signed = async (): Promise<unknown> => {
      await sender.send(token, message, delivery);
      return service.received.at(-1)?.headers.authorization;
    };
    const first = await signed();
    clock.advance(5 * 3_600_000);
    expect(await signed()).toBe(first);
    clock.advance(2 * 3_600_000);
    const second = await signed();
    expect(second).not.toBe(first);
    clock.setWallClock(clock.now() - 30 * 24 * 3_600_000);
    expect(await signed()).not.toBe(second);
    expect(service.faults).toEqual([]);
  });
});

describe('an answer of the push service', () => {
  test.each([404, 410])('%i: the subscription is gone', async (status) => {
    answering(status);
    expect(await sender.send(subscribe(), message, delivery)).toBe('gone');
  });
  test.each([
    [429, { 'retry-after': '120' }, { isFinal: false, retryAfter: 120_000 }],
    [503, {}, { isFinal: false, retryAfter: null }],
    [406, {}, { isFinal: false, retryAfter: null }],
    [500, { 'retry-after': 'soon' }, { isFinal: false, retryAfter: null }],
    [400, {}, { isFinal: true }],
    [403, {}, { isFinal: true }],
    [413, {}, { isFinal: true }],
  ])('%i %j', async (status, headers, expected) => {
    answering(status, headers);
    await expect(sender.send(subscribe(), message, delivery)).rejects.toMatchObject(expected);
  });

  test('that is a redirect is not followed', async () => {
    let hits = 0;
    const canary = createServer((_, response) => {
      hits += 1;
      response.end();
    });
    canary.listen(0, '127.0.0.1');
    await once(canary, 'listening');
    const address = canary.address();
    answering(307, { location: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/` });
    await expect(sender.send(subscribe(), message, delivery)).rejects.toMatchObject({ isFinal: true });
    expect(hits).toBe(0);
    canary.close();
  });

  test('that is missing or endless ends in a timeout', async () => {
    const token = subscribe();
    const behaviours: ((path: string, response: ServerResponse) => void)[] = [
      () => undefined,
      (_, response) => void response.writeHead(201, { 'content-length': '100' }).write('x'),
    ];
    for (const behave of behaviours) {
      const before = service.received.length;
      service.behave(behave);
      const failure = sender.send(token, message, delivery).catch((error: unknown) => error);
      await expect.poll(() => service.received.length).toBe(before + 1);
      clock.advance(9_999);
      clock.advance(1);
      expect(await failure).toMatchObject({ isFinal: false });
    }
    expect(clock.pending).toBe(0);
  });

  test('of any length costs at most 64 KB', async () => {
    let written = 0;
    service.behave((_, response) => {
      response.writeHead(201);
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) written += 1;
        response.once('drain', pour);
      };
      pour();
    });
    expect(await sender.send(subscribe(), message, delivery)).toBe('sent');
    expect(written).toBeLessThan(10_000);
  });

  test('that breaks off leads to a retry', async () => {
    service.behave((_, response) => void response.destroy());
    await expect(sender.send(subscribe(), message, delivery)).rejects.toMatchObject({ isFinal: false });
  });

  test('still pending when the sender closes fails', async () => {
    service.behave(() => undefined);
    const failure = sender.send(subscribe(), message, delivery).catch((error: unknown) => error);
    await expect.poll(() => service.requests()).toBe(1);
    await sender.close();
    expect(await failure).toMatchObject({ isFinal: false });
  });
});

describe('the destination', () => {
  const sample = JSON.stringify({ endpoint: 'https://push.example/1', keys: { p256dh: makeVapidKeys().publicKey, auth: 'A'.repeat(22) } });
  const at = (endpoint: string): string => sample.replace('https://push.example/1', endpoint);

  test('a token names its push service; only a complete subscription is a token', () => {
    const strict = createSender({ network: network({ allowLoopback: false }), allowInsecure: false });
    expect(strict.parse(sample)).toEqual({ id: 'https://push.example/1', service: 'https://push.example' });
    for (const endpoint of [
      'http://push.example/1',
      'https://u:p@push.example/1',
      'https://127.0.0.1/1',
      'https://[::1]/',
      'https://[::ffff:7f00:1]/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://10.0.0.1/',
      'https://169.254.169.254/latest/',
      'file:///etc/passwd',
      '',
    ]) {
      expect(strict.parse(at(endpoint)), endpoint).toBeNull();
    }
    for (const token of [
      '',
      'nonsense',
      '{}',
      '[]',
      'null',
      '"x"',
      sample.replace('"auth":"AA', '"auth":"'),
      sample.replace(/"p256dh":"[\w-]+"/, `"p256dh":"${'B'.repeat(87)}"`),
    ])
      expect(strict.parse(token), token).toBeNull();
  });

  test('a forbidden address is never connected to, in whatever form, literal or resolved', async () => {
    let hits = 0;
    const canary = createNetServer((socket) => {
      hits += 1;
      socket.destroy();
    });
    canary.listen(0, '127.0.0.1');
    await once(canary, 'listening');
    const address = canary.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const mixed = async () => [{ address: '8.8.8.8' }, { address: '127.0.0.1' }];
    const strict = (lookup?: NetworkPolicyOptions['lookup']) =>
      createSender({ network: network({ allowLoopback: false, ...(lookup && { lookup }) }) });

    for (const host of ['localhost', '127.0.0.1', '[::1]', '127.1', '2130706433', '0x7f000001', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      await expect(strict().send(at(`http://${host}:${port}/`), message, delivery), host).rejects.toMatchObject({ isFinal: true });
    }
    await expect(strict(mixed).send(at(`http://push.example:${port}/`), message, delivery)).rejects.toMatchObject({ isFinal: true });
    expect(hits).toBe(0);
    canary.close();
  });

  test('a connection uses the address that was checked, once; a name that then resolves elsewhere is refused', async () => {
    const resolved: string[] = [];
    const rebinding = async (host: string) => {
      resolved.push(host);
      return [{ address: resolved.length === 1 ? '127.0.0.1' : '10.0.0.1' }];
    };
    const named = createSender({ network: network({ lookup: rebinding }) });
    const { port } = new URL(service.origin);
    const token = subscribe().replace('127.0.0.1', 'push.example');
    // Signed for the name, so this peer refuses it; but the connection reached it.
    await expect(named.send(token, message, delivery)).rejects.toMatchObject({ message: 'The push service answered 400.' });
    await expect(named.send(token, message, delivery)).rejects.toMatchObject({ message: 'The push service answered 400.' });
    expect(service.faults[0]).toBe(`signed for http://push.example:${port}`);
    expect(resolved).toEqual(['push.example']);
    await named.close();
    await expect(named.send(token, message, delivery)).rejects.toMatchObject({ isFinal: true });
    expect(resolved).toHaveLength(2);
    expect(service.requests()).toBe(2);
  });

  test('of several checked addresses, the one that answers is used', async () => {
    const { port } = new URL(service.origin);
    // Nothing listens on the first address; the second is the push service.
    const several = createSender({ network: network({ lookup: async () => [{ address: '127.0.0.2' }, { address: '127.0.0.1' }] }) });
    await expect(several.send(at(`http://push.example:${port}/`), message, delivery)).rejects.toMatchObject({
      message: 'The push service answered 400.',
    });
    expect(service.requests()).toBe(1);
    await several.close();
  });

  test('an unresponsive name service ends in a timeout', async () => {
    const requested = Promise.withResolvers<void>();
    const silent = async () => {
      requested.resolve();
      return new Promise<never>(() => undefined);
    };
    const waiting = createSender({ network: network({ lookup: silent }) });
    const failure = waiting.send(at('https://push.example/1'), message, delivery).catch((error: unknown) => error);
    await requested.promise;
    clock.advance(10_000);
    expect(await failure).toMatchObject({ isFinal: false });
    expect(clock.pending).toBe(0);
    await waiting.close();
  });

  test('an unknown host may be known later', async () => {
    const nowhere = createSender({ network: network({ lookup: async () => [] }) });
    await expect(nowhere.send(at('https://push.example/1'), message, delivery)).rejects.toMatchObject({ isFinal: false });
  });
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNetworkPolicy, type NetworkPolicy, type NetworkPolicyOptions } from '../../../kernel/network/network-policy.ts';
import { makeCertificate } from '../../../testing/certificate.ts';
import { createWebhookAddresses, type WebhookAddresses } from './webhooks-address.ts';
import { createWebhookSender, hasArrived, type SendWebhook } from './webhooks-sender.ts';

let clock: ManualClock;
let closing: (() => Promise<unknown>)[];
beforeEach(() => {
  clock = createManualClock();
  closing = [];
});
afterEach(async () => {
  for (const close of closing) await close();
});

const publicNetwork = createNetworkPolicy({ allowPrivate: false, allowLoopback: false, hidesLoopback: true });
const operatorNetwork = createNetworkPolicy({ allowPrivate: true, allowLoopback: true });
const addressesOf = (network: NetworkPolicy): WebhookAddresses =>
  createWebhookAddresses({ clock, networkOf: () => network, publicNetwork });
const senderOf = (network: NetworkPolicy = operatorNetwork, certificateAuthority?: string): SendWebhook =>
  createWebhookSender({ clock, addresses: addressesOf(network), certificateAuthority });
const never = new AbortController().signal;
const post = (send: SendWebhook, url: string, signal: AbortSignal = never) =>
  send({ customerId: 'cus', url, headers: { 'content-type': 'application/json' }, body: '{}' }, signal);

/** Starts a server; returns its port and how many requests it got. */
async function serve(server: Server): Promise<{ port: number; requests: () => number }> {
  let requests = 0;
  server.on('request', () => (requests += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { port: portOf(server.address()), requests: () => requests };
}
function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

describe('an answer', () => {
  test.each([
    [200, true],
    [204, true],
    [299, true],
    [400, false],
    [410, false],
    [503, false],
  ])('%i counts as delivered: %s', async (status, isDelivered) => {
    const { port } = await serve(createServer((_, response) => response.writeHead(status).end('thanks')));
    const answer = await post(senderOf(), `http://127.0.0.1:${port}/hook`);
    expect(answer).toMatchObject({ status, failure: null });
    expect(answer && hasArrived(answer)).toBe(isDelivered);
  });

  test('that redirects is not followed, wherever it leads', async () => {
    const target = await serve(createServer((_, response) => response.end()));
    const { port } = await serve(
      createServer((_, response) => response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end()),
    );
    const answer = await post(senderOf(), `http://127.0.0.1:${port}/hook`);
    expect(answer).toMatchObject({ status: 307, failure: 'redirected' });
    expect(target.requests()).toBe(0);
  });

  test('longer than 64 kB is cut off, and counts', async () => {
    let written = 0;
    const { port } = await serve(
      createServer((_, response) => {
        response.writeHead(200);
        const chunk = Buffer.alloc(64 * 1024);
        const more = (): void => {
          while (!response.destroyed && written < 1e9 && response.write(chunk)) written += chunk.length;
        };
        response.on('drain', more);
        more();
      }),
    );
    expect(await post(senderOf(), `http://127.0.0.1:${port}/hook`)).toMatchObject({ status: 200, failure: null });
    // What the sockets of both sides hold.
    expect(written).toBeLessThan(32e6);
  });

  test('can ask for a pause', async () => {
    const { port } = await serve(createServer((_, response) => response.writeHead(503, { 'retry-after': '120' }).end()));
    expect(await post(senderOf(), `http://127.0.0.1:${port}/`)).toMatchObject({ status: 503, retryAfterMs: 120_000 });
  });
});

describe('no answer', () => {
  test('within 10 s ends the attempt', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const { port } = await serve(createServer(() => resolve()));
    const sent = post(senderOf(), `http://127.0.0.1:${port}/hook`);
    await asked;
    clock.advance(10_000);
    expect(await sent).toEqual({ status: null, failure: 'timeout', durationMs: 10_000, retryAfterMs: null });
    expect(clock.pending).toBe(0);
  });

  test('from a slow name server ends the attempt too; nothing is connected afterwards', async () => {
    const { port, requests } = await serve(createServer((_, response) => response.end()));
    const { promise: found, resolve } = Promise.withResolvers<readonly { address: string }[]>();
    const sent = post(senderOf(policyWith(() => found)), `http://hooks.example:${port}/`);
    clock.advance(10_000);
    expect(await sent).toMatchObject({ failure: 'timeout' });
    resolve([{ address: '127.0.0.1' }]);
    await found;
    expect(requests()).toBe(0);
  });

  test('when the server stops: the attempt is unknown, not failed', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const { port } = await serve(createServer(() => resolve()));
    const stop = new AbortController();
    const sent = post(senderOf(), `http://127.0.0.1:${port}/hook`, stop.signal);
    await asked;
    stop.abort();
    expect(await sent).toBeNull();
  });

  test('because the connection is refused, or the host unknown', async () => {
    const tcp = createTcpServer().listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const port = portOf(tcp.address());
    tcp.close();
    await once(tcp, 'close');
    expect(await post(senderOf(), `http://127.0.0.1:${port}/`)).toMatchObject({ status: null, failure: 'connection-failed' });
    expect(await post(senderOf(policyWith(async () => [])), 'https://gone.example/')).toMatchObject({ failure: 'host-unknown' });
  });
});

/** The operator's policy, with its own name server. */
function policyWith(lookup: NonNullable<NetworkPolicyOptions['lookup']>): NetworkPolicy {
  return createNetworkPolicy({ allowPrivate: true, allowLoopback: true, lookup });
}

describe('the address', () => {
  test('needs a certificate for its host', async () => {
    const certificate = await makeCertificate();
    const server = createHttpsServer(certificate, (_, response) => response.end());
    const { port } = await serve(server);
    expect(await post(senderOf(operatorNetwork, certificate.cert), `https://localhost:${port}/`)).toMatchObject({ status: 200 });
    expect(await post(senderOf(), `https://localhost:${port}/`)).toMatchObject({ status: null, failure: 'certificate-invalid' });
    // Another name at the same address.
    const elsewhere = policyWith(async () => [{ address: '127.0.0.1' }]);
    expect(await post(senderOf(elsewhere, certificate.cert), `https://other.example:${port}/`)).toMatchObject({
      failure: 'certificate-invalid',
    });
  });

  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/',
    'https://[fd00::1]/',
    'https://localhost/',
    'http://8.8.8.8/',
    'https://name:password@8.8.8.8/',
    'ftp://8.8.8.8/',
  ])('%s is refused to anyone but the operator', async (url) => {
    await expect(addressesOf(publicNetwork).check('cus', new URL(url))).rejects.toMatchObject({ code: 'webhook-url-forbidden' });
    expect(await post(senderOf(publicNetwork), url)).toMatchObject({ status: null, failure: 'address-forbidden' });
  });

  test('can be in the operator’s own network for the operator, also without TLS; http to the internet is refused to all', async () => {
    const addresses = addressesOf(operatorNetwork);
    for (const url of ['http://192.168.1.10/hook', 'https://10.0.0.1/', 'http://127.0.0.1:9000/', 'https://8.8.8.8/'])
      await expect(addresses.check('cus', new URL(url))).resolves.toBeUndefined();
    for (const url of ['http://8.8.8.8/', 'http://169.254.169.254/'])
      await expect(addresses.check('cus', new URL(url))).rejects.toMatchObject({ code: 'webhook-url-forbidden' });
  });

  test('is resolved once per attempt: a name that leads elsewhere the second time reaches nothing (DNS rebinding)', async () => {
    const canary = await serve(createServer((_, response) => response.end()));
    const answers = [[{ address: '127.0.0.2' }], [{ address: '127.0.0.1' }]];
    let lookups = 0;
    const network = policyWith(async () => answers[Math.min(lookups++, 1)] ?? []);
    // The canary listens at 127.0.0.1 only; the attempt uses the address that was checked.
    const answer = await post(senderOf(network), `http://rebind.example:${canary.port}/`);
    expect(answer).toMatchObject({ failure: 'connection-failed' });
    expect([lookups, canary.requests()]).toEqual([1, 0]);
  });

  test('that a name has beside a public one is refused as a whole, at every attempt', async () => {
    const canary = await serve(createServer((_, response) => response.end()));
    const lookup = async () => [{ address: '8.8.8.8' }, { address: '127.0.0.1' }];
    const network = createNetworkPolicy({ allowPrivate: false, allowLoopback: false, hidesLoopback: true, lookup });
    expect(await post(senderOf(network), `https://rebind.example:${canary.port}/`)).toMatchObject({ failure: 'address-forbidden' });
    expect(canary.requests()).toBe(0);
  });

  test('of a host that is unknown now can be saved; a slow name server holds no request', async () => {
    await expect(addressesOf(policyWith(async () => [])).check('cus', new URL('https://soon.example/'))).resolves.toBeUndefined();
    const slow = addressesOf(policyWith(() => Promise.withResolvers<never>().promise)).check('cus', new URL('https://slow.example/'));
    clock.advance(3000);
    await expect(slow).resolves.toBeUndefined();
  });
});

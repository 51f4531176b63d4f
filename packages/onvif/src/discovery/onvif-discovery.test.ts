import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import { afterEach, describe, expect, test } from 'vitest';
import { createOnvifDiscovery, networkAddresses, type OnvifDiscoveryOptions } from './onvif-discovery.ts';

const log = { debug: () => undefined };
const network = { isAllowed: (address: string) => /^(10|192\.168)\./.test(address) };
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

interface Probe {
  readonly id: string;
  readonly type: string;
}

/** This one answers last: once its answer is in, all others are too. */
const last = '10.255.255.1';

/** Answers every probe as planned. */
const listen = async (answersOf: (probe: Probe) => readonly string[], group?: string): Promise<number> => {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  sockets.push(socket);
  socket.bind(0, group === undefined ? '127.0.0.1' : '0.0.0.0');
  await once(socket, 'listening');
  if (group !== undefined) socket.addMembership(group, '127.0.0.1');
  socket.on('message', (data, { port, address }) => {
    const text = data.toString();
    const probe = { id: /MessageID>urn:uuid:([^<]+)</.exec(text)?.[1] ?? '', type: /Types>([^<]+)</.exec(text)?.[1] ?? '' };
    for (const answer of answersOf(probe)) socket.send(answer, port, address);
    if (probe.type === 'tds:Device') socket.send(matches(probe.id, { endpoint: 'last', xAddrs: `http://${last}/` }), port, address);
  });
  return socket.address().port;
};

interface Match {
  readonly endpoint: string;
  readonly xAddrs: string;
  readonly scopes?: string;
  readonly types?: string;
}
const matches = (relatesTo: string, ...list: readonly Match[]): string =>
  '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:dn="http://www.onvif.org/ver10/network/wsdl">' +
  `<e:Header><a:RelatesTo>urn:uuid:${relatesTo.toUpperCase()}</a:RelatesTo></e:Header><e:Body><d:ProbeMatches>${list
    .map(
      ({
        endpoint,
        xAddrs,
        scopes = 'onvif://www.onvif.org/name/Gate%20cam onvif://www.onvif.org/hardware/NG-2 onvif://www.onvif.org/location/',
        types = 'dn:NetworkVideoTransmitter',
      }) =>
        `<d:ProbeMatch><a:EndpointReference><a:Address>${endpoint}</a:Address></a:EndpointReference><d:Types>${types}</d:Types><d:Scopes>${scopes}</d:Scopes><d:XAddrs>${xAddrs}</d:XAddrs></d:ProbeMatch>`,
    )
    .join('')}</d:ProbeMatches></e:Body></e:Envelope>`;

/** Runs a discovery with a clock that advances once the answers have arrived. */
const find = async (port: number, options: Partial<OnvifDiscoveryOptions> = {}) => {
  const clock = createManualClock();
  const { promise: heard, resolve } = Promise.withResolvers<void>();
  const isAllowed = (address: string): boolean => {
    if (address === last) resolve();
    return network.isAllowed(address);
  };
  const discovery = createOnvifDiscovery({
    clock,
    log,
    network: { isAllowed },
    localAddresses: () => ['127.0.0.1'],
    target: { address: '127.0.0.1', port },
    ...options,
  });
  const finding = discovery.find();
  while (clock.pending === 0) await new Promise((next) => setImmediate(next));
  clock.advance(0);
  await heard;
  clock.advance(3000);
  const cameras = (await finding).filter(({ address }) => address !== `http://${last}/`);
  return { cameras, discovery, clock };
};

describe('discovery', () => {
  test('50 cameras, each once though probed twice, sorted by address, with their names', async () => {
    const port = await listen(({ id, type }) => {
      return Array.from({ length: type === 'tds:Device' ? 10 : 50 }, (_, index) =>
        matches(id, { endpoint: `urn:uuid:${index}`, xAddrs: `http://192.168.1.${50 - index}/onvif/device_service` }),
      );
    });
    const { cameras } = await find(port);
    expect(cameras).toHaveLength(50);
    expect(cameras.slice(0, 2)).toEqual(
      [1, 2].map((last) => ({ address: `http://192.168.1.${last}/onvif/device_service`, name: 'Gate cam', model: 'NG-2' })),
    );
  });
  test('of several addresses, the one that it answered from; none that is forbidden', async () => {
    const port = await listen(({ id, type }) => {
      if (type !== 'tds:Device') return [];
      return [
        matches(
          id,
          { endpoint: '1', xAddrs: 'http://10.0.0.9/onvif http://169.254.7.7/onvif http://[fe80::1]/onvif' },
          { endpoint: '2', xAddrs: 'http://169.254.169.254/latest' },
          { endpoint: '3', xAddrs: 'http://127.0.0.1/onvif' },
          { endpoint: '4', xAddrs: 'http://intranet.example/onvif file:///etc/passwd http://a:b@10.0.0.1/' },
        ),
      ];
    });
    const { cameras } = await find(port);
    expect(cameras.map(({ address }) => address)).toEqual(['http://10.0.0.9/onvif']);
  });
  test.each([
    [
      'an answer to another client’s probe',
      (_: Probe) => [matches('5e1f7a64-8a5b-4b0e-9f6e-0d9f3f5ba001', { endpoint: '1', xAddrs: 'http://10.0.0.9/' })],
    ],
    [
      'a printer',
      ({ id }: Probe) => [
        matches(id, { endpoint: '1', xAddrs: 'http://10.0.0.9/', scopes: '', types: 'wsdp:Device wprt:PrintDeviceType' }),
      ],
    ],
    ['a DOCTYPE', ({ id }: Probe) => [`<!DOCTYPE a>${matches(id, { endpoint: '1', xAddrs: 'http://10.0.0.9/' })}`]],
    ['half an answer', ({ id }: Probe) => [matches(id, { endpoint: '1', xAddrs: 'http://10.0.0.9/' }).slice(0, -9)]],
    ['a datagram that is too long', ({ id }: Probe) => [matches(id, { endpoint: '1', xAddrs: `http://10.0.0.9/${' '.repeat(20_000)}` })]],
  ])('%s is not a camera', async (_, answersOf) => {
    expect((await find(await listen(answersOf))).cameras).toEqual([]);
  });
  test('a camera’s own name is reduced to one short line', async () => {
    const port = await listen(({ id }) => [
      matches(id, {
        endpoint: '1',
        xAddrs: 'http://10.0.0.9/',
        scopes: `onvif://www.onvif.org/name/a%0A%E2%80%AEb%00${'x'.repeat(300)} onvif://www.onvif.org/hardware/%`,
      }),
    ]);
    const [camera] = (await find(port)).cameras;
    expect(camera?.name).toBe(`a b ${'x'.repeat(96)}`);
    expect(camera?.model).toBe('%');
  });
  test('concurrent and immediately following calls share a result; a later one searches again', async () => {
    const { discovery, clock } = await find(await listen(() => []));
    const before = discovery.find();
    expect(discovery.find()).toBe(before);
    clock.advance(5000);
    const later = discovery.find();
    expect(later).not.toBe(before);
    while (clock.pending === 0) await new Promise((next) => setImmediate(next));
    clock.advance(3000);
    await later;
  });
  test('probes by multicast, like every client in a network', async () => {
    const port = await listen(({ id }) => [matches(id, { endpoint: '1', xAddrs: 'http://10.0.0.9/onvif' })], '239.255.255.250');
    const { cameras } = await find(port, { target: { address: '239.255.255.250', port } });
    expect(cameras).toHaveLength(1);
  });
  test('this machine’s networks, and the loopback only if requested', () => {
    expect(networkAddresses({ withLoopback: false }).filter((address) => address.startsWith('127.'))).toEqual([]);
    expect(networkAddresses({ withLoopback: true })).toContain('127.0.0.1');
  });
  test('without a network, nothing is found', async () => {
    const clock = { ...systemClock, after: (delay: number, call: () => void) => systemClock.after(delay / 1000, call) };
    for (const addresses of [[], ['192.0.2.77']])
      expect(await createOnvifDiscovery({ clock, log, network, localAddresses: () => addresses }).find()).toEqual([]);
  });
});

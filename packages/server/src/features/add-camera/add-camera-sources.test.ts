import type { ErrorCode } from '@watchpost/contract/kernel';
import { createManualClock } from '@watchpost/contract/testing';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import type { StoredCamera, StoredSource } from '../../kernel/module/stored-camera.ts';
import { createCameraSearch } from './add-camera-search.ts';
import { isSameChannel, reachSource, titleOfSource, uniqueTitle } from './add-camera-sources.ts';

const device = {
  address: 'http://10.0.0.2:8000/onvif/device_service',
  manufacturer: 'Northgate',
  model: 'NG-2',
  firmwareVersion: '1',
  serialNumber: 'S',
};
const named = { kind: 'onvif', address: '10.0.0.2:8000', username: 'admin', password: 'secret' } as const;
const tracks = [{ kind: 'video', encoding: 'H264', playable: true }] as const;

describe('a source', () => {
  /**
   * Creates dependencies.
   * @param dead addresses that deliver no picture
   */
  const deps = (...dead: string[]) => {
    const probed: string[] = [];
    return {
      probed,
      readOnvif: async () => ({ device, url: 'rtsp://10.0.0.2/main', lowUrl: 'rtsp://10.0.0.2/sub', channels: [] }),
      probe: async (_: string, { url }: { url: string }) => {
        probed.push(url);
        if (dead.includes(url)) throw new AppError('camera-no-video');
        return { tracks: [...tracks] };
      },
    };
  };
  test('of ONVIF is stored as its two streams and the device, with its credentials', async () => {
    const { source, answer } = await reachSource('u1', named, deps());
    expect(source).toEqual({
      kind: 'rtsp',
      url: 'rtsp://10.0.0.2/main',
      lowUrl: 'rtsp://10.0.0.2/sub',
      username: 'admin',
      password: 'secret',
      device,
    });
    expect(answer).toEqual({ tracks, device: { manufacturer: 'Northgate', model: 'NG-2', hasLowStream: true } });
    expect(titleOfSource(source)).toBe('Northgate NG-2');
  });
  test('with a dead substream is stored without it', async () => {
    const { source, answer } = await reachSource('u1', named, deps('rtsp://10.0.0.2/sub'));
    expect(source.lowUrl).toBe(undefined);
    expect(answer.device?.hasLowStream).toBe(false);
  });
  test('with a dead main stream is refused with the reason', async () => {
    const all = deps('rtsp://10.0.0.2/main');
    await expect(reachSource('u1', named, all)).rejects.toMatchObject({ code: 'camera-no-video' });
    expect(all.probed).toEqual(['rtsp://10.0.0.2/main']);
  });
  test('of RTSP is stored as it is; an invalid substream address is refused before any attempt', async () => {
    const rtsp = { kind: 'rtsp', url: 'rtsp://10.0.0.3/a' } as const;
    expect((await reachSource('u1', rtsp, deps())).source).toEqual(rtsp);
    const all = deps();
    await expect(reachSource('u1', { ...rtsp, lowUrl: 'http://10.0.0.3/' }, all)).rejects.toMatchObject({ code: 'camera-url-invalid' });
    expect(all.probed).toEqual([]);
    expect(titleOfSource(rtsp)).toBe('10.0.0.3');
    expect(titleOfSource({ kind: 'agent', serialNumber: 'WP-1' })).toBe('WP-1');
    expect(titleOfSource({ kind: 'rtsp', url: rtsp.url, device: { ...device, manufacturer: '', model: '' } })).toBe('10.0.0.3');
  });
});

describe('a device that names a port for its streams', () => {
  const streams = (answers: Readonly<Record<string, ErrorCode | 'video'>>) => {
    const probed: string[] = [];
    const reached = reachSource('u1', named, {
      readOnvif: async () => ({ device, url: 'rtsp://10.0.0.2:8000/main?ch=1', lowUrl: 'rtsp://10.0.0.2:8000/sub', channels: [] }),
      probe: async (_, { url }) => {
        probed.push(url);
        const answer = answers[url] ?? 'camera-stream-not-found';
        if (answer !== 'video') throw new AppError(answer);
        return { tracks: [...tracks] };
      },
    });
    return { reached, probed };
  };
  test.each(['camera-not-rtsp', 'camera-unreachable'] as const)(
    'where it is %s, is asked at RTSP’s own port, for both streams',
    async (code) => {
      const { reached } = streams({
        'rtsp://10.0.0.2:8000/main?ch=1': code,
        'rtsp://10.0.0.2/main?ch=1': 'video',
        'rtsp://10.0.0.2/sub': 'video',
      });
      expect((await reached).source).toMatchObject({ url: 'rtsp://10.0.0.2/main?ch=1', lowUrl: 'rtsp://10.0.0.2/sub' });
    },
  );
  test('that speaks RTSP, is asked there only, whatever it answers', async () => {
    for (const code of ['camera-wrong-password', 'camera-stream-not-found', 'camera-no-video'] as const) {
      const { reached, probed } = streams({ 'rtsp://10.0.0.2:8000/main?ch=1': code });
      await expect(reached).rejects.toMatchObject({ code });
      expect(probed).toEqual(['rtsp://10.0.0.2:8000/main?ch=1']);
    }
  });
  test('the reason is that of the port that speaks RTSP', async () => {
    const wrong = streams({ 'rtsp://10.0.0.2:8000/main?ch=1': 'camera-not-rtsp', 'rtsp://10.0.0.2/main?ch=1': 'camera-wrong-password' });
    await expect(wrong.reached).rejects.toMatchObject({ code: 'camera-wrong-password' });
    const none = streams({ 'rtsp://10.0.0.2:8000/main?ch=1': 'camera-not-rtsp', 'rtsp://10.0.0.2/main?ch=1': 'camera-unreachable' });
    await expect(none.reached).rejects.toMatchObject({ code: 'camera-not-rtsp' });
  });
});

describe('a recorder', () => {
  const channels = [
    { channel: 'in1', width: 1920, height: 1080 },
    { channel: 'in2', width: 1280, height: 720 },
  ];
  const readOnvif = async () => ({ device: { ...device, channel: 'in1' }, url: 'rtsp://10.0.0.2/1', lowUrl: null, channels });
  test('reports its channels, and the stored source keeps its own', async () => {
    const { source, answer } = await reachSource('u1', named, { readOnvif, probe: async () => ({ tracks: [...tracks] }) });
    expect(answer.channels).toEqual(channels.map((one) => ({ ...one, isAdded: false })));
    expect(source.device?.channel).toBe('in1');
  });
  test('has a channel once, also one from before channels could be chosen', () => {
    const of = (channel?: string, address = device.address): StoredSource => ({
      kind: 'rtsp',
      url: 'rtsp://10.0.0.2/1',
      device: { ...device, address, ...(channel !== undefined && { channel }) },
    });
    expect(isSameChannel(of('in2'), of('in2'), 'in1')).toBe(true);
    expect(isSameChannel(of('in2', 'http://10.0.0.2:8000/other'), of('in2'), 'in1')).toBe(true);
    expect(isSameChannel(of(), of('in1'), 'in1')).toBe(true);
    expect(isSameChannel(of('in1'), of('in2'), 'in1')).toBe(false);
    expect(isSameChannel(of('in1', 'http://10.0.0.2:8001/onvif/device_service'), of('in1'), 'in1')).toBe(false);
    expect(isSameChannel({ kind: 'rtsp', url: 'rtsp://10.0.0.2/1' }, of('in1'), 'in1')).toBe(false);
  });
});

test('two cameras never get the same default name', () => {
  expect([
    uniqueTitle('127.0.0.1', new Set()),
    uniqueTitle('127.0.0.1', new Set(['127.0.0.1'])),
    uniqueTitle('127.0.0.1', new Set(['127.0.0.1', '127.0.0.1 2'])),
  ]).toEqual(['127.0.0.1', '127.0.0.1 2', '127.0.0.1 3']);
});

describe('the search', () => {
  const found = [
    'http://10.0.0.2:8000/onvif/device_service',
    'http://10.0.0.2:8001/onvif/device_service',
    'http://10.0.0.3/onvif',
    'http://10.0.0.4/onvif',
  ].map((address) => ({ address, name: 'n', model: 'm' }));
  const setUp = (
    sources: readonly StoredSource[] = [],
    discovery: { find: () => Promise<typeof found> } | null = { find: async () => found },
  ) => {
    const searches: string[] = [];
    const ownedBy = async (customerId: string): Promise<StoredCamera[]> => {
      searches.push(customerId);
      return sources.map((source, index) => ({ id: `c${index}`, ownerId: customerId, source, archiveDays: 7 }));
    };
    return {
      searches,
      search: createCameraSearch({
        clock: createManualClock(),
        isOperator: async (customerId) => customerId !== 'stranger',
        discovery,
        cameras: { ownedBy },
      }),
    };
  };
  test('marks the caller’s own: an ONVIF camera by its device, another by its host', async () => {
    const { search, searches } = setUp([
      { kind: 'rtsp', url: 'rtsp://10.0.0.2/a', device },
      { kind: 'rtsp', url: 'rtsp://u:p@10.0.0.3:8554/a' },
      { kind: 'agent', serialNumber: 'WP-1' },
    ]);
    expect((await search.find('u1')).cameras.map(({ isAdded }) => isAdded)).toEqual([true, false, true, false]);
    expect(searches).toEqual(['u1']);
  });
  test('finds nothing where the operator forbids it, and elsewhere is limited to 120 in 10 minutes', async () => {
    expect(await setUp([], null).search.find('u1')).toEqual({ isAvailable: false, cameras: [] });
    const { search } = setUp();
    for (let attempt = 0; attempt < 120; attempt += 1) await search.find('u1');
    await expect(search.find('u1')).rejects.toMatchObject({ code: 'too-many-requests' });
  });
});

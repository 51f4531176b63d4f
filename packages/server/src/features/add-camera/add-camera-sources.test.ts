import { createManualClock } from '@watchpost/contract/testing';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import type { StoredCamera, StoredSource } from '../../kernel/module/stored-camera.ts';
import { createCameraSearch } from './add-camera-search.ts';
import { reachSource, titleOfSource, uniqueTitle } from './add-camera-sources.ts';

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
      readOnvif: async () => ({ device, url: 'rtsp://10.0.0.2/main', lowUrl: 'rtsp://10.0.0.2/sub' }),
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

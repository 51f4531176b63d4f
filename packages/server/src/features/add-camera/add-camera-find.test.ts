import { describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { findCamera, readAddress } from './add-camera-find.ts';
import { reachSource } from './add-camera-sources.ts';

describe('an address as typed', () => {
  test.each([
    [
      '192.168.1.10',
      {
        kind: 'device',
        onvif: ['192.168.1.10:80', '192.168.1.10:8000', '192.168.1.10:8080', '192.168.1.10:8899', '192.168.1.10:2020'],
        rtsp: 'rtsp://192.168.1.10',
      },
    ],
    [' cam.local:8554 ', { kind: 'device', onvif: ['cam.local:8554'], rtsp: 'rtsp://cam.local:8554' }],
    ['[fd00::7]:8000', { kind: 'device', onvif: ['[fd00::7]:8000'], rtsp: 'rtsp://[fd00::7]:8000' }],
    [
      'http://192.168.1.10:8000/onvif/device_service',
      { kind: 'device', onvif: ['http://192.168.1.10:8000/onvif/device_service'], rtsp: 'rtsp://192.168.1.10' },
    ],
    ['rtsp://192.168.1.10:554/', { kind: 'device', onvif: [], rtsp: 'rtsp://192.168.1.10:554' }],
    ['rtsp://192.168.1.10/stream1', { kind: 'stream', url: 'rtsp://192.168.1.10/stream1' }],
    ['192.168.1.10/cam?channel=1', { kind: 'stream', url: 'rtsp://192.168.1.10/cam?channel=1' }],
  ])('%s', (text, expected) => {
    expect(readAddress(text)).toEqual({ ...expected, username: '', password: '' });
  });
  test.each([
    ['admin:12#34@192.168.1.10', { kind: 'device', rtsp: 'rtsp://192.168.1.10', password: '12#34' }],
    ['http://admin:12/34@cam.local/', { kind: 'device', onvif: ['http://cam.local/'], password: '12/34' }],
    ['rtsp://admin:12?34@192.168.1.10', { kind: 'device', rtsp: 'rtsp://192.168.1.10', password: '12?34' }],
    ['rtspx://admin:p@ss@192.168.1.10:7441/a', { kind: 'stream', url: 'rtsps://192.168.1.10:7441/a', password: 'p@ss' }],
  ])('%s: the password is taken out, whatever it holds', (text, expected) => {
    expect(readAddress(text)).toMatchObject({ ...expected, username: 'admin' });
  });
  test('a host that may be a part of the password is refused', () => {
    expect(() => readAddress('admin:12/34@camera')).toThrow(expect.objectContaining({ code: 'camera-url-ambiguous' }));
  });
  test.each(['', 'not an address', 'ftp://192.168.1.10/', 'javascript:alert(1)//'])('%j is no address', (text) => {
    expect(() => readAddress(text)).toThrow(expect.objectContaining({ code: 'camera-url-invalid' }));
  });
});

describe('the search at an address', () => {
  const device = {
    address: 'http://10.0.0.2:8000/onvif/device_service',
    manufacturer: 'Northgate',
    model: 'NG-2',
    firmwareVersion: '1',
    serialNumber: 'S',
  };
  const network = ({
    onvif = {},
    rtsp = {},
  }: {
    onvif?: Record<string, AppError | 'device'>;
    rtsp?: Record<string, AppError | 'video'>;
  }) => {
    const requests: string[] = [];
    return {
      requests,
      readOnvif: async (_: string, { address }: { address: string }) => {
        requests.push(address);
        const answer = onvif[address] ?? new AppError('camera-unreachable');
        if (answer !== 'device') throw answer;
        return { device, url: 'rtsp://10.0.0.2/main', lowUrl: null, channels: [] };
      },
      probe: async (_: string, { url }: { url: string }) => {
        requests.push(url);
        const answer = rtsp[url] ?? new AppError('camera-stream-not-found');
        if (answer !== 'video') throw answer;
        return { tracks: [{ kind: 'video' as const, encoding: 'H264', playable: true }] };
      },
    };
  };
  const find = (address: string, all: ReturnType<typeof network>) =>
    findCamera({ kind: 'address', address, username: 'admin', password: 'secret' }, (source) => reachSource('u1', source, all));

  test('finds ONVIF at any port that answers', async () => {
    const answer = await find('10.0.0.2', network({ onvif: { '10.0.0.2:8000': 'device' }, rtsp: { 'rtsp://10.0.0.2/main': 'video' } }));
    expect(answer).toMatchObject({ found: { kind: 'onvif', address: '10.0.0.2:8000' }, device: { model: 'NG-2' } });
  });
  test('without ONVIF tries the usual RTSP paths until one exists', async () => {
    const all = network({ rtsp: { 'rtsp://10.0.0.2/stream1': 'video' } });
    expect((await find('10.0.0.2', all)).found).toEqual({ kind: 'rtsp', url: 'rtsp://10.0.0.2/stream1' });
    expect(all.requests.filter((url) => url.startsWith('rtsp'))).toEqual([
      'rtsp://10.0.0.2/',
      'rtsp://10.0.0.2/Streaming/Channels/101',
      'rtsp://10.0.0.2/cam/realmonitor?channel=1&subtype=0',
      'rtsp://10.0.0.2/stream1',
    ]);
  });
  test.each(['camera-redirects', 'camera-audio-only'] as const)('%s at one path does not end the search', async (code) => {
    const all = network({ rtsp: { 'rtsp://10.0.0.2/': new AppError(code), 'rtsp://10.0.0.2/stream1': 'video' } });
    expect((await find('10.0.0.2', all)).found).toEqual({ kind: 'rtsp', url: 'rtsp://10.0.0.2/stream1' });
  });
  test('ends with a wrong password: further attempts would lock the camera', async () => {
    const onvif = network({ onvif: { '10.0.0.2:80': new AppError('camera-wrong-password') }, rtsp: { 'rtsp://10.0.0.2/': 'video' } });
    await expect(find('10.0.0.2', onvif)).rejects.toMatchObject({ code: 'camera-wrong-password' });
    expect(onvif.requests.filter((url) => url.startsWith('rtsp'))).toEqual([]);
    const rtsp = network({ rtsp: { 'rtsp://10.0.0.2/': new AppError('camera-wrong-password') } });
    await expect(find('10.0.0.2', rtsp)).rejects.toMatchObject({ code: 'camera-wrong-password' });
    expect(rtsp.requests.filter((url) => url.startsWith('rtsp'))).toEqual(['rtsp://10.0.0.2/']);
  });
  test('reports a device that answers, but not as a camera, as no ONVIF camera', async () => {
    const all = network({
      onvif: { '10.0.0.2:80': new AppError('camera-not-onvif') },
      rtsp: { 'rtsp://10.0.0.2/': new AppError('camera-unreachable') },
    });
    await expect(find('10.0.0.2', all)).rejects.toMatchObject({ code: 'camera-not-onvif' });
    await expect(find('10.0.0.3', network({ rtsp: { 'rtsp://10.0.0.3/': new AppError('camera-unreachable') } }))).rejects.toMatchObject({
      code: 'camera-unreachable',
    });
  });
  test('credentials in the address are used, and are in no address that is found', async () => {
    const all = network({ rtsp: { 'rtsp://10.0.0.2/stream1': 'video' } });
    const used: object[] = [];
    const probe = async (customerId: string, source: { url: string; username?: string | undefined; password?: string | undefined }) => {
      used.push({ username: source.username, password: source.password });
      return all.probe(customerId, source);
    };
    const { found } = await findCamera({ kind: 'address', address: 'admin:12#34@10.0.0.2' }, (source) =>
      reachSource('u1', source, { ...all, probe }),
    );
    expect(found).toEqual({ kind: 'rtsp', url: 'rtsp://10.0.0.2/stream1' });
    expect(new Set(used.map((one) => JSON.stringify(one)))).toEqual(new Set(['{"username":"admin","password":"12#34"}']));
    expect(all.requests.join()).not.toMatch(/12|34|admin/);
  });
  test('uses a stream’s address as it is', async () => {
    const all = network({});
    await expect(find('rtsp://10.0.0.2/other', all)).rejects.toMatchObject({ code: 'camera-stream-not-found' });
    expect(all.requests).toEqual(['rtsp://10.0.0.2/other']);
  });
});

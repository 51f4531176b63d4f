import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressExamples, isCameraAddress, splitAddress } from './add-camera-address.ts';

describe('splitAddress', () => {
  test.each([
    ['rtsp://192.168.1.10:554/stream1', 'rtsp://192.168.1.10:554/stream1', '', ''],
    ['192.168.1.10/stream1', '192.168.1.10/stream1', '', ''],
    ['admin:p@ss@192.168.1.10', '192.168.1.10', 'admin', 'p@ss'],
    ['  RTSP://cam.local/a ', 'rtsp://cam.local/a', '', ''],
    ['rtsp://admin@10.0.0.5/a', 'rtsp://10.0.0.5/a', 'admin', ''],
    ['rtsp://admin:secret@10.0.0.5:8554/a?b=c', 'rtsp://10.0.0.5:8554/a?b=c', 'admin', 'secret'],
    ['rtsp://admin:p@ss@10.0.0.5/a', 'rtsp://10.0.0.5/a', 'admin', 'p@ss'],
    ['rtsp://admin:p/w@10.0.0.5/a', 'rtsp://10.0.0.5/a', 'admin', 'p/w'],
    ['rtsp://admin:p%40ss@10.0.0.5/a', 'rtsp://10.0.0.5/a', 'admin', 'p@ss'],
    ['rtsp://admin:100%@10.0.0.5/a', 'rtsp://10.0.0.5/a', 'admin', '100%'],
    ['rtsp://10.0.0.5/live/user@home', 'rtsp://10.0.0.5/live/user@home', '', ''],
    ['rtsp://10.0.0.5:554/live/user@home', 'rtsp://10.0.0.5:554/live/user@home', '', ''],
    ['', '', '', ''],
  ])('%s', (text, url, username, password) => {
    expect(splitAddress(text)).toEqual({ url, username, password });
  });

  test('never throws, and a second pass changes nothing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { url } = splitAddress(`rtsp://camera.local/${encodeURIComponent(text)}`);
        expect(splitAddress(url).url).toBe(url);
        splitAddress(text);
        isCameraAddress(text);
      }),
    );
  });
});

describe('isCameraAddress', () => {
  test('accepts the examples', () => {
    for (const { url } of addressExamples) expect(isCameraAddress(url), url).toBe(true);
  });
  test.each(['192.168.1.10', '192.168.1.10:8000', '[fd00::7]', 'http://192.168.1.10', 'rtsps://cam.local', 'admin:x@cam:8554/s'])(
    '%s is',
    (text) => expect(isCameraAddress(text)).toBe(true),
  );
  test.each(['ftp://192.168.1.10', 'rtsp://', 'rtsp:// a', 'rtsp://a:99999/', 'javascript:alert(1)', 'two words'])(
    '%s is rejected',
    (text) => expect(isCameraAddress(text)).toBe(false),
  );
});

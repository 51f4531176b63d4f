import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressExamples, addressProblem, splitAddress } from './add-camera-address.ts';

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
    ['rtsp://admin:12#34@10.0.0.5/a', 'rtsp://10.0.0.5/a', 'admin', '12#34'],
    ['admin:12/34@10.0.0.5/a', '10.0.0.5/a', 'admin', '12/34'],
    ['rtspx://10.0.0.5:7441/a', 'rtsps://10.0.0.5:7441/a', '', ''],
    ['rtsp://admin:12/34@camera/a', 'rtsp://admin:12/34@camera/a', '', ''],
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
        addressProblem(text);
      }),
    );
  });
});

describe('addressProblem', () => {
  test('accepts the examples', () => {
    for (const { url } of addressExamples) expect(addressProblem(url), url).toBe(null);
  });
  test.each(['192.168.1.10', '192.168.1.10:8000', '[fd00::7]', 'http://192.168.1.10', 'rtsps://cam.local', 'admin:x@cam:8554/s'])(
    '%s has none',
    (text) => expect(addressProblem(text)).toBe(null),
  );
  test.each([
    ['ftp://192.168.1.10', null, false],
    ['rtsp://', null, false],
    ['rtsp:// a', ' ', false],
    ['rtsp://a:99999/', null, false],
    ['javascript:alert(1)', '(', false],
    ['two words', ' ', false],
    ['rtsp://admin:12/34@camera/a', '/', true],
    ['admin:secret@10.0.0.5;', ';', true],
  ])('%s', (text, character, mayBePassword) => expect(addressProblem(text)).toEqual({ character, mayBePassword }));
});

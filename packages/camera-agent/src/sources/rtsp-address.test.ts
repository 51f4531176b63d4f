import { expect, test } from 'vitest';
import { SourceError } from './frame-source.ts';
import { parseRtspAddress } from './rtsp-address.ts';

test.each([
  ['rtsp://192.168.1.20:554/stream', 'rtsp://192.168.1.20:554/stream', ''],
  ['rtsp://admin@192.168.1.20/a', 'rtsp://admin:@192.168.1.20/a', ''],
  ['rtsp://admin:12#34@cam.local/a?b=c', 'rtsp://admin:12%2334@cam.local/a?b=c', '12#34'],
  ['rtsp://admin:p@ss/w?@192.168.1.20/a', 'rtsp://admin:p%40ss%2Fw%3F@192.168.1.20/a', 'p@ss/w?'],
  ['rtsp://admin:p%40ss@192.168.1.20/a', 'rtsp://admin:p%40ss@192.168.1.20/a', 'p@ss'],
  ['rtsp://admin:100%@192.168.1.20/a', 'rtsp://admin:100%25@192.168.1.20/a', '100%'],
  ["rtspx://admin:$&'@192.168.1.20:7441/it's", 'rtsps://admin:%24%26%27@192.168.1.20:7441/it%27s', "$&'"],
])('%s', (text, url, password) => {
  expect(parseRtspAddress(text)).toEqual({ url, password });
});
test.each(['', 'http://192.168.1.20/', '192.168.1.20', 'rtsp://', 'rtsp://a b/', 'rtsp://cam/a\nfile x', 'rtsp://admin:12/34@camera/a'])(
  '%j is refused, without its password in the message',
  (text) => {
    expect(() => parseRtspAddress(text)).toThrow(SourceError);
    expect(() => parseRtspAddress(text)).not.toThrow(/34/);
  },
);

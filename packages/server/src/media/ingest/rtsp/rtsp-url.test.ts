import { expect, test } from 'vitest';
import { parseRtspUrl } from './rtsp-url.ts';

test.each([
  '',
  'camera at home',
  'http://cam/',
  'file:///etc/passwd',
  'rtsp://',
  'rtsp:///x',
  'rtsp://cam:0/',
  'rtsp://cam:99999/',
  'rtsp://cam/a b',
  'rtsp://cam/a\r\nX: y',
])('%j is not a camera address', (url) => {
  expect(() => parseRtspUrl({ url })).toThrow(expect.objectContaining({ code: 'camera-url-invalid' }));
});
test('credentials are removed from the address', () => {
  expect(parseRtspUrl({ url: 'rtsp://ad%40min:p%3Aw@cam.example/live?x=1#y' })).toEqual({
    url: 'rtsp://cam.example/live?x=1',
    host: 'cam.example',
    port: 554,
    isSecure: false,
    username: 'ad@min',
    password: 'p:w',
  });
});

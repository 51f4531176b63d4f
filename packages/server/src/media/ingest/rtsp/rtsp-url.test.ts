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
test.each([
  ['rtsp://admin:12#34@cam.example/live', 'cam.example', '12#34'],
  ['rtsp://admin:12/34@10.0.0.5/live', '10.0.0.5', '12/34'],
  ['rtsp://admin:12?34@camera/live', 'camera', '12?34'],
  ['rtspx://admin:p@ss:w@10.0.0.5:7441/live', '10.0.0.5', 'p@ss:w'],
])('no part of the password of %s becomes a host or stays in the address', (text, host, password) => {
  const target = parseRtspUrl({ url: text });
  expect(target).toMatchObject({ host, username: 'admin', password });
  expect(target.url).not.toContain('12');
  expect(target.url).not.toContain('@');
});
test('an address that may name a part of the password as its host is refused', () => {
  expect(() => parseRtspUrl({ url: 'rtsp://admin:12/34@camera/live' })).toThrow(expect.objectContaining({ code: 'camera-url-ambiguous' }));
});
test('rtspx is RTSP over TLS', () => {
  expect(parseRtspUrl({ url: 'rtspx://cam.example/live' })).toMatchObject({ url: 'rtsps://cam.example/live', port: 322, isSecure: true });
});

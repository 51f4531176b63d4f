import { expect, test } from 'vitest';
import { addressOfCamera, resolveControl } from './rtsp-control-address.ts';

const url = 'rtsp://camera.local:8554/live/ch1?profile=2';
const ip = '192.168.1.20';

test.each([
  ['rtsp://camera.local:8554/live/ch1/', 'rtsp://camera.local:8554/live/ch1/'],
  ['rtsp://CAMERA.local:8554/live/ch1/', 'rtsp://camera.local:8554/live/ch1/'],
  // Its own address by number.
  ['rtsp://192.168.1.20:8554/live/ch1/', 'rtsp://192.168.1.20:8554/live/ch1/'],
  // Another scheme, the scheme twice, and none.
  ['RTSP://camera.local:8554/live/ch1/', 'rtsp://camera.local:8554/live/ch1/'],
  ['rtsp://rtsp://camera.local:8554/live/ch1/', 'rtsp://camera.local:8554/live/ch1/'],
  ['rtsp://rtsps://rtsp://camera.local:8554/live/', 'rtsp://camera.local:8554/live/'],
  ['camera.local:8554/live/ch1/', 'rtsp://camera.local:8554/live/ch1/'],
  ['192.168.1.20/live/ch1/', 'rtsp://camera.local:8554/live/ch1/'],
  ['/live/ch1/', 'rtsp://camera.local:8554/live/ch1/'],
  [' "rtsp://camera.local:8554/live/ch1/" ', 'rtsp://camera.local:8554/live/ch1/'],
  // Somewhere else: only the path counts.
  ['rtsp://10.0.0.9:554/live/ch1/', 'rtsp://camera.local:8554/live/ch1/'],
  ['rtsp://0.0.0.0/live/ch1/', 'rtsp://camera.local:8554/live/ch1/'],
  ['rtsp:///live/ch1/', 'rtsp://camera.local:8554/live/ch1/'],
  ['rtsp://192.168.1.20:554/live/ch1/', 'rtsp://camera.local:8554/live/ch1/'],
  ['rtsp://[fe80::1]:554/live/', 'rtsp://camera.local:8554/live/'],
  ['rtsp://user:secret@camera.local:8554/live/', 'rtsp://camera.local:8554/live/'],
  // Nothing to use.
  [undefined, url],
  ['', url],
  ['rtsp://', url],
  ['rtsp://other.example', url],
  ['other.example/live/', url],
  ['live/ch1/', url],
  ['//other.example/live/', url],
  ['http://camera.local/live/', url],
  ['rtsp://camera.local:8554/a\r\nSession: 1', url],
  ['rtsp://camera.local:8554/a b', url],
  [`rtsp://camera.local:8554/${'a'.repeat(3000)}`, url],
])('the base %j is %j', (base, expected) => {
  expect(addressOfCamera(base, url, ip)).toBe(expected);
});

test.each([
  [null, 'rtsp://camera.local:8554/live/'],
  ['*', 'rtsp://camera.local:8554/live/'],
  ['track1', 'rtsp://camera.local:8554/live/track1'],
  ['/track1', 'rtsp://camera.local:8554/live/track1'],
  ['?track=1', 'rtsp://camera.local:8554/live/?track=1'],
  ['rtsp://rtsp://camera.local:8554/live/track1', 'rtsp://camera.local:8554/live/track1'],
  ['rtsp://10.0.0.9/live/track1', 'rtsp://camera.local:8554/live/track1'],
  ['track 1', 'rtsp://camera.local:8554/live/'],
])('the control %j is at %j', (control, expected) => {
  expect(resolveControl('rtsp://camera.local:8554/live/', control, ip)).toBe(expected);
});

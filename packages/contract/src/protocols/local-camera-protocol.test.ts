import { expect, test } from 'vitest';
import { localCameraUrl, needsUpdate } from './local-camera-protocol.ts';

test.each([
  ['0.1.0', false],
  ['0.1.1', false],
  ['1.0.0', false],
  ['0.1.0-beta.1', false],
  ['0.0.9', true],
  ['0.1', true],
  ['beta', true],
  ['', true],
])('a camera of version %j needs an update: %s', (version, needs) => expect(needsUpdate(version)).toBe(needs));

const written = (text: string): string | null => localCameraUrl(text, (url) => url);
test.each([
  ['192.168.1.20', 'http://192.168.1.20:7654/'],
  [' camera.local:8000 ', 'http://camera.local:8000/'],
  ['http://192.168.1.20:7654/', 'http://192.168.1.20:7654/'],
  ['HTTP://camera.local', 'http://camera.local:7654/'],
  ['[fd00::5]', 'http://[fd00::5]:7654/'],
])('%s', (text, url) => expect(written(text)).toBe(url));
test.each([
  '',
  'https://192.168.1.20',
  'ftp://a',
  'a b',
  'user@host',
  'http://host/path',
  'host?x=1',
  'host#a',
  'host:0',
  'host:a',
  'http:\\\\host',
])('%j is not an address', (text) => expect(written(text)).toBe(null));

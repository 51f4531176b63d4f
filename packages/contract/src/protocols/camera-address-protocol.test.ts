import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCameraAddress, writeCameraAddress } from './camera-address-protocol.ts';

/** The address without its credentials, and they. */
function readParts(text: string): string[] {
  const reading = readCameraAddress(text);
  if (reading.kind !== 'read') return [reading.kind, reading.character ?? ''];
  return [writeCameraAddress(reading.address), reading.address.username, reading.address.password];
}

describe('an address without a password', () => {
  test.each([
    ['192.168.1.10', '192.168.1.10'],
    ['  RTSP://cam.local/a ', 'rtsp://cam.local/a'],
    ['rtsp://192.168.1.10:554/stream1', 'rtsp://192.168.1.10:554/stream1'],
    ['[fd00::7]:8000', '[fd00::7]:8000'],
    ['http://cam.local:8000/onvif/device_service', 'http://cam.local:8000/onvif/device_service'],
    ['rtsp://10.0.0.5/a?b=c#d', 'rtsp://10.0.0.5/a?b=c'],
    ['rtsp://10.0.0.5?b=c', 'rtsp://10.0.0.5?b=c'],
    ['rtsp://10.0.0.5/live/user@home', 'rtsp://10.0.0.5/live/user@home'],
    ['rtsp://10.0.0.5:554/live/user@home', 'rtsp://10.0.0.5:554/live/user@home'],
    ['rtsp://cam.local/live?mail=a@b.example', 'rtsp://cam.local/live?mail=a@b.example'],
    ['rtsp://10.0.0.5/user=admin&password=12@34&channel=1.sdp', 'rtsp://10.0.0.5/user=admin&password=12@34&channel=1.sdp'],
  ])('%s', (text, written) => expect(readParts(text)).toEqual([written, '', '']));
});

describe('a scheme', () => {
  test.each([
    ['rtspx://10.0.0.1:7441/abc', 'rtsps://10.0.0.1:7441/abc'],
    ['rtsps://10.0.0.1:7441/abc?enableSrtp', 'rtsps://10.0.0.1:7441/abc'],
    ['rtspt://10.0.0.1/abc', 'rtsp://10.0.0.1/abc'],
    ['rtspu://10.0.0.1/abc', 'rtsp://10.0.0.1/abc'],
  ])('%s', (text, written) => expect(readParts(text)).toEqual([written, '', '']));
  test.each(['ftp://10.0.0.1/', 'rtmp://10.0.0.1/', 'file:///etc/passwd', 'javascript://10.0.0.1/'])('%s is none', (text) => {
    expect(readCameraAddress(text)).toEqual({ kind: 'invalid', character: null });
  });
});

/** Passwords that URL parsers take for the end of a host, a port or a path. */
const passwords = [
  '12#34',
  '12/34',
  '12?34',
  '#',
  '/',
  '?',
  'p@ss',
  '@',
  'a:b',
  ':',
  '8554',
  '8554/x',
  'p@ss/w#o?r:d',
  '12#34@',
  'x://y',
  '100%',
  'a b',
];

describe('a password', () => {
  for (const host of ['10.0.0.5', '10.0.0.5:8554', 'cam.local', '[fd00::7]:554']) {
    for (const start of ['rtsp://', 'http://', '']) {
      test.each(passwords)(`%s of ${start}${host}`, (password) => {
        for (const path of ['', '/', '/live?x=1'])
          expect(readParts(`${start}admin:${password}@${host}${path}`)).toEqual([`${start}${host}${path}`, 'admin', password]);
      });
    }
  }
  test.each([
    ['rtsp://admin@10.0.0.5/a', 'admin', ''],
    ['rtsp://admin:@10.0.0.5/a', 'admin', ''],
    ['rtsp://:secret@10.0.0.5/a', '', 'secret'],
    ['rtsp://ad%40min:p%3Aw@10.0.0.5/a', 'ad@min', 'p:w'],
    ['rtsp://admin:100%25@10.0.0.5/a', 'admin', '100%'],
    ['rtsp://admin:50%p%40ss@10.0.0.5/a', 'admin', '50%p@ss'],
    ['rtsp://admin:secret@10.0.0.5/a', 'admin', 'secret'],
  ])('%s', (text, username, password) => expect(readParts(text)).toEqual(['rtsp://10.0.0.5/a', username, password]));
  test('an @ in the path behind it stays in the path', () => {
    expect(readParts('rtsp://admin:secret@10.0.0.5/live/user@home')).toEqual(['rtsp://10.0.0.5/live/user@home', 'admin', 'secret']);
  });
  test('a fragment is never meant: the host behind it is, whatever it is called', () => {
    expect(readParts('rtsp://admin:12#34@camera/a')).toEqual(['rtsp://camera/a', 'admin', '12#34']);
    expect(readParts('rtsp://admin:12?34@camera/a')).toEqual(['rtsp://camera/a', 'admin', '12?34']);
    expect(readParts('rtsp://john.doe:12#34@camera/a')).toEqual(['rtsp://camera/a', 'john.doe', '12#34']);
  });
  test('where two hosts are as likely, none is looked up, and the character is named', () => {
    expect(readCameraAddress('rtsp://admin:12/34@camera/a')).toEqual({ kind: 'ambiguous', character: '/' });
    expect(readCameraAddress('rtsp://john.doe:12/34@cam.local/a')).toEqual({ kind: 'ambiguous', character: '/' });
    expect(readCameraAddress('rtsp://admin:p@ss/word@camera/a')).toEqual({ kind: 'ambiguous', character: '/' });
  });
});

describe('no address', () => {
  test.each([
    ['', null],
    ['rtsp://', null],
    ['rtsp:///x', null],
    ['rtsp://cam:0/', null],
    ['rtsp://cam:99999/', null],
    ['rtsp://cam:port/', null],
    ['camera at home', ' '],
    ['rtsp://cam/a b', ' '],
    ['rtsp://cam/a\\b', '\\'],
    ['rtsp://cam/a\r\nX: y', '\r'],
    ['10.0.0.5;', ';'],
    ['rtsp://admin:secret@10,0,0,5/', ','],
    ['javascript:alert(1)', '('],
  ])('%j', (text, character) => expect(readCameraAddress(text)).toEqual({ kind: 'invalid', character }));
});

test('never throws, and what was read is read again alike', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('', 'rtsp://', 'admin:', 'rtsp://admin:12'), (text, start) => {
      const reading = readCameraAddress(start + text);
      if (reading.kind !== 'read') return;
      const written = writeCameraAddress(reading.address);
      const again = readCameraAddress(written);
      // An @ may be left in the path; then the address alone is less clear than with its user.
      if (!written.includes('@')) expect(again).toEqual({ kind: 'read', address: { ...reading.address, username: '', password: '' } });
    }),
  );
});
test('a password with anything in it never becomes a part of the host', () => {
  fc.assert(
    fc.property(fc.string(), (password) => {
      const reading = readCameraAddress(`rtsp://admin:${password.replaceAll('%', '')}@10.0.0.5/a`);
      if (reading.kind === 'read') expect(reading.address.host).toMatch(/^(?:\d{1,3}\.){3}\d{1,3}$/);
    }),
  );
});

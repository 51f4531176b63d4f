import { describe, expect, test } from 'vitest';
import { findSlowRun } from '../../../../../tooling/lib/long-runs.ts';
import { formatAnswer, interleavedChannels, parseRequest } from './rtsp-requests.ts';

const messageOf = (startLine: string, headers: Readonly<Record<string, string>> = { cseq: '1' }) => ({
  startLine,
  headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
  body: new Uint8Array(),
});
const targetOf = (uri: string) => parseRequest(messageOf(`DESCRIBE ${uri} RTSP/1.0`))?.target;

test.each([
  ['rtsp://host:8554/cam_1', { cameraId: 'cam_1', quality: 'high', track: null }],
  ['rtsp://host:8554/cam_1/', { cameraId: 'cam_1', quality: 'high', track: null }],
  ['rtsp://[::1]:8554/cam-1/low', { cameraId: 'cam-1', quality: 'low', track: null }],
  ['rtsps://host/cam_1/low/', { cameraId: 'cam_1', quality: 'low', track: null }],
  ['rtsp://host/cam_1/trackID=1', { cameraId: 'cam_1', quality: 'high', track: 1 }],
  ['rtsp://host/cam_1/low/trackID=0', { cameraId: 'cam_1', quality: 'low', track: 0 }],
  ['rtsp://host/', null],
  ['rtsp://host/a/b', null],
  ['rtsp://host/cam_1/trackID=2', null],
  ['rtsp://host/../etc', null],
  ['http://host/cam_1', null],
  ['*', null],
])('%s', (uri, target) => {
  expect(targetOf(uri)).toEqual(target);
});

test('only complete requests of this version are read', () => {
  expect(parseRequest(messageOf('RTSP/1.0 200 OK'))).toBeNull();
  expect(parseRequest(messageOf('OPTIONS * RTSP/2.0'))).toBeNull();
  expect(parseRequest(messageOf('OPTIONS * RTSP/1.0', {}))).toBeNull();
  expect(parseRequest(messageOf('OPTIONS * RTSP/1.0', { cseq: 'x\r\nInjected: 1' }))).toBeNull();
  expect(parseRequest(messageOf('OPTIONS * RTSP/1.0', { cseq: '7' }))).toMatchObject({ method: 'OPTIONS', sequence: '7', target: null });
});

describe('the transport of a SETUP', () => {
  test.each([
    ['RTP/AVP/TCP;unicast;interleaved=0-1', [0, 1]],
    ['RTP/AVP/TCP;interleaved=4', [4, 5]],
    ['RTP/AVP/TCP;unicast', [2, 3]],
    ['RTP/AVP;unicast;client_port=5000-5001,RTP/AVP/TCP;unicast;interleaved=6-7', [6, 7]],
    ['RTP/AVP;unicast;client_port=5000-5001', null],
    ['RTP/AVP/UDP;multicast', null],
    ['RTP/AVP/TCP;interleaved=300-301', null],
    ['RTP/AVP/TCP;interleaved=255', null],
    ['RTP/AVP/TCP;interleaved=0-1;mode=record', null],
    ['', null],
    [undefined, null],
  ])('%s', (transport, channels) => {
    expect(interleavedChannels(transport, 2)).toEqual(channels);
  });
});

test('an answer has its length in bytes', () => {
  expect(formatAnswer(200, '3', { Session: 'a' }, 'ж')).toBe(
    'RTSP/1.0 200 OK\r\nCSeq: 3\r\nServer: Watchpost\r\nSession: a\r\nContent-Length: 2\r\n\r\nж',
  );
});

test('R15: one character 250,000 times, anywhere in a request or a transport, takes no time', () => {
  expect(findSlowRun('DESCRIBE rtsp://host:8554/camera/low/trackID=1 RTSP/1.0', (line) => parseRequest(messageOf(line)))).toBeNull();
  expect(findSlowRun('RTP/AVP/TCP;unicast;interleaved=0-1', (text) => interleavedChannels(text, 0))).toBeNull();
});

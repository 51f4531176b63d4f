import { expect, test } from 'vitest';
import { parseSdp, type SdpMedia } from './sdp.ts';

const video = ['m=video 0 RTP/AVP 96', 'a=rtpmap:96 H264/90000', 'a=control:track1'];
const aac = ['m=audio 0 RTP/AVP 97', 'a=rtpmap:97 MPEG4-GENERIC/16000/1', 'a=control:track2'];
const parse = (...lines: readonly string[]): readonly SdpMedia[] => parseSdp(`${lines.join('\r\n')}\r\n`).media;
const controls = (media: readonly SdpMedia[]): unknown[] => media.map(({ kind, control }) => [kind, control]);

test.each([
  'm=application/tp-link 0 RTP/AVP smart/0/25000',
  'm=application 0 RTP/AVP',
  'm=vnd.onvif.metadata/x 554/2 RTP/AVP vendor',
  'M=application 0 RTP/AVP smart',
  'm = application 0 RTP/AVP smart',
  'm=',
])('%j begins a section of its own, wherever it is', (line) => {
  const vendor = [line, 'a=control:track3', 'a=rtpmap:95 tp-link/25000'];
  for (const lines of [
    [...video, ...aac, ...vendor],
    [...vendor, ...video, ...aac],
  ]) {
    const media = parse(...lines).filter(({ kind }) => kind === 'video' || kind === 'audio');
    expect(controls(media)).toEqual([
      ['video', 'track1'],
      ['audio', 'track2'],
    ]);
    expect(media.map(({ encoding, payloadType }) => [encoding, payloadType])).toEqual([
      ['H264', 96],
      ['MPEG4-GENERIC', 97],
    ]);
  }
});

test.each<[string, string[], Partial<SdpMedia>]>([
  ['a format that is not a number', ['m=video 0 RTP/AVP H264', 'a=rtpmap:96 H264/90000'], { payloadType: 96, encoding: 'H264' }],
  ['no format', ['m=video 0 RTP/AVP', 'a=rtpmap:96 H264/90000'], { payloadType: 96, encoding: 'H264' }],
  ['a rtpmap of another number', ['m=video 0 RTP/AVP 98', 'a=rtpmap:96 H264/90000'], { payloadType: 98, encoding: 'H264' }],
  ['a rtpmap of another number for a static type', ['m=audio 0 RTP/AVP 0', 'a=rtpmap:8 PCMA/8000'], { payloadType: 0, encoding: 'PCMU' }],
  ['blanks', ['m=video  0  RTP/AVP  96', 'a = rtpmap : 96  H264/90000'], { payloadType: 96, encoding: 'H264' }],
  ['upper case', ['m=VIDEO 0 RTP/AVP 96', 'A=RTPMAP:96 h264/90000', 'A=Control:x'], { kind: 'video', encoding: 'H264', control: 'x' }],
])('%s', (_, lines, expected) => {
  expect(parse(...lines)[0]).toMatchObject(expected);
});

test.each([
  ['10', { encoding: 'L16', clockRate: 44_100, channels: 2 }],
  ['11', { encoding: 'L16', clockRate: 44_100, channels: 1 }],
  ['8', { encoding: 'PCMA', clockRate: 8000, channels: 1 }],
])('the type %s needs no description', (type, expected) => {
  expect(parse(`m=audio 0 RTP/AVP ${type}`)[0]).toMatchObject(expected);
});

test.each([
  ['its own number', 'a=fmtp:97 mode=AAC-hbr;config=1408'],
  ['another number', 'a=fmtp:96 mode=AAC-hbr;config=1408'],
  ['a blank after the colon', 'a=fmtp: 97 mode=AAC-hbr;config=1408'],
  ['upper case and quotes', 'A=FMTP:97 MODE="AAC-hbr"; Config="1408";'],
  ['two lines', 'a=fmtp:97 mode=AAC-hbr\r\na=fmtp:97 config=1408'],
])('parameters under %s', (_, fmtp) => {
  const { parameters } = parse(...aac, fmtp)[0] ?? {};
  expect([parameters?.get('mode'), parameters?.get('config')]).toEqual(['AAC-hbr', '1408']);
});

test('of two sets of parameters under other numbers, neither is taken', () => {
  expect(parse(...aac, 'a=fmtp:1 config=1', 'a=fmtp:2 config=2')[0]?.parameters.size).toBe(0);
});

const back = ['m=audio 0 RTP/AVP 0', 'a=control:back'];
test.each<[string, string[], (string | null)[]]>([
  ['first', [...back, 'a=sendonly', ...video, ...aac, 'a=recvonly'], ['back']],
  ['last', [...video, ...aac, ...back, 'a=sendonly'], ['back']],
  ['alone', [...video, ...back, 'a=sendonly'], ['back']],
  ['named from the camera’s point of view', [...video, 'a=sendonly', ...aac, 'a=sendonly', ...back, 'a=recvonly'], ['back']],
  ['absent, where all is sent', [...video, 'a=sendonly', ...aac, 'a=sendonly'], []],
  ['absent, where all is sent by the session', ['a=sendonly', ...video, ...aac], []],
  ['absent, where all is received', [...video, 'a=recvonly', ...aac, 'a=recvonly'], []],
  ['absent, where nothing is said', [...video, ...aac, 'a=sendrecv'], []],
])('a loudspeaker that is %s', (_, lines, expected) => {
  expect(parse(...lines).flatMap(({ isBackChannel, control }) => (isBackChannel ? [control] : []))).toEqual(expected);
});

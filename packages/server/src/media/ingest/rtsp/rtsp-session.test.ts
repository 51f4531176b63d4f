import { expect, test } from 'vitest';
import { createManualClock } from '../../../testing/manual-clock.ts';
import type { RtspConnection } from './rtsp-connection.ts';
import { play, type Description } from './rtsp-session.ts';
import { parseSdp } from './sdp.ts';

const sdp = parseSdp(['v=0', 'm=video 0 RTP/AVP 96', 'a=rtpmap:96 H264/90000', 'a=control:track1', 'm=audio 0 RTP/AVP 97', 'a=rtpmap:97 MPEG4-GENERIC/16000/1', 'a=control:track2', ''].join('\r\n'));

/** Writes down what is asked; answers SETUP with a session of `timeout` seconds. */
function createPeer(timeout: string, status: (method: string, url: string) => number = () => 200) {
  const asked: string[] = [];
  const write = (method: string, url: string, headers: Readonly<Record<string, string>> = {}): void => void asked.push(`${method} ${url} ${headers['Session'] ?? '-'}`);
  const connection: RtspConnection = {
    request: async (method, url, headers) => {
      write(method, url, headers);
      const lines = new Map(method === 'SETUP' ? [['session', [`abc${timeout}`]]] : []);
      return { startLine: '', status: status(method, url), headers: lines, body: new Uint8Array() };
    },
    send: write,
    close: () => undefined,
    closed: new Promise(() => undefined),
    address: '127.0.0.1',
  };
  return { asked, connection };
}
const onPacket = (): void => undefined;
const description = (knowsGetParameter: boolean): Description => ({ sdp, baseUrl: 'rtsp://cam/s/', knowsGetParameter });

test('the session is kept alive at half its timeout, in the way that the camera knows, until it is left', async () => {
  const clock = createManualClock();
  const { asked, connection } = createPeer(';timeout=20');
  const playing = await play({ connection, description: description(true), wanted: sdp.media, clock, onPacket });
  expect(asked).toEqual(['SETUP rtsp://cam/s/track1 -', 'SETUP rtsp://cam/s/track2 abc', 'PLAY rtsp://cam/s/ abc']);
  asked.length = 0;
  clock.advance(9_999);
  expect(asked).toEqual([]);
  clock.advance(20_001);
  expect(asked).toEqual(Array.from({ length: 3 }, () => 'GET_PARAMETER rtsp://cam/s/ abc'));
  asked.length = 0;
  playing.stop();
  clock.advance(60_000);
  expect(asked).toEqual(['TEARDOWN rtsp://cam/s/ abc']);
  expect(clock.pending).toBe(0);
});

test('without a timeout the usual 60 s count, and OPTIONS serves where GET_PARAMETER is not known', async () => {
  const clock = createManualClock();
  const { asked, connection } = createPeer('');
  const playing = await play({ connection, description: description(false), wanted: sdp.media, clock, onPacket });
  asked.length = 0;
  clock.advance(30_000);
  expect(asked).toEqual(['OPTIONS rtsp://cam/s/ abc']);
  playing.stop();
});

test('a camera that refuses the sound still shows its picture', async () => {
  const { connection } = createPeer('', (method, url) => (method === 'SETUP' && url.endsWith('track2') ? 461 : 200));
  const playing = await play({ connection, description: description(true), wanted: sdp.media, clock: createManualClock(), onPacket });
  expect(playing.tracks.map(({ media, channel }) => [media.encoding, channel])).toEqual([['H264', 0]]);
  playing.stop();
});

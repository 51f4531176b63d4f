import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createManualClock } from '@watchpost/contract/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createNetworkPolicy } from '../../../kernel/network/network-policy.ts';
import { connectRtsp } from './rtsp-connection.ts';
import { parseRtspUrl } from './rtsp-url.ts';

/** Connects to a camera that answers the nth request, from 1, with these messages. */
async function connect(answers: (request: number) => readonly string[]) {
  let requests = 0;
  let received = '';
  const camera = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      requests += 1;
      received += data.toString('latin1');
      for (const answer of answers(requests)) socket.write(answer);
    });
  });
  camera.listen(0, '127.0.0.1');
  await once(camera, 'listening');
  const address = camera.address();
  const url = `rtsp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  const clock = createManualClock();
  const network = createNetworkPolicy({ allowPrivate: true, allowLoopback: true });
  const connection = await connectRtsp({ target: parseRtspUrl({ url }), network, clock, onFrame: () => undefined });
  onTestFinished(() => {
    connection.close();
    camera.close();
  });
  return { connection, clock, url, requests: () => requests, received: () => received };
}

const answer = (status: number, cseq: string): string => `RTSP/1.0 ${status} Text\r\n${cseq}\r\n`;

test.each([
  ['0', 'CSeq: 0\r\n'],
  ['one too low', 'CSeq: 0\r\n'],
  ['one too high', 'CSeq: 2\r\n'],
  ['far off', 'CSeq: 4294967297\r\n'],
  ['no number', 'CSeq: abc\r\n'],
  ['empty', 'CSeq:\r\n'],
  ['missing', ''],
  ['twice', 'CSeq: 7\r\nCSeq: 1\r\n'],
])('an answer whose CSeq is %s belongs to the only request', async (_, cseq) => {
  const { connection, url } = await connect(() => [answer(200, cseq)]);
  expect(await connection.request('OPTIONS', url)).toMatchObject({ status: 200 });
});

test('an answer that comes too late is not taken for the answer to the next request', async () => {
  const { connection, clock, url, requests } = await connect((request) =>
    request === 1 ? [] : [answer(404, 'CSeq: 1\r\n'), answer(200, 'CSeq: 2\r\n')],
  );
  const first = connection.request('GET_PARAMETER', url);
  const failed = first.catch((error: unknown) => error);
  await expect.poll(requests).toBe(1);
  clock.advance(5000);
  expect(await failed).toMatchObject({ code: 'camera-timeout' });
  expect(await connection.request('OPTIONS', url)).toMatchObject({ status: 200 });
});

// A camera that asks every 30 s, and disconnects without a yes: bluenviron/gortsplib #93.
test.each([
  ['OPTIONS *', '200 OK'],
  ['OPTIONS rtsp://10.0.0.2/stream', '200 OK'],
  ['GET_PARAMETER rtsp://10.0.0.2/stream', '200 OK'],
  ['SET_PARAMETER rtsp://10.0.0.2/stream', '501 Not Implemented'],
  ['REDIRECT rtsp://10.0.0.2/stream', '501 Not Implemented'],
])('a camera that asks %s is answered %s', async (question, expected) => {
  const { connection, url, received } = await connect((request) =>
    request === 1 ? [`${question} RTSP/1.0\r\nCSeq: 7\r\n\r\n`, answer(200, 'CSeq: 1\r\n')] : [],
  );
  expect(await connection.request('OPTIONS', url)).toMatchObject({ status: 200 });
  await expect.poll(received).toContain(`RTSP/1.0 ${expected}\r\nCSeq: 7\r\n\r\n`);
});

test('what a camera calls its session goes back byte for byte', async () => {
  const { connection, url, received } = await connect((request) => [answer(200, `CSeq: ${request}\r\n`)]);
  await connection.request('PLAY', url, { Session: '\u00c9\u00e3' });
  expect(received()).toContain('Session: \u00c9\u00e3\r\n');
});

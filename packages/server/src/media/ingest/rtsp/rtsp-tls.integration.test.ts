import { once } from 'node:events';
import { createServer, DEFAULT_CIPHERS, type SecureVersion } from 'node:tls';
import { createManualClock } from '@watchpost/contract/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createNetworkPolicy } from '../../../kernel/network/network-policy.ts';
import { makeCertificate } from '../../../testing/certificate.ts';
import { connectRtsp } from './rtsp-connection.ts';
import { parseRtspUrl } from './rtsp-url.ts';

// Cameras with old firmware: AlexxIT/go2rtc PR #2383, #2211, #1172.
test.each<[minVersion: SecureVersion, maxVersion: SecureVersion]>([
  ['TLSv1', 'TLSv1'],
  ['TLSv1.1', 'TLSv1.1'],
  ['TLSv1.2', 'TLSv1.2'],
  ['TLSv1', 'TLSv1.3'],
])('a camera that knows %s to %s: the best is chosen', async (minVersion, maxVersion) => {
  const protocols: (string | null)[] = [];
  const ciphers = `${DEFAULT_CIPHERS}:@SECLEVEL=0`;
  const camera = createServer({ ...(await makeCertificate()), minVersion, maxVersion, ciphers }, (socket) => {
    protocols.push(socket.getProtocol());
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write('RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n'));
  });
  camera.listen(0, '127.0.0.1');
  await once(camera, 'listening');
  const address = camera.address();
  const url = `rtsps://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  const connection = await connectRtsp({
    target: parseRtspUrl({ url }),
    network: createNetworkPolicy({ allowPrivate: true, allowLoopback: true }),
    clock: createManualClock(),
    onFrame: () => undefined,
  });
  onTestFinished(() => {
    connection.close();
    camera.close();
  });
  expect(await connection.request('OPTIONS', url)).toMatchObject({ status: 200 });
  expect(protocols).toEqual([maxVersion]);
});

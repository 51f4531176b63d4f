import { createManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeCertificate } from '../../testing/certificate.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { readCertificate, watchCertificate, type Certificate } from './rtsp-certificate.ts';
import { createRtspServer } from './rtsp-server.ts';

const log = pino({ level: 'silent' });

async function writeFiles({ cert, key }: Certificate, folder?: string) {
  const target = folder ?? (await mkdtemp(join(tmpdir(), 'watchpost-certificate-')));
  if (folder === undefined) onTestFinished(() => rm(target, { recursive: true }));
  const files = { certFile: join(target, 'cert.pem'), keyFile: join(target, 'key.pem') };
  await Promise.all([writeFile(files.certFile, cert), writeFile(files.keyFile, key)]);
  return { folder: target, files };
}

test('a key of another certificate is refused', async () => {
  const [one, other] = await Promise.all([makeCertificate(), makeCertificate()]);
  const { files } = await writeFiles({ cert: one.cert, key: other.key });
  await expect(readCertificate(files)).rejects.toThrow(/key values mismatch/);
});

test('a renewed certificate is used without a restart; while the files are broken, the last one stays', async () => {
  const [first, second] = await Promise.all([makeCertificate(), makeCertificate()]);
  const { folder, files } = await writeFiles(first);
  const clock = createManualClock();
  const onRenewed = vi.fn<(certificate: Certificate) => void>();
  const warn = vi.spyOn(log, 'warn');
  onTestFinished(watchCertificate(files, first, { clock, log, of: 'RTSP', onRenewed }));
  await writeFiles({ cert: 'broken', key: first.key }, folder);
  clock.advance(3_600_000);
  await vi.waitUntil(() => warn.mock.calls.length === 1, { timeout: 5000 });
  await writeFiles(second, folder);
  clock.advance(3_600_000);
  await vi.waitUntil(() => onRenewed.mock.calls.length > 0, { timeout: 5000 });
  expect(onRenewed.mock.calls).toEqual([[second]]);
});

test('connections are encrypted, and new ones see the renewed certificate', async () => {
  const [first, second] = await Promise.all([makeCertificate(), makeCertificate()]);
  const server = createRtspServer({
    authorizer: { passwordOf: async () => null, watch: async () => Promise.reject(new Error('not asked')) },
    streams: createStreamRegistry({ log }),
    clock: systemClock,
    log,
  });
  const port = await server.listen('127.0.0.1', 0, first);
  onTestFinished(() => server.close());
  /** Connects as a client that trusts only this certificate, and returns the first line of the answer. */
  const ask = async (ca: string): Promise<string> => {
    const socket = connect({ host: '127.0.0.1', port, ca, servername: 'localhost' });
    await once(socket, 'secureConnect');
    socket.write('OPTIONS rtsp://localhost/cam RTSP/1.0\r\nCSeq: 1\r\n\r\n');
    const [answer]: Buffer[] = await once(socket, 'data');
    socket.destroy();
    return answer?.toString().split('\r\n')[0] ?? '';
  };
  expect(await ask(first.cert)).toBe('RTSP/1.0 200 OK');
  server.renewCertificate(second);
  await expect(ask(first.cert)).rejects.toThrow();
  expect(await ask(second.cert)).toBe('RTSP/1.0 200 OK');
});

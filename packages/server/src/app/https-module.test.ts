import { createManualClock } from '@watchpost/contract/testing';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig } from '../kernel/config.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { createHttp } from './create-http.ts';
import { createHttpsModule } from './https-module.ts';

const log = pino({ level: 'silent' });
const publicOrigin = { WATCHPOST_PUBLIC_ORIGIN: 'https://localhost/cams' };

async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-https-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [WATCHPOST_TLS_CERTIFICATE, WATCHPOST_TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const write = async ({ cert, key }: { readonly cert: string; readonly key: string }): Promise<void> => {
    await Promise.all([writeFile(WATCHPOST_TLS_CERTIFICATE, cert), writeFile(WATCHPOST_TLS_KEY, key)]);
  };
  const config = readConfig({ ...publicOrigin, WATCHPOST_TLS_CERTIFICATE, WATCHPOST_TLS_KEY, WATCHPOST_TLS_PORT: '0' });
  const clock = createManualClock();
  const app = await createHttp(config, log);
  const https = createHttpsModule({ config, clock, log, app });
  app.get('/page', async () => 'the page');
  await app.ready();
  onTestFinished(async () => {
    await https.stop?.();
    app.server.closeAllConnections();
    await app.close();
  });
  const open = async (): Promise<void> => {
    await https.start?.();
    await https.listening?.('');
  };
  return { app, clock, https, open, write };
}

/** Asks as a client that trusts only this certificate. */
function ask(port: number | null, ca: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request({ host: '127.0.0.1', port, path: '/cams/page', ca, servername: 'localhost', agent: false }, (answer) => {
    let body = '';
    answer.setEncoding('utf8').on('data', (part: string) => (body += part));
    answer.on('end', () => resolve(`${answer.statusCode} ${body} ${answer.headers['strict-transport-security'] ?? ''}`));
  })
    .on('error', reject)
    .end();
  return promise;
}

test('pages are served encrypted, and a renewed certificate is used without a restart', async () => {
  const [first, second] = await Promise.all([makeCertificate(), makeCertificate()]);
  const { clock, https, open, write } = await setUp();
  await write(first);
  await open();
  expect(await ask(https.port(), first.cert)).toBe('200 the page max-age=31536000');
  await write(second);
  clock.advance(3_600_000);
  await expect.poll(() => ask(https.port(), second.cert).catch(() => 'not yet')).toBe('200 the page max-age=31536000');
  await expect(ask(https.port(), first.cert)).rejects.toThrow();
});

test('an unencrypted request from another machine is redirected; programs of this machine are served', async () => {
  const { app } = await setUp();
  const from = (remoteAddress: string, url: string) => app.inject({ url, remoteAddress });
  const sent = await from('203.0.113.5', '/cams/page?a=1');
  expect([sent.statusCode, sent.headers.location]).toEqual([308, 'https://localhost/cams/page?a=1']);
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect((await from(address, '/cams/page')).body).toBe('the page');
});

test('files that can’t be used are named before a port opens', async () => {
  const { https, open } = await setUp();
  await expect(open()).rejects.toThrow(ConfigError);
  await expect(open()).rejects.toThrow(/cert\.pem.*WATCHPOST_TLS_CERTIFICATE/s);
  expect(https.port()).toBeNull();
});

test.each([
  ['one file of two', { ...publicOrigin, WATCHPOST_TLS_KEY: 'key.pem' }, /belong together/],
  ['no address', { WATCHPOST_TLS_CERTIFICATE: 'cert.pem', WATCHPOST_TLS_KEY: 'key.pem' }, /WATCHPOST_PUBLIC_ORIGIN/],
  [
    'a node of a cluster',
    {
      ...publicOrigin,
      WATCHPOST_TLS_CERTIFICATE: 'cert.pem',
      WATCHPOST_TLS_KEY: 'key.pem',
      WATCHPOST_ROLES: 'api',
      DATABASE_URL: 'postgres://db.example/watchpost',
      WATCHPOST_SECRET: 'x'.repeat(32),
    },
    /through a proxy/,
  ],
])('%s is refused with what to do', (_name, variables, message) => {
  expect(() => readConfig(variables)).toThrow(message);
});

import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { doctor } from '../../cli/doctor.ts';
import { readConfig } from '../../kernel/config.ts';
import { createLog } from '../../kernel/log.ts';
import { registerStatic } from '../../kernel/static.ts';
import { startAcmeAuthority } from '../../testing/acme/acme-authority.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { createHttp } from '../create-http.ts';
import { createHttpsModule } from '../https-module.ts';
import { createAcmeStore } from './acme-store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const lifetimeMs = 90 * day;
const domain = 'cams.example';

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-acme-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

interface RigOptions {
  readonly clock: ManualClock;
  /** Of an earlier server. */
  readonly dataDir?: string;
  readonly directoryUrl: string;
}

/** The HTTP and the HTTPS of a server, on ports of their own. */
async function startRig({ clock, directoryUrl, dataDir: given }: RigOptions) {
  const dataDir = given ?? (await makeDataDir());
  const variables = {
    DATA_DIR: dataDir,
    PORT: '0',
    WATCHPOST_PUBLIC_ORIGIN: `https://${domain}/cams`,
    WATCHPOST_TLS_PORT: '0',
    WATCHPOST_ACME_DOMAINS: `${domain}, www.${domain}`,
    WATCHPOST_ACME_EMAIL: 'anna@cams.example',
    WATCHPOST_ACME_ACCEPT_TERMS: '1',
    WATCHPOST_ACME_DIRECTORY: directoryUrl,
  };
  const config = readConfig(variables);
  const lines: string[] = [];
  const log = createLog({ level: 'info', format: 'json', write: (line) => void lines.push(line) });
  const app = await createHttp(config, log);
  // The longest wait after each failure.
  const https = createHttpsModule({ config, clock, log, app, random: () => 1 });
  app.get('/page', async () => 'the page');
  await registerStatic(app, { appDir: null, embedDir: null });
  await https.start?.();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const end = async (): Promise<void> => {
    await https.stop?.();
    app.server.closeAllConnections();
    await app.close();
  };
  let ended: Promise<void> | undefined;
  const stop = (): Promise<void> => (ended ??= end());
  onTestFinished(stop);

  /** @param ca the only authority that the client trusts; null for whatever certificate there is */
  const served = async (ca: string | null): Promise<string | null> => {
    const socket = connect({
      host: '127.0.0.1',
      port: https.port() ?? 0,
      servername: domain,
      ...(ca === null ? { rejectUnauthorized: false } : { ca }),
    });
    try {
      await once(socket, 'secureConnect');
      return socket.getPeerX509Certificate()?.fingerprint256 ?? null;
    } catch {
      return null;
    } finally {
      socket.destroy();
    }
  };
  const findingOf = async (name: string): Promise<z.infer<typeof findingSchema> | undefined> => {
    let text = '';
    await doctor(config, { json: true, machine: { now: clock.now }, write: (more) => void (text += more) });
    expect(text).not.toContain('PRIVATE KEY');
    return reportSchema.parse(JSON.parse(text)).checks.find((check) => check.name === name);
  };
  return {
    app,
    dataDir,
    lines,
    port: () => portOf(app.server.address()),
    httpsPort: () => https.port(),
    begin: async () => https.listening?.(''),
    stop,
    served,
    findingOf,
    store: createAcmeStore(dataDir),
  };
}

type Rig = Awaited<ReturnType<typeof startRig>>;

const findingSchema = z.object({
  name: z.string(),
  level: z.string(),
  code: z.string(),
  what: z.string(),
  why: z.string().nullable(),
  remedy: z.string().nullable(),
});
const reportSchema = z.object({ checks: z.array(findingSchema) });

function portOf(address: string | { readonly port: number } | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Of the first certificate in a chain. */
function fingerprintOf(chain: string | undefined): string | null {
  return chain === undefined ? null : new X509Certificate(chain).fingerprint256;
}

test('a certificate is obtained, served, renewed while the server runs, and kept while the authority is away', async () => {
  // Clients look at the machine's own clock: two certificates in a row are valid today.
  const clock = createManualClock(Date.now() - 61 * day);
  const fromElsewhere: unknown[] = [];
  const authority = await startAcmeAuthority({
    now: clock.now,
    lifetimeMs,
    challengePort: () => rig.port(),
    onChallenge: async (path) => {
      // A real authority is another machine, which is not sent on to HTTPS.
      const answer = await rig.app.inject({ url: path, remoteAddress: '203.0.113.5' });
      const unknown = await rig.app.inject({ url: `${path}x`, remoteAddress: '203.0.113.5' });
      fromElsewhere.push([answer.statusCode, answer.body.startsWith(path.slice(path.lastIndexOf('/') + 1)), unknown.statusCode]);
    },
  });
  onTestFinished(() => authority.close());
  const rig: Rig = await startRig({ clock, directoryUrl: authority.directoryUrl });
  const serves = async (index: number): Promise<boolean> => {
    const wanted = fingerprintOf(authority.issued[index]);
    return wanted !== null && (await rig.served(authority.root)) === wanted;
  };
  expect(await rig.findingOf('Certificate')).toMatchObject({ code: 'ok', what: expect.stringContaining(domain) });

  await rig.begin();
  await expect.poll(() => serves(0)).toBe(true);
  expect(await askPage(rig.httpsPort(), authority.root)).toBe('200 the page');
  expect(new X509Certificate(authority.issued[0] ?? '').subjectAltName).toBe(`DNS:${domain}, DNS:www.${domain}`);
  expect(authority.accounts).toEqual([['mailto:anna@cams.example']]);
  expect(fromElsewhere).toEqual([
    [200, true, 308],
    [200, true, 308],
  ]);

  await expect.poll(() => rig.store.readState()).toMatchObject({ failures: 0, issuer: authority.directoryUrl });
  for (const name of ['acme-account.pem', 'acme-certificate.pem', 'acme-state.json'])
    expect((await stat(join(rig.dataDir, 'keys', name))).mode & 0o777).toBe(0o600);
  expect((await stat(join(rig.dataDir, 'keys'))).mode & 0o777).toBe(0o700);
  expect(await rig.findingOf('Certificate')).toMatchObject({ code: 'ok', what: expect.stringMatching(/^valid for 8\d days/) });
  expect(await rig.findingOf('Keys')).toMatchObject({ code: 'ok' });

  const { requests } = authority;
  clock.advance(59 * day);
  expect(await rig.findingOf('Certificate')).toMatchObject({ code: 'ok' });
  expect(authority.requests).toBe(requests);
  // A third of the lifetime is left.
  clock.advance(day);
  await expect.poll(() => serves(1)).toBe(true);
  await expect.poll(() => rig.store.readState()).toMatchObject({ lastAttempt: clock.now() });
  expect(authority.issued).toHaveLength(2);
  expect(authority.accounts).toHaveLength(1);

  authority.setAway(true);
  clock.advance(60 * day);
  await expect.poll(() => rig.store.readState()).toMatchObject({ failures: 1 });
  const first = await rig.store.readState();
  expect(first.nextAttempt - first.lastAttempt).toBe(30 * minute);
  // Not before; and then later and later.
  clock.advance(25 * minute);
  clock.advance(10 * minute);
  await expect.poll(() => rig.store.readState()).toMatchObject({ failures: 2 });
  const second = await rig.store.readState();
  expect(second.lastAttempt).toBeGreaterThanOrEqual(first.nextAttempt);
  expect(second.nextAttempt - second.lastAttempt).toBe(60 * minute);
  expect(await serves(1)).toBe(true);
  expect(await rig.findingOf('Certificate')).toMatchObject({
    level: 'warning',
    code: 'certificate-not-renewed',
    what: expect.stringMatching(/2 failed attempts, the last one: \S/),
    why: expect.stringMatching(/^Browsers refuse it in (?:29|30) days\.$/),
    remedy: expect.stringContaining('port 80'),
  });

  authority.setAway(false);
  clock.advance(65 * minute);
  await expect.poll(() => rig.store.readState()).toMatchObject({ failures: 0, problem: null });
  expect(authority.issued).toHaveLength(3);
  // Of the future, for today's clients.
  expect(await rig.served(null)).toBe(fingerprintOf(authority.issued[2]));
  expect(rig.lines.join('')).toContain('the present one stays in use');
  expect(rig.lines.join('')).not.toContain('PRIVATE KEY');
});

test('a server that starts again serves the stored certificate without asking; from another authority it gets another', async () => {
  const clock = createManualClock(Date.now());
  let port = 0;
  const authority = await startAcmeAuthority({ now: clock.now, lifetimeMs, challengePort: () => port });
  onTestFinished(() => authority.close());
  const first = await startRig({ clock, directoryUrl: authority.directoryUrl });
  port = first.port();
  await first.begin();
  await expect.poll(() => first.store.readState()).toMatchObject({ issuer: authority.directoryUrl });
  const { requests } = authority;
  await first.stop();

  const again = await startRig({ clock, dataDir: first.dataDir, directoryUrl: authority.directoryUrl });
  await again.begin();
  expect(await again.served(authority.root)).toBe(fingerprintOf(authority.issued[0]));
  clock.advance(day);
  expect(await again.findingOf('Certificate')).toMatchObject({ code: 'ok' });
  expect(authority.requests).toBe(requests);
  await again.stop();

  // Clients look at the machine's own clock, to which a certificate of tomorrow isn't valid yet.
  const other = await startAcmeAuthority({ now: Date.now, lifetimeMs, challengePort: () => port });
  onTestFinished(() => other.close());
  const moved = await startRig({ clock, dataDir: first.dataDir, directoryUrl: other.directoryUrl });
  port = moved.port();
  await moved.begin();
  await expect.poll(() => moved.served(other.root)).not.toBeNull();
  expect(await moved.served(other.root)).toBe(fingerprintOf(other.issued[0]));
});

test('an authority that can’t reach the server: the reason is in the log and in the doctor’s finding', async () => {
  const clock = createManualClock(Date.now());
  // Nothing listens there.
  const authority = await startAcmeAuthority({ now: clock.now, lifetimeMs, challengePort: () => 1 });
  onTestFinished(() => authority.close());
  const rig = await startRig({ clock, directoryUrl: authority.directoryUrl });
  await rig.begin();
  await expect.poll(() => rig.store.readState()).toMatchObject({ failures: 1, issuer: null });
  expect(authority.issued).toEqual([]);
  expect(await rig.served(null)).toBeNull();
  const finding = await rig.findingOf('Certificate');
  expect(finding).toMatchObject({ level: 'warning', code: 'certificate-not-issued', what: expect.stringContaining('ECONNREFUSED') });
  expect(rig.lines.join('')).toContain('ECONNREFUSED');
  expect(rig.lines.join('')).toContain('HTTPS can’t answer without one');
  await rig.stop();

  // A restart is not held to the wait, but does not ask at once either.
  const { requests } = authority;
  const again = await startRig({ clock, dataDir: rig.dataDir, directoryUrl: authority.directoryUrl });
  await again.begin();
  clock.advance(4 * minute);
  expect(await again.findingOf('Certificate')).toMatchObject({ code: 'certificate-not-issued' });
  expect(authority.requests).toBe(requests);
  clock.advance(2 * minute);
  await expect.poll(() => again.store.readState()).toMatchObject({ failures: 2 });
});

test('a whole server obtains its certificate at the start', async () => {
  const { promise: challengePort, resolve } = Promise.withResolvers<number>();
  const authority = await startAcmeAuthority({ now: Date.now, lifetimeMs, challengePort: () => challengePort });
  onTestFinished(() => authority.close());
  const server = await startTestServer({
    publicOrigin: `https://${domain}`,
    tls: { port: 0, files: null, acme: { domains: [domain], email: null, directoryUrl: authority.directoryUrl } },
  });
  onTestFinished(() => server.close());
  resolve(Number(new URL(server.url).port));
  await expect.poll(() => server.logLines.some((line) => line.includes('A certificate was issued'))).toBe(true);
  const listening = server.logLines.find((line) => line.includes('HTTPS listens')) ?? '{}';
  const { port } = z.object({ port: z.number() }).parse(JSON.parse(listening));
  const { promise, resolve: answer, reject } = Promise.withResolvers<number | undefined>();
  request({ host: '127.0.0.1', port, path: '/healthz', ca: authority.root, servername: domain, agent: false }, (response) => {
    response.resume();
    answer(response.statusCode);
  })
    .on('error', reject)
    .end();
  expect(await promise).toBe(200);
});

test('the health of a server whose certificate is refused says why, to its operator alone', async () => {
  const authority = await startAcmeAuthority({ now: Date.now, lifetimeMs, challengePort: () => 1 });
  onTestFinished(() => authority.close());
  const server = await startTestServer({
    publicOrigin: `https://${domain}`,
    tls: { port: 0, files: null, acme: { domains: [domain], email: null, directoryUrl: authority.directoryUrl } },
  });
  onTestFinished(() => server.close());
  const health = async (): Promise<unknown> => (await fetch(`${server.url}/healthz`)).json();
  await expect
    .poll(health)
    .toEqual({ status: 'ok', warnings: [expect.stringMatching(/^The certificate for cams\.example was not issued: .*ECONNREFUSED/)] });
  const forwarded = await fetch(`${server.url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.5' } });
  expect(await forwarded.json()).toEqual({ status: 'ok' });
});

/** Asks as a client that trusts only this authority. */
function askPage(port: number | null, ca: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request({ host: '127.0.0.1', port, path: '/cams/page', ca, servername: domain, agent: false }, (answer) => {
    let body = '';
    answer.setEncoding('utf8').on('data', (part: string) => (body += part));
    answer.on('end', () => resolve(`${answer.statusCode} ${body}`));
  })
    .on('error', reject)
    .end();
  return promise;
}

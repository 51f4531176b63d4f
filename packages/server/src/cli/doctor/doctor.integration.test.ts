import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Aedes } from 'aedes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../kernel/config.ts';
import { keyFiles } from '../../kernel/keys.ts';
import { lockDataFolder } from '../../kernel/lock.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { copyMigratedDatabase } from '../../testing/database/migrated-database.ts';
import { mountSmallDisk } from '../../testing/small-disk.ts';
import { doctor } from '../doctor.ts';
import type { Machine } from './finding.ts';

let folder: string;
const cleanUps: (() => unknown)[] = [];
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'watchpost-doctor-'))));
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  await rm(folder, { recursive: true, force: true });
});

const reportSchema = z.object({
  canRun: z.boolean(),
  checks: z.array(
    z.object({
      name: z.string(),
      level: z.enum(['ok', 'warning', 'error']),
      code: z.string(),
      what: z.string(),
      why: z.string().nullable(),
      remedy: z.string().nullable(),
    }),
  ),
});
type Report = z.infer<typeof reportSchema>;

/** Runs all checks here, with what the environment and the machine say. */
async function examine(environment: Record<string, string> = {}, machine: Partial<Machine> = {}): Promise<Report> {
  let text = '';
  const config = readConfig({ DATA_DIR: folder, PORT: '0', ...environment });
  const code = await doctor(config, { json: true, machine, write: (more) => void (text += more) });
  const report = reportSchema.parse(JSON.parse(text));
  expect(code).toBe(report.canRun ? 0 : 1);
  return report;
}
const findingOf = ({ checks }: Report, name: string) => checks.find((check) => check.name === name);

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}
/** As a proxy in front of the running server: this process holds the lock. */
async function listenAsProxy(answer: RequestListener): Promise<Record<string, string>> {
  cleanUps.push(lockDataFolder(folder));
  return { WATCHPOST_PUBLIC_ORIGIN: `http://127.0.0.1:${await listen(createHttpServer(answer))}` };
}
const healthy: RequestListener = (request, reply) => {
  reply.statusCode = request.url === '/healthz' ? 200 : 404;
  reply.end(request.url === '/healthz' ? '{"status":"ok"}' : 'no');
};
/** Nothing listens there. */
const nowhere = '127.0.0.1:1';

test('a machine in order has no error, and each check says what it saw', async () => {
  const report = await examine();
  expect(report.checks.filter(({ level }) => level === 'error')).toEqual([]);
  expect(report.canRun).toBe(true);
  expect(new Set(report.checks.map(({ name }) => name)).size).toBe(report.checks.length);
  expect(report.checks.length).toBeGreaterThanOrEqual(20);
});

test('ports that are taken: HTTP, RTSP, UDP of WebRTC', async () => {
  const taken = String(await listen(createServer()));
  const http = await examine({ PORT: taken });
  expect(findingOf(http, 'Port')).toMatchObject({
    level: 'error',
    code: 'port-taken',
    remedy: expect.stringContaining(`Port ${taken} is taken`),
  });
  expect(http.canRun).toBe(false);
  expect(findingOf(await examine({ RTSP_PORT: taken }), 'RTSP')).toMatchObject({ code: 'stream-port-taken' });

  const socket = createSocket('udp4').bind(0);
  cleanUps.push(() => socket.close());
  await once(socket, 'listening');
  const { port } = socket.address();
  const first = Math.min(port, 65_526);
  expect(findingOf(await examine({ WEBRTC_PORTS: `${first}-${first + 9}` }), 'WebRTC')).toMatchObject({
    code: 'udp-ports',
    what: expect.stringMatching(/are taken by other programs$/),
  });
  expect(findingOf(await examine({ WEBRTC_PORTS: '50000-50002' }), 'WebRTC')).toMatchObject({ code: 'udp-ports' });
});

test('a data folder that can’t be used, keys that others can read', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(findingOf(await examine({ DATA_DIR: join(folder, 'file/data') }), 'Data folder')).toMatchObject({
    level: 'error',
    code: 'data-folder-unusable',
  });
  const [key = ''] = keyFiles;
  await mkdir(dirname(join(folder, key)), { recursive: true });
  await writeFile(join(folder, key), 'secret');
  await chmod(join(folder, key), 0o644);
  expect(findingOf(await examine(), 'Keys')).toMatchObject({ code: 'key-readable', remedy: `Run: chmod 600 ${join(folder, key)}` });
});

test('a disk that is nearly full, and one that is', async ({ skip }) => {
  for (const [megabytes, code] of [
    [200, 'disk-nearly-full'],
    [20, 'disk-full'],
  ] as const) {
    const disk = await mountSmallDisk(megabytes);
    if (!disk) return skip('mounting is not allowed here');
    cleanUps.push(disk.remove);
    expect(findingOf(await examine({ DATA_DIR: disk.folder }), 'Free space')?.code).toBe(code);
  }
});

test('a database that a newer version has used, one that is damaged, and PostgreSQL that is away', async () => {
  await copyMigratedDatabase(folder);
  expect(findingOf(await examine(), 'Database')).toMatchObject({ code: 'ok' });
  const database = new DatabaseSync(join(folder, 'watchpost.db'));
  database.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01')");
  database.close();
  expect(findingOf(await examine(), 'Database')).toMatchObject({ code: 'database-newer', what: expect.stringContaining('9999-future') });

  const damaged = await mkdtemp(join(folder, 'damaged-'));
  await writeFile(join(damaged, 'watchpost.db'), 'no database '.repeat(100));
  expect(findingOf(await examine({ DATA_DIR: damaged }), 'Database')).toMatchObject({
    code: 'database-unusable',
    remedy: expect.stringMatching(/backup/),
  });

  const away = await examine({ DATABASE_URL: `postgres://anna:hunter2@${nowhere}/watchpost` });
  expect(findingOf(away, 'Database')).toMatchObject({ code: 'database-unusable', remedy: expect.stringContaining('Start PostgreSQL') });
  // Reported once, and without the password.
  expect(away.checks.filter(({ level }) => level === 'error').map(({ name }) => name)).toEqual(['Database']);
  expect(JSON.stringify(away)).not.toContain('hunter2');
});

test('FFmpeg: missing, too old', async () => {
  expect(findingOf(await examine({ FFMPEG_PATH: join(folder, 'nothing') }), 'FFmpeg')).toMatchObject({ code: 'ffmpeg-missing' });
  const old = join(folder, 'ffmpeg');
  await writeFile(old, '#!/bin/sh\necho "ffmpeg version 3.2.19-0+deb9u1 Copyright (c) 2000-2024"\n', { mode: 0o755 });
  expect(findingOf(await examine({ FFMPEG_PATH: old }), 'FFmpeg')).toMatchObject({
    code: 'ffmpeg-old',
    what: expect.stringContaining('3.2.19'),
  });
});

test('the public address: not encrypted, unreachable, something else, and a clock that is off', async () => {
  expect(findingOf(await examine({ WATCHPOST_PUBLIC_ORIGIN: 'http://cams.example' }), 'Address')).toMatchObject({
    code: 'public-address-not-https',
  });
  const proxy = await listenAsProxy((_request, reply) => reply.end('<h1>It works!</h1>'));
  expect(findingOf(await examine(proxy), 'Address')).toMatchObject({ code: 'public-address-elsewhere' });
  expect(findingOf(await examine({ WATCHPOST_PUBLIC_ORIGIN: `http://${nowhere}` }), 'Address')).toMatchObject({
    code: 'public-address-unreachable',
  });
});

test('a clock that differs from the proxy’s, and a proxy that refuses WebSockets', async () => {
  const proxy = await listenAsProxy((request, reply) => {
    reply.setHeader('date', new Date(Date.now() - 600_000).toUTCString());
    healthy(request, reply);
  });
  const report = await examine(proxy);
  expect(findingOf(report, 'Address')).toMatchObject({ code: 'clock-wrong', what: expect.stringMatching(/ahead of/) });
  expect(findingOf(report, 'WebSockets')).toMatchObject({ code: 'proxy-without-websockets', what: expect.stringContaining('404') });
});

test('mail and brokers that are away, and a broker that refuses', async () => {
  const away = await examine({ SMTP_URL: `smtp://${nowhere}`, MQTT_URL: `mqtt://${nowhere}`, HOME_MQTT_URL: `mqtt://${nowhere}/home` });
  expect(findingOf(away, 'Mail')).toMatchObject({ code: 'mail-refused' });
  expect(findingOf(away, 'Broker')).toMatchObject({ code: 'broker-unreachable', remedy: expect.stringContaining('MQTT_URL') });
  expect(findingOf(away, 'Home broker')).toMatchObject({ code: 'broker-unreachable', remedy: expect.stringContaining('HOME_MQTT_URL') });
  // None of it keeps the server from running.
  expect(away.canRun).toBe(true);

  const broker = await Aedes.createBroker({ authenticate: (_client, user, _password, done) => done(null, user === 'anna') });
  cleanUps.push(() => new Promise<void>((resolve) => broker.close(() => resolve())));
  const port = await listen(createServer(broker.handle));
  expect(findingOf(await examine({ MQTT_URL: `mqtt://anna:x@127.0.0.1:${port}` }), 'Broker')).toMatchObject({ code: 'ok' });
  expect(findingOf(await examine({ MQTT_URL: `mqtt://boris:x@127.0.0.1:${port}` }), 'Broker')).toMatchObject({ code: 'broker-refuses' });
});

test('a certificate that expires soon, one that has expired, and one that is not there', async () => {
  const { key, cert } = await makeCertificate();
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await writeFile(certFile, cert);
  await writeFile(keyFile, key);
  const encrypted = { RTSP_PORT: '18554', RTSP_TLS_CERT: certFile, RTSP_TLS_KEY: keyFile };
  expect(findingOf(await examine(encrypted), 'Certificate')).toMatchObject({ code: 'certificate-expires' });
  const later = { now: () => Date.now() + 30 * 86_400_000 };
  expect(findingOf(await examine(encrypted, later), 'Certificate')).toMatchObject({
    code: 'certificate-expired',
    what: expect.stringMatching(/2[78] days ago/),
  });
  expect(findingOf(await examine({ ...encrypted, RTSP_TLS_CERT: join(folder, 'none.pem') }), 'Certificate')).toMatchObject({
    code: 'certificate-unreadable',
  });
  const https = {
    WATCHPOST_PUBLIC_ORIGIN: 'https://localhost',
    WATCHPOST_TLS_CERTIFICATE: certFile,
    WATCHPOST_TLS_KEY: join(folder, 'none.pem'),
  };
  expect(findingOf(await examine(https), 'Certificate')).toMatchObject({
    code: 'certificate-unreadable',
    remedy: expect.stringContaining('WATCHPOST_TLS_KEY'),
  });
});

test('an object store that is away, one that refuses, and one that returns other bytes', async () => {
  const keys = { WATCHPOST_S3_BUCKET: 'watchpost', WATCHPOST_S3_ACCESS_KEY: 'anna', WATCHPOST_S3_SECRET_KEY: 'hunter2hunter2' };
  const away = await examine({ ...keys, WATCHPOST_S3_ENDPOINT: `http://${nowhere}` });
  expect(findingOf(away, 'Objects')).toMatchObject({
    level: 'warning',
    code: 'objects-unusable',
    what: expect.stringContaining('be written to'),
  });
  expect(JSON.stringify(away)).not.toContain('hunter2');

  const store = async (answer: RequestListener) => ({
    ...keys,
    WATCHPOST_S3_ENDPOINT: `http://127.0.0.1:${await listen(createHttpServer(answer))}`,
  });
  const refusing = await store((request, reply) => {
    request.resume();
    reply.statusCode = 403;
    reply.end('<Error><Code>AccessDenied</Code></Error>');
  });
  expect(findingOf(await examine(refusing), 'Objects')).toMatchObject({ code: 'objects-unusable' });
  const confused = await store((request, reply) => {
    request.resume();
    if (request.method === 'GET') reply.writeHead(206, { 'content-length': 9 }).end('XXXXXXXXX');
    else reply.end();
  });
  expect(findingOf(await examine(confused), 'Objects')).toMatchObject({ level: 'error', code: 'objects-damaged' });
});

const main = join(import.meta.dirname, '../main.ts');
/** @param before a program that runs the command, with its arguments */
async function runCommand(environment: Record<string, string>, before: readonly string[] = []): Promise<{ code: unknown; output: string }> {
  const [program, ...words] = [...before, process.execPath, main, 'doctor', '--json'];
  const child = spawn(program, words, { env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0', ...environment } });
  let output = '';
  child.stdout.on('data', (data: Buffer) => void (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => void (output += data.toString()));
  const [code] = await once(child, 'close');
  return { code, output };
}

test('the command: JSON for programs; the real limit of open files and a real TZ', async () => {
  const { code, output } = await runCommand({ TZ: 'Mars/Olympus' }, ['/bin/sh', '-c', 'ulimit -n 512; exec "$@"', 'sh']);
  const report = reportSchema.parse(JSON.parse(output));
  expect(code).toBe(0);
  expect(findingOf(report, 'Open files')).toMatchObject({ code: 'open-files', what: 'only 512 allowed' });
  expect(findingOf(report, 'Time zones')).toMatchObject({ code: 'time-zone-unknown' });
});

test('settings that can’t be used, such as a missing secret of the payment provider, are named before anything is checked', async () => {
  const { code, output } = await runCommand({ PAYMENT_PROVIDER: 'stripe', PLANS_FILE: join(folder, 'plans.json') });
  expect(code).toBe(2);
  expect(output).toMatch(/STRIPE_\w+/);
});

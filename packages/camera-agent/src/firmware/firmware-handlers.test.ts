import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { firmwareText, type FirmwareManifest } from '@watchpost/contract/schemas/firmware';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFirmwareHandlers } from './firmware-handlers.ts';
import { readFirmwareKey } from './firmware-signature.ts';
import { createFirmwareStore, type FirmwareStore } from './firmware-store.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
let folder: string;
let store: FirmwareStore;
const closers: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-firmware-'));
  store = createFirmwareStore(join(folder, 'kept'));
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes a package as the tooling does. */
function pack(version: string, inside = version, files: readonly string[] = ['dist/cli/main.js']): Buffer {
  const root = join(folder, `made-${version}-${inside}`);
  for (const file of [...files, 'package.json']) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), file === 'package.json' ? JSON.stringify({ version: inside }) : `console.log('${inside}')`);
  }
  execFileSync('tar', ['-czf', `${root}.tar.gz`, '-C', root, '.']);
  return readFileSync(`${root}.tar.gz`);
}
function signed(content: Buffer, over: Partial<FirmwareManifest> = {}): FirmwareManifest {
  const manifest = {
    model: 'Camera agent',
    version: '0.2.0',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    ...over,
  };
  return { ...manifest, signature: over.signature ?? sign(null, Buffer.from(firmwareText(manifest)), privateKey).toString('base64url') };
}

async function setUp(answer: RequestListener) {
  const requests: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization}`);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  let restarts = 0;
  const handlers = createFirmwareHandlers({
    store,
    key: readFirmwareKey(pem),
    model: 'Camera agent',
    version: '0.1.0',
    serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    agentToken: 'secret',
    restart: () => (restarts += 1),
  });
  const fractions: number[] = [];
  const run = (name: string, parameters: unknown = {}): Promise<unknown> => {
    const handler = handlers.find((known) => known.name === `firmware.${name}`);
    if (!handler) throw new Error(`There is no ${name}.`);
    return handler.handle(parameters, { signal: AbortSignal.timeout(10_000), progress: (fraction) => fractions.push(fraction) });
  };
  return { requests, run, fractions, restarts: () => restarts };
}

/** Sends endless data as fast as the client reads it. */
function endless(response: Parameters<RequestListener>[1], chunk: Buffer): void {
  response.once('drain', () => endless(response, chunk));
  while (!response.destroyed && response.write(chunk));
}

test('a genuine package is downloaded from the camera’s own server, verified, installed, and tried at the next start', async () => {
  const content = pack('0.2.0');
  const { requests, run, fractions, restarts } = await setUp((_, response) => response.end(content));
  await run('prepare', { manifest: signed(content) });
  await run('download');
  expect([requests, fractions.at(-1)]).toEqual([['/public/api/v3/agent/firmware/0.2.0 Bearer secret'], 1]);
  expect(await store.current()).toBeNull();
  await run('install');
  expect([await store.current(), restarts()]).toEqual([null, 0]);
  await run('restart');
  expect([await store.current(), restarts()]).toEqual([{ version: '0.2.0', isTrial: true }, 1]);
  expect(
    execFileSync(process.execPath, [store.entryOf('0.2.0')])
      .toString()
      .trim(),
  ).toBe('0.2.0');
  await store.keep();
  expect(await store.current()).toEqual({ version: '0.2.0', isTrial: false });
});

describe('a package that is not genuine is not even downloaded', () => {
  const other = generateKeyPairSync('ed25519').privateKey;
  const content = Buffer.from('anything');
  const good = signed(content);
  test.each([
    ['signed with another key', { ...good, signature: sign(null, Buffer.from(firmwareText(good)), other).toString('base64url') }],
    ['another version under a genuine signature', { ...good, version: '0.3.0' }],
    ['another size', { ...good, size: good.size + 1 }],
    ['another content', { ...good, sha256: 'a'.repeat(64) }],
    ['for another model', signed(content, { model: 'Dome 4' })],
    ['the version that runs', signed(content, { version: '0.1.0' })],
    ['an older one, which is genuine too', signed(content, { version: '0.0.9' })],
  ])('%s', async (_, manifest) => {
    const { requests, run } = await setUp((__, response) => response.end(content));
    await expect(run('prepare', { manifest })).rejects.toMatchObject({ code: 'camera-firmware-untrusted' });
    await expect(run('download')).rejects.toMatchObject({ code: 'camera-failed' });
    expect([requests, existsSync(store.download)]).toEqual([[], false]);
  });
});

describe('a broken download does not touch the running version', () => {
  const good = Buffer.alloc(200_000, 'x');
  test.each([
    ['one byte is another', (response) => response.end(Buffer.concat([good.subarray(1), Buffer.from('y')]))],
    ['it is cut short', (response) => response.end(good.subarray(1))],
    ['it does not end', (response) => endless(response, good)],
    ['the line is cut', (response) => response.write(good.subarray(0, 1000), () => response.destroy())],
    ['the server has it no more', (response) => response.writeHead(404).end()],
    ['the server leads elsewhere', (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
  ] satisfies [string, (response: Parameters<RequestListener>[1]) => unknown][])('%s', async (_, answer) => {
    const { run } = await setUp((__, response) => {
      answer(response);
    });
    await run('prepare', { manifest: signed(good) });
    await expect(run('download')).rejects.toMatchObject({ code: 'camera-firmware-broken' });
    await expect(run('install')).rejects.toMatchObject({ code: 'camera-failed' });
    expect([await store.current(), existsSync(store.download)]).toEqual([null, false]);
  });
});

test.each([
  ['that is no archive', Buffer.from('genuine, but nothing')],
  ['that holds another version', pack.bind(null, '0.2.0', '0.2.1')],
  ['without a program', pack.bind(null, '0.2.0', '0.2.0', ['readme'])],
] as const)('a genuine package %s is not put in place', async (_, made) => {
  const content = typeof made === 'function' ? made() : made;
  const { run } = await setUp((__, response) => response.end(content));
  await run('prepare', { manifest: signed(content) });
  await run('download');
  await expect(run('install')).rejects.toMatchObject({ code: 'camera-firmware-broken' });
  await expect(run('restart')).rejects.toMatchObject({ code: 'camera-failed' });
  expect(await store.current()).toBeNull();
});

test('a failed trial returns to the previous update; a half-written state file counts as none', async () => {
  for (const version of ['0.2.0', '0.3.0']) {
    mkdirSync(dirname(store.download), { recursive: true });
    writeFileSync(store.download, pack(version));
    await store.unpack(version);
    await store.tryOut(version);
    if (version === '0.2.0') await store.keep();
  }
  expect(await store.current()).toEqual({ version: '0.3.0', isTrial: true });
  await store.rollBack();
  expect([await store.current(), existsSync(store.entryOf('0.3.0'))]).toEqual([{ version: '0.2.0', isTrial: false }, false]);
  writeFileSync(join(folder, 'kept', 'current.json'), '{"version":"0.2.0","isTr');
  expect(await store.current()).toBeNull();
  await store.rollBack();
});

test('accepts only an Ed25519 public key', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }).toString();
  for (const wrong of ['', 'key', rsa]) expect(() => readFirmwareKey(wrong)).toThrow(TypeError);
});

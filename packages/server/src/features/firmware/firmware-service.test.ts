import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { CameraReport } from '@watchpost/contract/protocols/control';
import { firmwareSchema, type FirmwareManifest } from '@watchpost/contract/schemas/firmware';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createLog } from '../../kernel/log.ts';
import type { CameraControl, SendOptions } from '../../media/control/camera-control.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createFirmwareCatalogue } from './firmware-catalogue.ts';
import { createFirmwareService } from './firmware-service.ts';

const log = createLog({ level: 'silent', format: 'json' });
const content = Buffer.from('a package');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'firmware-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(version: string, over: Partial<FirmwareManifest> = {}): void {
  mkdirSync(folder, { recursive: true });
  const manifest: FirmwareManifest = { model: 'Camera agent', version, size: content.length, sha256: createHash('sha256').update(content).digest('hex'), signature: 'A'.repeat(86), ...over };
  writeFileSync(join(folder, `${manifest.model} ${version}.json`), JSON.stringify(manifest));
  writeFileSync(join(folder, `${manifest.model} ${version}.tar.gz`), content);
}

/** A camera whose commands the test answers. */
function setUp() {
  const clock = createManualClock();
  const camera: { report: CameraReport | null } = { report: { commands: ['firmware.prepare'], firmwareVersion: '0.1.0', battery: null, signal: null } };
  const asked: { readonly name: string; readonly options: SendOptions; readonly done: () => void; readonly fail: (error: Error) => void }[] = [];
  const send: CameraControl['send'] = (_, { name, result }, __, options = {}) =>
    new Promise((resolve, reject) => {
      asked.push({ name, options, done: () => resolve(result.parse({})), fail: reject });
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
    });
  const service = createFirmwareService({ clock, log, control: { send, report: () => camera.report }, catalogue: createFirmwareCatalogue({ folder, log }), modelOf: async () => 'Camera agent' });
  const answer = async (name: string): Promise<void> => {
    await expect.poll(() => asked.at(-1)?.name).toBe(`firmware.${name}`);
    asked.at(-1)?.done();
  };
  /** Waits for how the update goes. */
  const update = (expected: unknown): Promise<void> => expect.poll(async () => (await service.get('cam')).update).toEqual(expected);
  /** Lets seconds pass, and whatever follows from each. */
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { camera, asked, service, answer, update, pass };
}

describe('the check', () => {
  test('the newest for this model, by number; what can’t be read and what is for others counts for nothing', async () => {
    const { service } = setUp();
    expect(await service.get('cam')).toEqual({ installed: '0.1.0', check: { kind: 'up-to-date' }, update: { kind: 'none' } });
    put('0.9.0');
    put('0.10.0');
    put('3.0.0', { model: 'Dome' });
    writeFileSync(join(folder, 'broken.json'), '{');
    expect((await service.get('cam')).check).toEqual({ kind: 'available', version: '0.10.0', size: content.length });
  });
  test('a camera that is away, that takes no updates, or that names no version', async () => {
    const { camera, service } = setUp();
    put('0.2.0');
    camera.report = { commands: [], firmwareVersion: '0.1.0', battery: null, signal: null };
    expect((await service.get('cam')).check).toEqual({ kind: 'failed', code: 'camera-unsupported' });
    camera.report = { commands: ['firmware.prepare'], firmwareVersion: null, battery: null, signal: null };
    expect((await service.get('cam')).check).toEqual({ kind: 'up-to-date' });
    camera.report = null;
    expect(await service.get('cam')).toMatchObject({ installed: null, check: { kind: 'failed', code: 'camera-offline' } });
  });
});

describe('the update', () => {
  const restarting = { kind: 'running', version: '0.2.0', step: 'restart', fraction: null };
  test('goes step by step, once however often it is asked, and is done when the camera says so', async () => {
    const { camera, asked, service, answer, update, pass } = setUp();
    put('0.2.0');
    expect(firmwareSchema.parse(await service.update('cam')).update).toMatchObject({ kind: 'running' });
    await service.update('cam');
    await answer('prepare');
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.options.onProgress?.(0.25);
    await update({ kind: 'running', version: '0.2.0', step: 'download', fraction: 0.25 });
    await answer('download');
    await update({ kind: 'running', version: '0.2.0', step: 'install', fraction: null });
    await answer('install');
    await answer('restart');
    const { report } = camera;
    camera.report = null;
    await pass(5);
    await update(restarting);
    camera.report = report && { ...report, firmwareVersion: '0.2.0' };
    await pass(2);
    await expect.poll(() => service.get('cam')).toEqual({ installed: '0.2.0', check: { kind: 'up-to-date' }, update: { kind: 'done', version: '0.2.0' } });
    expect(asked.map(({ name }) => name)).toEqual(['prepare', 'download', 'install', 'restart'].map((name) => `firmware.${name}`));
  });
  test.each([
    ['prepare', new AppError('camera-firmware-untrusted'), 'camera-firmware-untrusted'],
    ['download', new AppError('camera-firmware-broken'), 'camera-firmware-broken'],
    ['install', new AppError('camera-silent'), 'camera-silent'],
  ])('that fails at %s says why, and can be tried again', async (step, error, code) => {
    const { asked, service, answer, update } = setUp();
    put('0.2.0');
    await service.update('cam');
    for (const name of ['prepare', 'download', 'install']) {
      if (name === step) break;
      await answer(name);
    }
    await expect.poll(() => asked.at(-1)?.name).toBe(`firmware.${step}`);
    asked.at(-1)?.fail(error);
    await update({ kind: 'failed', version: '0.2.0', code });
    expect((await service.get('cam')).check.kind).toBe('available');
    expect((await service.update('cam')).update.kind).toBe('running');
    service.close();
  });
  test.each([
    ['comes back with what it had', true, 'camera-firmware-broken'],
    ['does not come back', false, 'camera-silent'],
  ])('after which the camera %s has failed', async (_, isBack, code) => {
    const { camera, service, answer, update, pass } = setUp();
    put('0.2.0');
    await service.update('cam');
    for (const name of ['prepare', 'download', 'install', 'restart']) await answer(name);
    if (!isBack) camera.report = null;
    await pass(179);
    await update(restarting);
    await pass(2);
    await update({ kind: 'failed', version: '0.2.0', code });
  });
  test('of a camera that has the newest is none; of one that is removed nothing is left; of one that is away it fails at once', async () => {
    const { camera, asked, service, update } = setUp();
    await service.update('cam');
    await update({ kind: 'none' });
    put('0.2.0');
    await service.update('cam');
    await expect.poll(() => asked.length).toBe(1);
    service.forget('cam');
    await update({ kind: 'none' });
    camera.report = null;
    await service.update('cam');
    await update({ kind: 'failed', version: null, code: 'camera-offline' });
  });
});

test('a package is given for its model and version alone, and not when it is not as long as it says', async () => {
  const { service } = setUp();
  put('0.2.0');
  put('0.3.0', { model: 'Dome' });
  put('0.4.0', { size: 1 });
  expect(await buffer((await service.open('cam', '0.2.0')).content)).toEqual(content);
  for (const version of ['0.3.0', '0.4.0', '9.9.9']) await expect(service.open('cam', version)).rejects.toMatchObject({ code: 'not-found' });
});

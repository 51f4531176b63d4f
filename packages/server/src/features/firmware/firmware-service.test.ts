import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { CameraReport } from '@watchpost/contract/protocols/control';
import { firmwareSchema, type FirmwareManifest } from '@watchpost/contract/schemas/firmware';
import { createManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createLog } from '../../kernel/log.ts';
import type { CameraControl, SendOptions } from '../../media/control/camera-control.ts';
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
  const manifest: FirmwareManifest = {
    model: 'Camera agent',
    version,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    signature: 'A'.repeat(86),
    ...over,
  };
  writeFileSync(join(folder, `${manifest.model} ${version}.json`), JSON.stringify(manifest));
  writeFileSync(join(folder, `${manifest.model} ${version}.tar.gz`), content);
}

/** Sets up a camera whose commands the test answers. */
function setUp() {
  const clock = createManualClock();
  const camera: { report: CameraReport | null } = {
    report: { commands: ['firmware.prepare'], firmwareVersion: '0.1.0', appVersion: '0.1.0', battery: null, signal: null },
  };
  const known: { last: { firmwareVersion: string | null; takesFirmware: boolean } | null } = { last: null };
  const sentCommands: {
    readonly name: string;
    readonly options: SendOptions;
    readonly done: () => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const send: CameraControl['send'] = (_, { name, result }, __, options = {}) =>
    new Promise((resolve, reject) => {
      sentCommands.push({ name, options, done: () => resolve(result.parse({})), fail: reject });
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
    });
  const service = createFirmwareService({
    clock,
    log,
    control: { send, report: () => camera.report },
    catalogue: createFirmwareCatalogue({ folder, log }),
    modelOf: async () => 'Camera agent',
    lastVersions: async () => known.last,
  });
  const answer = async (name: string): Promise<void> => {
    await expect.poll(() => sentCommands.at(-1)?.name).toBe(`firmware.${name}`);
    sentCommands.at(-1)?.done();
  };
  /** Waits for a state of the update. */
  const update = (expected: unknown): Promise<void> => expect.poll(async () => (await service.get('cam')).update).toEqual(expected);
  /** Advances the clock second by second, with all effects of each. */
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { camera, known, sentCommands, service, answer, update, pass };
}

describe('the check', () => {
  test('finds the newest version for this model, by number; ignores unreadable packages and other models', async () => {
    const { service } = setUp();
    expect(await service.get('cam')).toEqual({ installed: '0.1.0', check: { kind: 'up-to-date' }, update: { kind: 'none' } });
    put('0.9.0');
    put('0.10.0');
    put('3.0.0', { model: 'Dome' });
    writeFileSync(join(folder, 'broken.json'), '{');
    expect((await service.get('cam')).check).toEqual({ kind: 'available', version: '0.10.0', size: content.length });
  });
  test('of a camera that is offline, supports no updates, or reports no version', async () => {
    const { camera, known, service } = setUp();
    put('0.2.0');
    camera.report = { commands: [], firmwareVersion: '0.1.0', appVersion: '0.1.0', battery: null, signal: null };
    expect((await service.get('cam')).check).toEqual({ kind: 'failed', code: 'camera-unsupported' });
    camera.report = { commands: ['firmware.prepare'], firmwareVersion: null, appVersion: null, battery: null, signal: null };
    expect((await service.get('cam')).check).toEqual({ kind: 'up-to-date' });
    camera.report = null;
    expect(await service.get('cam')).toMatchObject({ installed: null, check: { kind: 'failed', code: 'camera-offline' } });
    // Offline, but known: its version stays known, and so does that it supports no updates.
    known.last = { firmwareVersion: '0.1.0', takesFirmware: true };
    expect(await service.get('cam')).toMatchObject({ installed: '0.1.0', check: { kind: 'failed', code: 'camera-offline' } });
    known.last = { firmwareVersion: null, takesFirmware: false };
    expect(await service.get('cam')).toMatchObject({ installed: null, check: { kind: 'failed', code: 'camera-unsupported' } });
  });
});

describe('the update', () => {
  const restarting = { kind: 'running', version: '0.2.0', step: 'restart', fraction: null };
  test('proceeds step by step, once however often it is requested, and is done when the camera confirms it', async () => {
    const { camera, sentCommands, service, answer, update, pass } = setUp();
    put('0.2.0');
    expect(firmwareSchema.parse(await service.update('cam')).update).toMatchObject({ kind: 'running' });
    await service.update('cam');
    await answer('prepare');
    await expect.poll(() => sentCommands.length).toBe(2);
    sentCommands[1]?.options.onProgress?.(0.25);
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
    await expect
      .poll(() => service.get('cam'))
      .toEqual({ installed: '0.2.0', check: { kind: 'up-to-date' }, update: { kind: 'done', version: '0.2.0' } });
    expect(sentCommands.map(({ name }) => name)).toEqual(['prepare', 'download', 'install', 'restart'].map((name) => `firmware.${name}`));
  });
  test.each([
    ['prepare', new AppError('camera-firmware-untrusted'), 'camera-firmware-untrusted'],
    ['download', new AppError('camera-firmware-broken'), 'camera-firmware-broken'],
    ['install', new AppError('camera-silent'), 'camera-silent'],
  ])('that fails at %s reports the reason, and can be retried', async (step, error, code) => {
    const { sentCommands, service, answer, update } = setUp();
    put('0.2.0');
    await service.update('cam');
    for (const name of ['prepare', 'download', 'install']) {
      if (name === step) break;
      await answer(name);
    }
    await expect.poll(() => sentCommands.at(-1)?.name).toBe(`firmware.${step}`);
    sentCommands.at(-1)?.fail(error);
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
  test('of an up-to-date camera does nothing; a removed camera leaves nothing; an offline one fails immediately', async () => {
    const { camera, sentCommands, service, update } = setUp();
    await service.update('cam');
    await update({ kind: 'none' });
    put('0.2.0');
    await service.update('cam');
    await expect.poll(() => sentCommands.length).toBe(1);
    service.forget('cam');
    await update({ kind: 'none' });
    camera.report = null;
    await service.update('cam');
    await update({ kind: 'failed', version: null, code: 'camera-offline' });
  });
});

test('a package is served for its model and version only, and not when its size differs from the stated one', async () => {
  const { service } = setUp();
  put('0.2.0');
  put('0.3.0', { model: 'Dome' });
  put('0.4.0', { size: 1 });
  expect(await buffer((await service.open('cam', '0.2.0')).content)).toEqual(content);
  for (const version of ['0.3.0', '0.4.0', '9.9.9'])
    await expect(service.open('cam', version)).rejects.toMatchObject({ code: 'not-found' });
});

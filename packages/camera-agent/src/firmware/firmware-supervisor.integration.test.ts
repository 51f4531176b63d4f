import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemClock, type Clock } from '@watchpost/contract/timing/clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFirmwareStore, type FirmwareStore } from './firmware-store.ts';
import { superviseFirmware } from './firmware-supervisor.ts';
import { atMost } from '../../../../tooling/tests/slow-machine.ts';

let folder: string;
let store: FirmwareStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-supervisor-'));
  store = createFirmwareStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a program that records its run and then executes `then`. */
function program(file: string, name: string, then: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'ran'))}, ${JSON.stringify(`${name}\n`)});\n${then}`,
  );
  return file;
}
const own = (then: string): string => program(join(folder, 'own.cjs'), 'own', then);
/** Installs an update. @param then what the update executes */
const update = (version: string, then: string): void => {
  program(store.entryOf(version), version, then);
  writeFileSync(join(dirname(store.entryOf(version)), 'package.json'), '{"type":"commonjs"}');
};
const keep = `const f=${'process.argv[2]'}; const p=JSON.parse(require('node:fs').readFileSync(f,'utf8')); require('node:fs').writeFileSync(f, JSON.stringify({...p, isTrial:false, before:null}));`;
const ran = (): string[] => readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n');
const supervise = (ownEntry: string, more: { clock?: Clock; ownVersion?: string; signal?: AbortSignal } = {}) =>
  superviseFirmware({
    store,
    ownEntry,
    ownVersion: '0.1.0',
    parameters: [join(folder, 'current.json')],
    clock: systemClock,
    log: () => undefined,
    signal: new AbortController().signal,
    ...more,
  });

test('starts the version on trial when the running one requests it, and keeps it once confirmed', async () => {
  update('0.2.0', `${keep} process.exit(0);`);
  const pointer = JSON.stringify({ version: '0.2.0', isTrial: true, before: null });
  const entry = own(`require('node:fs').writeFileSync(process.argv[2], ${JSON.stringify(pointer)}); process.exit(4);`);
  expect(await supervise(entry)).toBe(0);
  expect([ran(), await store.current()]).toEqual([['own', '0.2.0'], { version: '0.2.0', isTrial: false }]);
});

test('a new version that ends is dropped: the previous one runs again and does not retry it', async () => {
  update('0.2.0', 'process.exit(1);');
  await store.tryOut('0.2.0');
  expect(await supervise(own('process.exit(0);'))).toBe(0);
  expect([ran(), await store.current()]).toEqual([['0.2.0', 'own'], null]);
});

test('a new version that never reaches the server is stopped and dropped', async () => {
  update('0.2.0', 'setInterval(() => undefined, 1000);');
  await store.tryOut('0.2.0');
  const clock: Clock = { ...systemClock, after: (_, callback) => systemClock.after(500, callback) };
  expect(await supervise(own('process.exit(0);'), { clock })).toBe(0);
  expect([ran().at(-1), await store.current()]).toEqual(['own', null]);
});

test('a crash of a confirmed version causes no rollback; a newer manual install takes precedence', async () => {
  update('0.2.0', 'process.exit(7);');
  await store.tryOut('0.2.0');
  await store.keep();
  expect(await supervise(own('process.exit(0);'))).toBe(7);
  expect(await supervise(own('process.exit(0);'), { ownVersion: '0.2.1' })).toBe(0);
  expect(ran()).toEqual(['0.2.0', 'own']);
});

test('stops the running version when it is asked to stop', async () => {
  const stop = new AbortController();
  const ending = supervise(
    own(
      `process.on('SIGTERM', () => process.exit(0)); setInterval(() => undefined, 1000); require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'ran'))}, 'ready');`,
    ),
    { signal: stop.signal },
  );
  await expect
    .poll(
      () => {
        try {
          return ran().includes('ready');
        } catch {
          return false;
        }
      },
      { timeout: atMost(10_000) },
    )
    .toBe(true);
  stop.abort();
  expect(await ending).toBe(0);
});

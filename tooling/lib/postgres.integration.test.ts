import { connect } from 'node:net';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findTools } from './find-tools.ts';
import { startPostgres } from './postgres.ts';

const initdb = (await findTools()).find(({ name }) => name === 'postgresql')?.path ?? null;
/** A folder of its own: other tests start PostgreSQL at the same time. */
const parent = mkdtempSync(join(tmpdir(), 'watchpost-test-'));
// PostgreSQL runs as another user.
chmodSync(parent, 0o755);
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const answers = (url: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

test.skipIf(initdb === null)('a PostgreSQL of its own starts as an ordinary user and leaves nothing behind', async () => {
  const postgres = await startPostgres(initdb ?? '', parent);
  const url = new URL(postgres.url);
  expect(url.hostname).toBe('127.0.0.1');
  expect(await answers(url)).toBe(true);
  expect(readdirSync(parent)).toHaveLength(1);

  await postgres.stop();
  expect(await answers(url)).toBe(false);
  expect(readdirSync(parent)).toEqual([]);
});

test('a missing program is an error, and leaves nothing behind', async () => {
  await expect(startPostgres('/bin/false', parent)).rejects.toThrow(/initdb failed/);
  expect(readdirSync(parent)).toEqual([]);
});

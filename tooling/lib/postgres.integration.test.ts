import { connect } from 'node:net';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { findTools } from './find-tools.ts';
import { startPostgres } from './postgres.ts';

const initdb = (await findTools()).find(({ name }) => name === 'postgresql')?.path ?? null;
const folders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('watchpost-postgres-'));
const answers = (url: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

test.skipIf(initdb === null)('a PostgreSQL of its own starts as an ordinary user and leaves nothing behind', async () => {
  const before = folders();
  const postgres = await startPostgres(initdb ?? '');
  const url = new URL(postgres.url);
  expect(url.hostname).toBe('127.0.0.1');
  expect(await answers(url)).toBe(true);

  await postgres.stop();
  expect(await answers(url)).toBe(false);
  expect(folders()).toEqual(before);
});

test('a program that is not there is an error, and leaves nothing behind', async () => {
  const before = folders();
  await expect(startPostgres('/bin/false')).rejects.toThrow(/initdb failed/);
  expect(folders()).toEqual(before);
});

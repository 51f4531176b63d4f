import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getOwnApiKey } from '@watchpost/contract/endpoints/api-keys';
import { apiKeySchema } from '@watchpost/contract/schemas/api-keys';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const main = join(import.meta.dirname, 'main.ts');
let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchpost-cli-keys-'));
  server = await startTestServer({ dataDir: join(folder, 'data') });
  await server.signIn('anna@example.com');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function run(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data') };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'keys', ...args, '--owner', 'anna@example.com'], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

test('a key that the command creates works at the running server, and ends when the command revokes it', async () => {
  const created = await run('create', 'Our shop', '--scope', 'live', '--scope', 'embed-tokens', '--origin', 'https://shop.example');
  expect([created.code, created.stdout]).toEqual([0, expect.stringMatching(/^wp_live_[0-9A-Za-z]{32}\n$/)]);
  const secret = created.stdout.trim();
  expect(created.stderr).not.toContain(secret);
  const ask = () => server.call(getOwnApiKey, { headers: { authorization: `Bearer ${secret}` } });
  const own = apiKeySchema.parse(await (await ask()).json());
  expect(own).toMatchObject({ name: 'Our shop', scopes: ['live', 'embed-tokens'], cameraIds: null, origins: ['https://shop.example'] });

  const listed = await run();
  expect(listed.stdout).toMatch(
    new RegExp(`^${own.id} {2}${own.hint}… {2}Our shop {2}live,embed-tokens {2}all cameras {2}for https://shop.example {2}active`),
  );
  expect(listed.stdout).not.toContain(secret);
  expect((await run('revoke', own.id)).stdout).toContain('is revoked');
  expect((await ask()).status).toBe(401);
  expect((await run()).stdout).toContain('revoked');
});

test('what is wrong is named with the option', async () => {
  const wrong = await run('create', 'Shop', '--scope', 'everything', '--expires', 'soon');
  expect([wrong.code, wrong.stdout]).toEqual([1, '']);
  expect(wrong.stderr).toContain('--scope: ');
  expect(wrong.stderr).toContain('--expires: ');
  expect((await run('create', 'Shop', '--scope', 'live', '--expires', '2020-01-01')).stderr).toContain('--expires: Must be in the future');
  expect((await run('create', 'Shop', '--scope', 'live', '--camera', 'none')).stderr).toContain('does not see one of these cameras');
  expect((await run('create', 'Shop', '--scope', 'live', '--origin', 'https://shop.example/a')).stderr).toContain(
    '--origin: Use https://shop.example',
  );
  expect((await run('revoke', 'key_none')).stderr).toContain('anna@example.com has no key key_none.');
});

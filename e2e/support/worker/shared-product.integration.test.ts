import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../product.ts';

interface KnownProduct {
  readonly url: string;
  readonly dataDir: string;
  readonly email: string;
  readonly log: string;
}

test('specs of a worker use one product, each with accounts and a log of its own; it ends with the worker', async () => {
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'fixture/worker.ts')], {
    env: { ...process.env, WATCHPOST_TEST_SHARES_BROWSER: '1', WATCHPOST_TEST_ALONE: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Not SIGKILL, which would leave its server behind.
  onTestFinished(() => void worker.kill());
  const [line] = (await once(createInterface({ input: worker.stdout }), 'line')) as [string];
  const [first, second]: KnownProduct[] = JSON.parse(line);
  if (!first || !second) throw new Error(`The worker ran no two specs: ${line}`);
  expect([second.url, second.dataDir]).toEqual([first.url, first.dataDir]);
  expect(second.email).not.toBe(first.email);
  const knows = ({ log }: KnownProduct, { email }: KnownProduct): boolean => log.includes(email);
  expect([knows(first, first), knows(second, second), knows(second, first)]).toEqual([true, true, false]);

  worker.kill('SIGTERM');
  const [, signal] = (await once(worker, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGTERM');
  const isGone = (): Promise<boolean> =>
    fetch(`${first.url}/healthz`).then(
      () => false,
      () => true,
    );
  await until('the server to be gone', isGone);
  expect(existsSync(first.dataDir)).toBe(false);
});

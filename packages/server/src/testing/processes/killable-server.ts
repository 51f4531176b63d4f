import { confirmCode, requestCode } from '@watchpost/contract/endpoints/session';
import { sessionAnswer } from '@watchpost/contract/schemas/session';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { examplePlans } from '../billing/example-plans.ts';
import { readCode } from '../outbox.ts';

const main = join(import.meta.dirname, '../../cli/main.ts');

interface KillableServer {
  readonly url: string;
  kill(): Promise<void>;
}

/** A data folder with plans, and the servers that run on it, one after another, each in a process of its own. */
export interface KillableServers {
  readonly folder: string;
  start(payments?: Readonly<Record<string, string>>): Promise<KillableServer>;
  /** Signs in by the code that was mailed. @returns the headers of a call */
  signIn(url: string): Promise<Record<string, string>>;
  /** Kills what still runs, and removes the folder. */
  dispose(): Promise<void>;
}

export const postJson = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

/** Creates the folder of servers that a test kills while they sell. */
export async function createKillableServers(): Promise<KillableServers> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-billing-kill-'));
  await writeFile(join(folder, 'plans.json'), JSON.stringify(examplePlans));
  const running = new Set<ChildProcess>();
  return {
    folder,
    start: async (payments = { PAYMENT_PROVIDER: 'sandbox' }) => {
      const child = spawn(process.execPath, [main, 'start'], {
        env: {
          PATH: process.env['PATH'],
          DATA_DIR: folder,
          PORT: '0',
          WATCHPOST_DEMO: '0',
          PLANS_FILE: join(folder, 'plans.json'),
          ...payments,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.add(child);
      let text = '';
      child.stdout.on('data', (data: Buffer) => void (text += data.toString()));
      child.stderr.on('data', (data: Buffer) => void (text += data.toString()));
      await expect.poll(() => text, { timeout: 60_000 }).toMatch(/http:\/\/localhost:\d+/);
      const closed = once(child, 'close');
      return {
        url: /http:\/\/localhost:\d+/.exec(text)?.[0] ?? '',
        kill: async () => {
          child.kill('SIGKILL');
          await closed;
          running.delete(child);
        },
      };
    },
    signIn: async (url) => {
      const email = 'anna@example.com';
      const device = { deviceId: randomUUID(), deviceName: 'web', deviceToken: 'x'.repeat(32) };
      expect((await postJson(url + requestCode.path, { email, deviceId: device.deviceId })).status).toBe(200);
      await expect.poll(() => readCode(folder, email), { timeout: 10_000 }).not.toBeNull();
      const otp = await readCode(folder, email);
      const session = sessionAnswer.parse(await (await postJson(url + confirmCode.path, { email, otp, ...device })).json());
      return { authorization: `Bearer ${session.access_token}` };
    },
    dispose: async () => {
      for (const child of running) child.kill('SIGKILL');
      running.clear();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

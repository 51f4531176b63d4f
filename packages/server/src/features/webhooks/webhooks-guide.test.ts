import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { webhookPayloadSchema } from '@watchpost/contract/schemas/webhooks';
import { expect, test } from 'vitest';
import { newWebhookSecret, signWebhook } from './delivery/webhooks-signature.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/guide/webhooks.md'), 'utf8');
const block = (language: string): string => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? '';

type Verify = (secret: string, headers: Record<string, string>, body: string) => unknown;

test('the guide’s verification accepts what the server signs, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-guide-'));
  try {
    const file = join(folder, 'verify.mjs');
    await writeFile(file, block('js'));
    const { verify }: { verify: Verify } = await import(/* @vite-ignore */ pathToFileURL(file).href);
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    const timestamp = Math.floor(Date.now() / 1000);
    const body = '{"type":"webhook.test"}';
    const headersAt = (at: number) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at),
      'webhook-signature': signWebhook({ id: 'msg_1', timestamp: at, body }, secrets),
    });
    for (const secret of secrets) expect(verify(secret, headersAt(timestamp), body)).toEqual({ type: 'webhook.test' });
    expect(() => verify(newWebhookSecret(), headersAt(timestamp), body)).toThrow('Wrong signature');
    expect(() => verify(secrets[0] ?? '', headersAt(timestamp), `${body} `)).toThrow('Wrong signature');
    expect(() => verify(secrets[0] ?? '', headersAt(timestamp - 301), body)).toThrow('Too old');
    expect(() => verify(secrets[0] ?? '', { ...headersAt(timestamp), 'webhook-timestamp': 'x' }, body)).toThrow('Too old');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the guide’s bodies are those of the contract', () => {
  const bodies = block('jsonl')
    .replaceAll('…', '')
    .split(/\n(?=\{)/)
    .map((text): unknown => JSON.parse(text));
  expect(bodies.map((body) => webhookPayloadSchema.parse(body).type)).toEqual([
    'event.created',
    'clip.ready',
    'camera.offline',
    'camera.online',
    'webhook.test',
  ]);
});

test('the specification’s own example has its signature', () => {
  // https://github.com/standard-webhooks/standard-webhooks: the test vector of its libraries.
  const signed = signWebhook({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }, [
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ]);
  expect(signed).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

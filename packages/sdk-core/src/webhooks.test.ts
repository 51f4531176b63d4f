import { describe, expect, test } from 'vitest';
import { verifyWebhook } from './webhooks.ts';

const secret = `whsec_${btoa('a secret of 24 bytes ...')}`;
const otherSecret = `whsec_${btoa('another secret 24 bytes.')}`;
const now = Date.UTC(2026, 10, 23, 10);
const body = JSON.stringify({
  type: 'camera.offline',
  timestamp: '2026-11-23T10:00:00.000Z',
  data: { cameraId: 'yard', cameraTitle: 'Двор' },
});

/** Signs as the specification says. */
async function sign(text: string = body, key: string = secret): Promise<string> {
  const bytes = Uint8Array.from(atob(key.slice(6)), (character) => character.charCodeAt(0));
  const hmac = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const content = new TextEncoder().encode(`msg_1.${Math.floor(now / 1000)}.${text}`);
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign('HMAC', hmac, content))))}`;
}

function headersOf(signature: string, { id = 'msg_1', sentAt = now } = {}): Headers {
  return new Headers({ 'webhook-id': id, 'webhook-timestamp': String(Math.floor(sentAt / 1000)), 'webhook-signature': signature });
}

describe('a genuine delivery', () => {
  test('is read, with the fields of its type', async () => {
    const { id, sentAt, payload } = await verifyWebhook(body, headersOf(await sign()), secret, { now });
    expect([id, sentAt]).toEqual(['msg_1', now]);
    expect(payload.type === 'camera.offline' && payload.data.cameraTitle).toBe('Двор');
  });

  test('as the example of the specification, with the values of its libraries’ tests', async () => {
    const known = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    // The signature matches, but the payload is not one of ours.
    await expect(
      verifyWebhook('{"test": 2432232314}', known, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', { now: 1_614_265_330_000 }),
    ).rejects.toMatchObject({ code: 'webhook-payload-unknown' });
  });

  test('is read from bytes, and from the headers of Node’s http', async () => {
    const headers = Object.fromEntries(headersOf(await sign()));
    expect((await verifyWebhook(new TextEncoder().encode(body), headers, secret, { now })).payload.type).toBe('camera.offline');
    const repeated = { ...headers, 'webhook-signature': [await sign()] };
    expect((await verifyWebhook(body, repeated, secret, { now })).id).toBe('msg_1');
  });

  test('may have several signatures, of which one matches: a secret is being replaced', async () => {
    const [good, other] = [await sign(), await sign(body, otherSecret)];
    for (const signatures of [`${other} ${good}`, `${good} ${other}`, `v2,abc v1,%% ${good}`])
      expect((await verifyWebhook(body, headersOf(signatures), secret, { now })).id).toBe('msg_1');
    await expect(verifyWebhook(body, headersOf(other), secret, { now })).rejects.toMatchObject({ code: 'webhook-signature-invalid' });
  });

  test('may be up to five minutes early or late', async () => {
    for (const away of [-300_000, 300_000])
      expect((await verifyWebhook(body, headersOf(await sign()), secret, { now: now + away })).id).toBe('msg_1');
    for (const away of [-301_000, 301_000])
      await expect(verifyWebhook(body, headersOf(await sign()), secret, { now: now + away })).rejects.toMatchObject({
        code: 'webhook-too-old',
      });
  });
});

describe('refuses', async () => {
  const signature = await sign();
  const good = headersOf(signature);
  test.each([
    ['a changed body', body.replace('Двор', 'Дом'), good, secret, 'webhook-signature-invalid'],
    ['another id', body, headersOf(signature, { id: 'msg_2' }), secret, 'webhook-signature-invalid'],
    ['another time', body, headersOf(signature, { sentAt: now + 1000 }), secret, 'webhook-signature-invalid'],
    ['a shortened signature', body, headersOf(signature.slice(0, -8)), secret, 'webhook-signature-invalid'],
    ['an empty signature', body, headersOf('v1,'), secret, 'webhook-signature-invalid'],
    ['a request without headers', body, new Headers(), secret, 'webhook-headers-missing'],
    ['an invalid time', body, { ...Object.fromEntries(good), 'webhook-timestamp': 'now' }, secret, 'webhook-too-old'],
    ['an invalid secret', body, good, 'wp_live_abc', 'webhook-secret-invalid'],
    ['an empty secret', body, good, 'whsec_', 'webhook-secret-invalid'],
    ['a body that is no JSON', 'text', headersOf(await sign('text')), secret, 'webhook-payload-unknown'],
  ])('%s', async (_, text, headers, key, code) => {
    await expect(verifyWebhook(text, headers, key, { now })).rejects.toMatchObject({ name: 'WebhookError', code });
  });
});

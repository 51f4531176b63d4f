import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import { createWebhookScene, type WebhookScene } from '../../testing/webhooks/webhook-scene.ts';

const hour = 3_600_000;

describeDatabases('the metrics of webhooks', (engine) => {
  let registry: Registry;
  let scene: WebhookScene;
  beforeEach(async () => {
    registry = new Registry();
    scene = await createWebhookScene(engine, { metrics: { registry } });
  });
  afterEach(() => scene.close());

  const answer = (status: number): void => scene.receiver.behave((_, response) => void response.writeHead(status).end());
  /** What Prometheus would read. */
  const scrape = async (): Promise<Readonly<Record<string, number>>> => {
    const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return Object.fromEntries(
      lines.map((line) => {
        const [name = '', value] = line.split(' ');
        return [/result="([^"]*)"/.exec(name)?.[1] ?? name.replace('watchpost_webhook_deliveries_', ''), Number(value)];
      }),
    );
  };

  test('count attempts by result, and say how many deliveries wait', async () => {
    expect(await scrape()).toEqual({ delivered: 0, failed: 0, 'given-up': 0, pending: 0 });
    const { webhook } = await scene.createWebhook();
    await scene.event('began', { id: 'evt_1' });
    await scene.until(webhook.id, [{ state: 'delivered' }]);
    expect(await scrape()).toEqual({ delivered: 1, failed: 0, 'given-up': 0, pending: 0 });
    answer(503);
    // Deliveries are listed by their time.
    scene.clock.advance(1);
    await scene.event('began', { id: 'evt_2' });
    await scene.until(webhook.id, [{ state: 'pending', attemptCount: 1 }, {}]);
    expect(await scrape()).toEqual({ delivered: 1, failed: 1, 'given-up': 0, pending: 1 });
    answer(204);
    scene.clock.advance(5000);
    await scene.until(webhook.id, [{ state: 'delivered', attemptCount: 2 }, {}]);
    expect(await scrape()).toEqual({ delivered: 2, failed: 1, 'given-up': 0, pending: 0 });
  });

  test('count a delivery as given up after its last attempt', async () => {
    const { webhook } = await scene.createWebhook();
    answer(503);
    await scene.event('began');
    await scene.until(webhook.id, [{ state: 'pending', attemptCount: 1 }]);
    scene.clock.advance(72 * hour);
    await scene.until(webhook.id, [{ state: 'failed', attemptCount: 2 }]);
    expect(await scrape()).toEqual({ delivered: 0, failed: 2, 'given-up': 1, pending: 0 });
  });

  test('count all that wait as given up when their webhook is disabled', async () => {
    const { webhook } = await scene.createWebhook();
    answer(503);
    for (const id of ['evt_1', 'evt_2']) await scene.event('began', { id });
    await scene.until(webhook.id, [
      { state: 'pending', attemptCount: 1 },
      { state: 'pending', attemptCount: 1 },
    ]);
    answer(410);
    scene.clock.advance(5000);
    await scene.until(webhook.id, [{ state: 'failed' }, { state: 'failed' }]);
    expect(await scrape()).toEqual({ delivered: 0, failed: 3, 'given-up': 2, pending: 0 });
  });
});

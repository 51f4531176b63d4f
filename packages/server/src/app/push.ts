import type { Clock } from '@watchpost/contract/timing/clock';
import { Counter } from 'prom-client';
import type { PushSender } from '../adapters/push/port.ts';
import { pushSubject } from '../adapters/push/push-subject.ts';
import type { PushResult } from '../features/notifications/index.ts';
import type { ServerConfig } from '../kernel/config.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { createNetworkPolicy } from '../kernel/network/network-policy.ts';
import { publicUrlOf } from '../kernel/network/base-path.ts';
import { traced, type Tracer } from '../kernel/telemetry/spans.ts';

/**
 * Uses Firebase when configured, else Web Push with the server's own keys; each is loaded only when used.
 * @throws {ConfigError} when Firebase's key file can't be used
 */
export async function createPush(config: ServerConfig, clock: Clock, tracer: Tracer | null): Promise<PushSender> {
  const sender = await createSender(config, clock);
  return { ...sender, send: traced(tracer, 'send push message', sender.send) };
}

async function createSender(config: ServerConfig, clock: Clock): Promise<PushSender> {
  const { firebase } = config;
  if (firebase) {
    const [{ createFirebaseSender }, { loadServiceAccount }] = await Promise.all([
      import('../adapters/push/firebase.ts'),
      import('../adapters/push/firebase-account.ts'),
    ]);
    return createFirebaseSender({
      ...firebase,
      account: loadServiceAccount(firebase.serviceAccountFile, firebase.config.projectId),
      publicUrl: publicUrlOf(config),
      clock,
    });
  }
  const [{ createWebPushSender }, { loadVapidKeys }] = await Promise.all([
    import('../adapters/push/web-push.ts'),
    import('../adapters/push/vapid-keys.ts'),
  ]);
  return createWebPushSender({
    keys: loadVapidKeys(config),
    subject: pushSubject(config),
    clock,
    network: createNetworkPolicy({ allowPrivate: config.allowPrivatePush, allowLoopback: config.allowLoopbackPush }),
    allowInsecure: config.allowLoopbackPush,
  });
}

/** Counts push messages by result. */
export function countPushes({ registry }: Metrics): (result: PushResult) => void {
  const messages = new Counter({
    name: 'watchpost_push_messages_total',
    help: 'Push messages by what became of them',
    labelNames: ['result'],
    registers: [registry],
  });
  return (result) => messages.inc({ result });
}

import { getPushConfiguration, subscribeToPush, unsubscribeFromPush } from '@watchpost/contract/endpoints/notifications';
import type { PushConfiguration, SubscribeToPushAnswer, SubscribeToPushBody } from '@watchpost/contract/schemas/notifications';
import { WatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { ClockPort, NetworkPort } from '../../kernel/ports.ts';
import { createNamedStore, createPushDriver } from './notifications-driver.ts';
import { pushError } from './notifications-errors.ts';
import { pushTokenLifetimeMs } from './notifications-firebase.ts';
import type { NotificationPermissionName, PushPorts } from './notifications-ports.ts';
import type { PushRecords, SentToken } from './notifications-record.ts';
import { named, unsubscribe } from './notifications-subscription.ts';
import type { PushDriver } from './notifications-subscription.ts';

export interface PushConnectionOptions {
  readonly http: HttpClient;
  readonly ports: PushPorts;
  readonly records: PushRecords;
  readonly clock: ClockPort;
  readonly network: NetworkPort | null;
}

/** Stores the last Firebase configuration: disconnect must work when the server no longer answers. */
const configurationKey = 'configuration';

/**
 * Subscribes the browser and sends the subscription to the server. Each step can be repeated and uses what already exists.
 * @param customerId the account that the subscription belongs to
 */
export async function connectPush(options: PushConnectionOptions, customerId: string, signal: AbortSignal): Promise<void> {
  const { http, ports, records, clock } = options;
  const configuration = await http.request<PushConfiguration>(getPushConfiguration, { signal });
  const driver = await driverFor(configuration, options);
  if (configuration.kind === 'firebase') await createNamedStore(ports.store).update(configurationKey, () => configuration);
  const token = await driver.connect(signal);
  signal.throwIfAborted();
  const { kind } = configuration;
  const known = records.read();
  if (known?.customerId === customerId && known.sent?.kind === kind && isSent(known.sent, token, clock.now())) return;
  const body: SubscribeToPushBody = { token };
  await http.request<SubscribeToPushAnswer>(subscribeToPush, { body, signal }).catch((cause: unknown) => {
    // The server doesn't accept this push service. Its own text would ask the user to correct a form.
    throw cause instanceof WatchpostError && cause.status === 422
      ? pushError('push-subscribe-failed', { cause, status: cause.status })
      : cause;
  });
  records.write({ customerId, sent: { kind, token, at: clock.now() } });
}

/** Whether the server got exactly this token within the last 7 days. */
function isSent(sent: SentToken, token: string, now: number): boolean {
  return sent.token === token && now >= sent.at && now - sent.at < pushTokenLifetimeMs;
}

export interface PushDisconnection {
  /** The last token that was sent to the server. */
  readonly sent: SentToken | null;
  /** False after the session ended: the server removed the subscription with it. */
  readonly onServer: boolean;
}

/**
 * Removes the subscription from the server and from the browser. Continues when one of them fails, because either alone ends the messages.
 * @returns the failures in order, and whether messages have ended nevertheless
 */
export async function disconnectPush(
  options: PushConnectionOptions,
  { sent, onServer }: PushDisconnection,
): Promise<{ readonly errors: readonly unknown[]; readonly isSilent: boolean }> {
  const errors: unknown[] = [];
  const attempt = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      (error: unknown) => (errors.push(error), false),
    );
  const isOffServer = !onServer || (await attempt(options.http.request(unsubscribeFromPush)));
  const isOffBrowser = await attempt(release(options, sent));
  return { errors, isSilent: isOffServer || isOffBrowser };
}

/** Deletes Firebase's token, or just ends the subscription. */
async function release(options: PushConnectionOptions, sent: SentToken | null): Promise<void> {
  const stored = sent?.kind === 'firebase' ? await createNamedStore(options.ports.store).read(configurationKey) : null;
  if (isConfiguration(stored)) return (await driverFor(stored, options)).disconnect();
  return unsubscribe(await named('push-worker-failed', () => options.ports.browser.registration()));
}

async function driverFor(configuration: PushConfiguration, options: PushConnectionOptions): Promise<PushDriver> {
  const { ports, clock, network } = options;
  const registration = await named('push-worker-failed', () => ports.browser.registration());
  return createPushDriver(configuration, { ports, registration, clock, network });
}

/** Checks what connectPush() stored. The values are checked where they are used. */
function isConfiguration(value: unknown): value is PushConfiguration {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'firebase' &&
    'firebase' in value &&
    typeof value.firebase === 'object' &&
    value.firebase !== null
  );
}

/** The error for a permission that was not granted; null when it was. */
export function permissionError(permission: NotificationPermissionName | 'unsupported'): WatchpostError | null {
  if (permission === 'granted') return null;
  if (permission === 'unsupported') return pushError('push-unsupported-browser');
  return pushError(permission === 'denied' ? 'push-permission-blocked' : 'push-permission-dismissed');
}

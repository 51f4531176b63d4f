import { getPushConfiguration, subscribeToPush, unsubscribeFromPush } from '@watchpost/contract/endpoints/notifications';
import type { PushConfiguration, SubscribeToPushAnswer, SubscribeToPushBody } from '@watchpost/contract/schemas/notifications';
import { WatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { ClockPort, NetworkPort } from '../../kernel/ports.ts';
import { createNamedStore, createPushDriver } from './notifications-driver.ts';
import { pushError } from './notifications-errors.ts';
import { pushTokenLifetime } from './notifications-firebase.ts';
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
  readonly fetch: typeof fetch;
}

/** Where the last configuration is kept: disconnecting must work when the server cannot be asked any more. */
const configurationKey = 'configuration';

/**
 * From the permission to a subscription that the server has. Each step can be repeated: whatever is already there is used again.
 * @param customerId whose subscription it will be
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
    // The server takes no token of this kind, or not of this push service: no form is at fault, as its own words would say.
    throw cause instanceof WatchpostError && cause.status === 422 ? pushError('push-subscribe-failed', { cause, status: cause.status }) : cause;
  });
  records.write({ customerId, sent: { kind, token, at: clock.now() } });
}

/** The server has exactly this token, and had it within the last 7 days. */
function isSent(sent: SentToken, token: string, now: number): boolean {
  return sent.token === token && now >= sent.at && now - sent.at < pushTokenLifetime;
}

export interface PushDisconnection {
  /** What the server was told last. */
  readonly sent: SentToken | null;
  /** False when nobody is signed in any more: the server has removed it with the session. */
  readonly onServer: boolean;
}

/**
 * Takes the subscription away, on the server and in the browser; goes on when one of them fails, since either alone ends the messages.
 * @returns what went wrong, in order, and whether messages have come to an end all the same
 */
export async function disconnectPush(options: PushConnectionOptions, { sent, onServer }: PushDisconnection): Promise<{ readonly errors: readonly unknown[]; readonly isSilent: boolean }> {
  const errors: unknown[] = [];
  const attempt = (work: Promise<unknown>): Promise<boolean> => work.then(() => true, (error: unknown) => (errors.push(error), false));
  const isOffServer = !onServer || (await attempt(options.http.request(unsubscribeFromPush)));
  const isOffBrowser = await attempt(release(options, sent));
  return { errors, isSilent: isOffServer || isOffBrowser };
}

/** Firebase has a token of its own to give back; a plain subscription only has to be ended. */
async function release(options: PushConnectionOptions, sent: SentToken | null): Promise<void> {
  const stored = sent?.kind === 'firebase' ? await createNamedStore(options.ports.store).read(configurationKey) : null;
  if (isConfiguration(stored)) return (await driverFor(stored, options)).disconnect();
  return unsubscribe(await named('push-worker-failed', () => options.ports.browser.registration()));
}

async function driverFor(configuration: PushConfiguration, options: PushConnectionOptions): Promise<PushDriver> {
  const { ports, clock, network, fetch } = options;
  const registration = await named('push-worker-failed', () => ports.browser.registration());
  return createPushDriver(configuration, { ports, registration, clock, network, fetch });
}

/** Only what connectPush() wrote; its parts are checked again where they are used. */
function isConfiguration(value: unknown): value is PushConfiguration {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'firebase' && 'firebase' in value && typeof value.firebase === 'object' && value.firebase !== null;
}

/** The browser's answer to the question, as an error; null when it was yes. */
export function permissionError(permission: NotificationPermissionName | 'unsupported'): WatchpostError | null {
  if (permission === 'granted') return null;
  if (permission === 'unsupported') return pushError('push-unsupported-browser');
  return pushError(permission === 'denied' ? 'push-permission-blocked' : 'push-permission-dismissed');
}

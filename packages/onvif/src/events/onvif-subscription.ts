import { randomUUID } from 'node:crypto';
import type { Clock } from '@watchpost/contract/timing/clock';
import { readProfiles } from '../camera/onvif-camera.ts';
import { isRefused, OnvifError } from '../kernel/onvif-error.ts';
import type { OnvifSession } from '../control/onvif-session.ts';
import { subscriptionUrl } from '../soap/onvif-address.ts';
import { namespaces } from '../soap/onvif-soap.ts';
import { childrenOf, escapeXml, writeXml, type XmlElement } from '../soap/onvif-xml.ts';
import { readOnvifEvents, type OnvifEvent } from './onvif-event-message.ts';
import { readDateTime, readDuration } from './onvif-times.ts';

/** A subscription to a camera's events, from which they are pulled. */
export interface OnvifSubscription {
  /** How long the camera keeps it without being asked, ms. */
  readonly leaseMs: number;
  /** The rest of it, ms; negative when it has ended. */
  remainingMs(): number;
  /**
   * Waits for events at the camera.
   * @returns none after `waitMs`
   * @throws {OnvifError}
   */
  pull(bounds: { readonly waitMs: number; readonly limit: number }, signal: AbortSignal): Promise<readonly OnvifEvent[]>;
  /** @throws {OnvifError} camera-failed if the camera has no renewal */
  renew(): Promise<void>;
  /** Frees it at the camera, which has few of them. Never rejects. */
  unsubscribe(): Promise<void>;
}

/** The lease that is asked for: long enough for slow cameras, short enough for those that have few. */
const wantedLeaseMs = 120_000;
const minLeaseMs = 10_000;
const maxLeaseMs = 600_000;
/** What a camera may take beyond the time that it was asked to wait. */
const answerMs = 10_000;
const unsubscribeMs = 2000;
const maxParameters = 8;

const addressing = 'http://www.w3.org/2005/08/addressing';
const manager = 'http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager';
const actions = {
  CreatePullPointSubscription: `${namespaces.events}/EventPortType/CreatePullPointSubscriptionRequest`,
  PullMessages: `${namespaces.events}/PullPointSubscription/PullMessagesRequest`,
  Renew: `${manager}/RenewRequest`,
  Unsubscribe: `${manager}/UnsubscribeRequest`,
} as const;

/**
 * Subscribes to all events of a camera.
 * @throws {OnvifError} camera-unsupported without an event service, camera-failed if the camera allows no subscription
 */
export async function subscribeToEvents(session: OnvifSession, clock: Clock): Promise<OnvifSubscription> {
  const service = session.services.get('events');
  if (!service) throw new OnvifError('camera-unsupported', 'The camera has no event service.');
  const sourceOf = await readSources(session);
  const answer = await create(session, service);
  const reference = childrenOf(answer, 'SubscriptionReference', '')[0];
  const named = (childrenOf(reference, 'Address', '')[0]?.text ?? '').slice(0, 2048);
  const parameters = (childrenOf(reference, 'ReferenceParameters', '')[0]?.children ?? []).slice(0, maxParameters);
  const url = subscriptionUrl(named, service);
  const to = URL.canParse(named) ? named : url.href;
  const offset = session.now() - clock.now();

  const leaseMs = leaseIn(answer, offset + clock.now()) ?? wantedLeaseMs;
  let endsAt = clock.monotonic() + leaseMs;
  const extend = (by: XmlElement, byDefaultMs: number | null): void => {
    const ms = leaseIn(by, offset + clock.now()) ?? byDefaultMs;
    if (ms !== null) endsAt = clock.monotonic() + ms;
  };
  const send = (
    name: Exclude<keyof typeof actions, 'CreatePullPointSubscription'>,
    content: string,
    more: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
  ): Promise<XmlElement> =>
    session.client.call({
      url,
      namespace: name === 'PullMessages' ? namespaces.events : namespaces.notification,
      name,
      content,
      action: actions[name],
      header: addressingHeader(actions[name], to, parameters),
      ...more,
    });

  return {
    leaseMs,
    remainingMs: () => endsAt - clock.monotonic(),
    pull: async ({ waitMs, limit }, signal) => {
      const content = `<q:Timeout>PT${Math.max(1, Math.round(waitMs / 1000))}S</q:Timeout><q:MessageLimit>${limit}</q:MessageLimit>`;
      const pulled = await send('PullMessages', content, { timeoutMs: waitMs + answerMs, signal });
      // Most cameras extend the lease with each answer. One that doesn't names the same end again.
      extend(pulled, null);
      const events = readOnvifEvents(pulled, { receivedAt: clock.now(), clockOffset: offset });
      return events.map((event) => ({ ...event, sourceToken: sourceOf(event.sourceToken) }));
    },
    renew: async () => {
      const renewed = await send('Renew', `<q:TerminationTime>PT${wantedLeaseMs / 1000}S</q:TerminationTime>`);
      extend(renewed, wantedLeaseMs);
    },
    unsubscribe: () =>
      send('Unsubscribe', '', { timeoutMs: unsubscribeMs }).then(
        () => undefined,
        () => undefined,
      ),
  };
}

/** A recorder's events name a source or its configuration; returns the source of either. Others have one source. */
async function readSources({ client, services, channel }: OnvifSession): Promise<(token: string | null) => string | null> {
  if (channel === undefined) return (token) => token;
  const { profiles } = await readProfiles(client, services);
  const sources = new Map(profiles.map(({ source, sourceConfiguration = '' }) => [sourceConfiguration, source]));
  const known = new Set(profiles.map(({ source }) => source));
  return (token) => (token === null || known.has(token) ? token : (sources.get(token) ?? token));
}

/** Some cameras require a time, some refuse one, and some read only one of its forms. */
async function create(session: OnvifSession, url: URL): Promise<XmlElement> {
  const until = new Date(session.now() + wantedLeaseMs).toISOString().replace(/\.\d{3}Z$/, 'Z');
  let refusal: unknown;
  for (const time of [`PT${wantedLeaseMs / 1000}S`, '', until]) {
    try {
      return await session.client.call({
        url,
        namespace: namespaces.events,
        name: 'CreatePullPointSubscription',
        content: time && `<q:InitialTerminationTime>${time}</q:InitialTerminationTime>`,
        action: actions.CreatePullPointSubscription,
        header: addressingHeader(actions.CreatePullPointSubscription, url.href, []),
      });
    } catch (error) {
      if (!isRefused(error)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

/** Headers without which some cameras find no subscription; `mustUnderstand` would make others refuse them. */
function addressingHeader(action: string, to: string, parameters: readonly XmlElement[]): string {
  const element = (name: string, content: string): string => `<a:${name} xmlns:a="${addressing}">${content}</a:${name}>`;
  return (
    element('Action', escapeXml(action)) +
    element('MessageID', `urn:uuid:${randomUUID()}`) +
    element('ReplyTo', element('Address', `${addressing}/anonymous`)) +
    element('To', escapeXml(to)) +
    parameters
      .map((parameter) =>
        writeXml(parameter).replace(/^<[^\s>]+/, (start) => `${start} xmlns:a="${addressing}" a:IsReferenceParameter="true"`),
      )
      .join('')
  );
}

/**
 * Returns the lease that an answer names, ms, by the camera's own clock; null if it names none, or one that has ended already.
 * @param now Unix ms by the camera's clock, for answers that don't name it
 */
function leaseIn(answer: XmlElement, now: number): number | null {
  const text = (name: string): string => childrenOf(answer, name, '')[0]?.text ?? '';
  const end = text('TerminationTime');
  const duration = readDuration(end);
  const until = readDateTime(end);
  const ms = duration ?? (until === null ? null : until - (readDateTime(text('CurrentTime')) ?? now));
  return ms !== null && ms >= minLeaseMs ? Math.min(ms, maxLeaseMs) : null;
}

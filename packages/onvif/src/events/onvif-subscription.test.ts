import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openSession } from '../control/onvif-session.ts';
import { subscriptionUrl } from '../soap/onvif-address.ts';
import { createDeviceEvents, type DeviceEvents, type DeviceEventsOptions } from '../testing/onvif-device-events.ts';
import { startOnvifDevice, type OnvifDevice, type OnvifDeviceOptions } from '../testing/onvif-device.ts';
import { openNetwork } from '../testing/onvif-control.ts';
import { onvifOddities } from '../testing/onvif-oddities.ts';
import { subscribeToEvents, type OnvifSubscription } from './onvif-subscription.ts';
import { readDateTime, readDuration } from './onvif-times.ts';

const user = { username: 'admin', password: 'secret' };
const person = { topic: 'tns1:RuleEngine/MyRuleDetector/PeopleDetect', source: { Source: '000' }, data: { State: 'true' } };
const once = { waitMs: 20_000, limit: 10 };

interface Scene {
  readonly clock: ManualClock;
  readonly device: OnvifDevice;
  readonly events: DeviceEvents;
  subscribe(): Promise<OnvifSubscription>;
}

async function startScene(
  options: Partial<DeviceEventsOptions> = {},
  more: Partial<OnvifDeviceOptions> = {},
  channel?: string,
): Promise<Scene> {
  const clock = createManualClock();
  const events = createDeviceEvents({ clock, ...options });
  const device = await startOnvifDevice({ clock, user, profiles: [], services: events.services, ...more });
  const abort = new AbortController();
  onTestFinished(async () => {
    abort.abort();
    await device.close();
  });
  const subscribe = async (): Promise<OnvifSubscription> =>
    subscribeToEvents(
      await openSession({ access: { address: device.url, channel, ...user }, clock, network: openNetwork, signal: abort.signal }),
      clock,
    );
  return { clock, device, events, subscribe };
}
const { signal } = new AbortController();

test('events are waited for at the camera, with the headers that cameras require, and the subscription is freed', async () => {
  const { clock, device, events, subscribe } = await startScene();
  const subscription = await subscribe();
  expect([subscription.leaseMs, events.subscriptions]).toEqual([60_000, 1]);

  const pulling = subscription.pull(once, signal);
  await expect.poll(() => events.waiting).toBe(1);
  clock.advance(3000);
  events.emit(person);
  expect(await pulling).toMatchObject([{ kind: 'human', isActive: true, at: clock.now(), sourceToken: '000' }]);
  expect(subscription.remainingMs()).toBe(60_000);

  const empty = subscription.pull(once, signal);
  await expect.poll(() => events.waiting).toBe(1);
  clock.advance(20_000);
  expect(await empty).toEqual([]);

  clock.advance(50_000);
  await subscription.renew();
  expect(subscription.remainingMs()).toBe(60_000);
  await subscription.unsubscribe();
  expect(events.subscriptions).toBe(0);
  expect(device.calls.slice(-5)).toEqual(['CreatePullPointSubscription', 'PullMessages', 'PullMessages', 'Renew', 'Unsubscribe']);
  expect(device.refusals()).toBe(0);
  for (const body of events.bodies) {
    for (const header of ['Action', 'MessageID', 'ReplyTo', 'To', 'UsernameToken']) expect(body).toContain(`:${header}`);
    expect(body).not.toContain(user.password);
  }
});

test('an animal and a person beside it are two events of a camera that lists what it sees, and end one after the other', async () => {
  const { events, subscribe } = await startScene();
  const subscription = await subscribe();
  const states: string[] = [];
  for (const list of ['Animal', 'Animal Human', 'Human', '']) {
    const pulling = subscription.pull(once, signal);
    await expect.poll(() => events.waiting).toBe(1);
    events.emit({ topic: 'tns1:RuleEngine/ObjectDetection/Object', source: { VideoSource: 'lens' }, data: { ClassTypes: list } });
    states.push((await pulling).flatMap(({ kind, isActive }) => (isActive ? kind : [])).join(' '));
  }
  expect(states).toEqual(['animal', 'human animal', 'human', '']);
});

test.each<[string, Partial<DeviceEventsOptions>, Partial<OnvifDeviceOptions>?]>([
  ['an inner address is named', { addressOf: (path) => `http://10.1.2.3${path}` }],
  ['an inner address is named for everything', { addressOf: (path) => `http://10.1.2.3${path}` }, { namedHost: '10.1.2.3' }],
  ['an address without a scheme is named', { addressOf: (path) => `10.1.2.3${path}` }],
  ['a subscription is found by a parameter', { byParameter: true }],
  ['no initial time is accepted', { acceptsTime: (time) => time === '' }],
  ['an initial time is required', { acceptsTime: (time) => time.startsWith('PT') }],
  ['an initial time without a duration is required', { acceptsTime: (time) => /^\d{4}-.*Z$/.test(time) }],
  ['the clock is 90 minutes ahead', {}, { skew: 90 * 60_000 }],
  ['subscriptions end in the past', { writtenEnd: () => '1970-01-01T00:00:00Z' }],
  ['subscriptions end after a duration', { writtenEnd: () => 'PT60S' }],
  ['subscriptions end at no time', { writtenEnd: () => '' }],
  ...onvifOddities.map(({ name, device }): [string, Partial<DeviceEventsOptions>, Partial<OnvifDeviceOptions>] => [name, {}, device]),
])('%s: events are received', async (_, options, more) => {
  const { events, subscribe } = await startScene(options, more);
  const subscription = await subscribe();
  events.emit(person);
  expect(await subscription.pull(once, signal)).toMatchObject([{ kind: 'human', isActive: true }]);
  await subscription.renew();
  expect(subscription.remainingMs()).toBeGreaterThanOrEqual(60_000);
  await subscription.unsubscribe();
  expect(events.subscriptions).toBe(0);
});

test('a camera without an event service, and one that allows no more subscriptions, are reported', async () => {
  const none = await startScene({}, { services: [] });
  await expect(none.subscribe()).rejects.toMatchObject({ code: 'camera-unsupported' });
  const full = await startScene({ maxSubscriptions: 1 });
  await full.subscribe();
  await expect(full.subscribe()).rejects.toMatchObject({ code: 'camera-failed' });
});

test.each([1, 2] as const)('events of a recorder name the source, whatever the camera names: media service %i', async (generation) => {
  const profiles = [0, 1].map((index) => ({
    token: `main_${index}`,
    encoding: 'H264',
    width: 1920,
    height: 1080,
    uri: 'rtsp://10.1.2.3/main',
    source: `source_${index}`,
    sourceConfiguration: `configuration_${index}`,
  }));
  const { events, subscribe } = await startScene({}, { generation, profiles }, 'source_1');
  const subscription = await subscribe();
  for (const token of ['configuration_1', 'source_0', 'other'])
    events.emit({ ...person, source: { VideoSourceConfigurationToken: token } });
  events.emit({ ...person, source: { Rule: 'x' } });
  const tokens = (await subscription.pull(once, signal)).map(({ sourceToken }) => sourceToken);
  expect(tokens).toEqual(['source_1', 'source_0', 'other', null]);
});

test('a camera that ends the connection instead of an answer is known by it', async () => {
  const { subscribe } = await startScene(
    {},
    { hostile: (operation, response) => operation === 'PullMessages' && (response.destroy(), true) },
  );
  const subscription = await subscribe();
  await expect(subscription.pull(once, signal)).rejects.toMatchObject({ code: 'camera-not-onvif' });
});

test('a pull that is cancelled leaves the subscription usable', async () => {
  const { events, subscribe } = await startScene();
  const subscription = await subscribe();
  const abort = new AbortController();
  const pulling = subscription.pull(once, abort.signal);
  await expect.poll(() => events.waiting).toBe(1);
  abort.abort();
  await expect(pulling).rejects.toMatchObject({ code: 'camera-timeout' });
  await subscription.unsubscribe();
  expect(events.subscriptions).toBe(0);
});

test.each([
  ['http://192.168.1.5/onvif/sub?id=7', 'http://cam.local:8080/onvif/sub?id=7'],
  ['http://cam.local:2020/event-0', 'http://cam.local:2020/event-0'],
  ['/onvif/sub/7', 'http://cam.local:8080/onvif/sub/7'],
  ['sub/7', 'http://cam.local:8080/onvif/sub/7'],
  ['192.168.1.5/onvif/event/alarm', 'http://cam.local:8080/onvif/event/alarm'],
  ['192.168.1.5:8999/onvif/event/alarm', 'http://cam.local:8080/onvif/event/alarm'],
  ['', 'http://cam.local:8080/onvif/events'],
  ['http://[', 'http://cam.local:8080/onvif/events'],
  ['urn:uuid:1', 'http://cam.local:8080/onvif/events'],
  ['file:///etc/passwd', 'http://cam.local:8080/onvif/events'],
  ['http://www.w3.org/2005/08/addressing/anonymous', 'http://cam.local:8080/onvif/events'],
])('a subscription at %s is pulled at %s', (named, expected) => {
  expect(subscriptionUrl(named, new URL('http://cam.local:8080/onvif/events')).href).toBe(expected);
});

test('times and durations of XML are read', () => {
  expect(['PT60S', 'PT2M', 'PT1H0.5S', 'P1D', 'P1DT1M', 'PT', 'P', '60', '', 'PT-5S'].map(readDuration)).toEqual([
    60_000,
    120_000,
    3_600_500,
    86_400_000,
    86_460_000,
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(['2026-11-27T03:00:00Z', '2026-11-27T03:00:00', '2026-11-27T06:00:00+03:00', '', 'x'].map(readDateTime)).toEqual([
    ...Array.from({ length: 3 }, () => Date.UTC(2026, 10, 27, 3)),
    null,
    null,
  ]);
});

import { createManualClock } from '@watchpost/contract/testing';
import { readEnvelope, type XmlElement } from '@watchpost/onvif/messages';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { noSteering } from '../../testing/onvif/no-steering.ts';
import { faultCodes, soapRequest, tokenHeader } from '../../testing/onvif/onvif-requests.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createOnvifHandler } from './onvif-handler.ts';
import { createMotionOfEvents } from './onvif-motion.ts';
import { parseOnvifPath } from './onvif-paths.ts';
import { createPullPoints, maxPullPoints } from './onvif-pull-points.ts';
import { matchesTopic, motionTopics } from './onvif-topics.ts';

const id = 'AbcDef1234';
const password = '0f'.repeat(16);
const address = 'http://192.168.1.5:8000';
type Service = Parameters<typeof soapRequest>[0];

function setUp() {
  const clock = createManualClock();
  const motion = createMotionOfEvents(clock);
  const pullPoints = createPullPoints({ clock, motion });
  const link = { id, cameraId: 'yard', title: 'Yard', withAudio: false, withEvents: true, withPtz: false, snapshotToken: null };
  let open = async () => link;
  const handle = createOnvifHandler({
    authorizer: { passwordOf: async () => password, open: () => open(), snapshot: async () => Uint8Array.of() },
    streams: createStreamRegistry({ log: pino({ level: 'silent' }) }),
    pullPoints,
    steering: noSteering,
    clock,
    onWrongPassword: () => undefined,
  });
  const gone = new AbortController();
  /** @param path of the subscription; that of the event service by default */
  const ask = async (service: Service, operation: string, content = '', { path = `/onvif/${id}/event_service`, user = id } = {}) => {
    const target = parseOnvifPath(path);
    if (target?.kind !== 'service') throw new Error(`${path} is no service.`);
    const header = tokenHeader({ username: user, password, at: clock.now() });
    const place = { ...target, origin: address, rtspOrigin: 'rtsp://192.168.1.5:8554', localAddress: '192.168.1.5' };
    const body = soapRequest(service, operation, { header, content });
    const answer = await handle(
      { method: 'POST', target: path, authorization: undefined, body, place, signal: gone.signal },
      '192.168.1.9',
    );
    const [response] = readEnvelope(answer.body).body;
    return { outcome: [answer.status, ...faultCodes(answer.body)].join(' '), response, text: answer.body };
  };
  /** @returns the path of the subscription */
  const subscribe = async (content = ''): Promise<string> => {
    const { text } = await ask('events', 'CreatePullPointSubscription', content);
    return /<wsa:Address>http:\/\/192\.168\.1\.5:8000([^<]*)</.exec(text)?.[1] ?? '';
  };
  const pull = (path: string, { seconds = 0, limit = 10 } = {}) =>
    ask('events', 'PullMessages', `<q:Timeout>PT${seconds}S</q:Timeout><q:MessageLimit>${limit}</q:MessageLimit>`, { path });
  const event = (over: object = {}) => ({ id: 'e1', cameraId: 'yard', type: 'motion', startAt: clock.now(), endAt: null, ...over });
  return { clock, motion, pullPoints, gone, link, setOpen: (next: typeof open) => (open = next), ask, subscribe, pull, event };
}

/** What an answer says: `operation topic=value`. */
const said = (response: XmlElement | undefined): string[] =>
  (response?.children ?? [])
    .filter(({ name }) => name === 'NotificationMessage')
    .map(({ children: [topic, wrapper] }) => {
      const message = wrapper?.children[0];
      const state = message?.children.find(({ name }) => name === 'Data')?.children[0]?.attributes.get('Value');
      return `${message?.attributes.get('PropertyOperation')} ${topic?.text.split('/').at(-1)}=${state}`;
    });

test('a recorder subscribes, gets the state first, and every change after it, once', async () => {
  const { clock, motion, subscribe, pull, event } = setUp();
  const path = await subscribe();
  expect(said((await pull(path)).response)).toEqual(['Initialized MotionAlarm=false', 'Initialized Motion=false']);
  motion.note('began', event());
  motion.note('picture', event());
  clock.advance(3000);
  motion.note('ended', event({ endAt: clock.now() }));
  const both = ['Changed MotionAlarm=true', 'Changed Motion=true', 'Changed MotionAlarm=false', 'Changed Motion=false'];
  expect(said((await pull(path, { limit: 3 })).response)).toEqual(both.slice(0, 3));
  expect(said((await pull(path)).response)).toEqual(both.slice(3));
  expect(said((await pull(path)).response)).toEqual([]);
  // Events of another camera, sounds and films are not sent.
  for (const over of [{ cameraId: 'gate' }, { type: 'loudNoise' }, { type: 'timelapse' }]) motion.note('began', event(over));
  expect(said((await pull(path)).response)).toEqual([]);
});

test('it waits for motion as long as it is asked to, and answers at once when something moves', async () => {
  const { clock, motion, subscribe, pull, event } = setUp();
  const path = await subscribe();
  await pull(path);
  const waiting = pull(path, { seconds: 20 });
  await expect.poll(() => clock.pending).toBe(1);
  motion.note('began', event());
  const { response, text } = await waiting;
  expect(said(response)).toEqual(['Changed MotionAlarm=true', 'Changed Motion=true']);
  expect(text).toContain(`UtcTime="${new Date(clock.now()).toISOString()}"`);
  const inVain = pull(path, { seconds: 20 });
  // The event's own timer, and this one.
  await expect.poll(() => clock.pending).toBe(2);
  clock.advance(20_000);
  expect([(await inVain).outcome, said((await inVain).response)]).toEqual(['200', []]);
});

test('what lasts when a recorder subscribes is its first state; what never ends, ends after six minutes', async () => {
  const { clock, motion, subscribe, pull, event, ask } = setUp();
  motion.note('began', event());
  motion.note('began', event({ id: 'e2', type: 'human' }));
  motion.note('ended', event({ endAt: clock.now() }));
  clock.advance(60_000);
  const path = await subscribe('<q:InitialTerminationTime>PT10M</q:InitialTerminationTime>');
  const first = await pull(path);
  expect(said(first.response)).toEqual(['Initialized MotionAlarm=true', 'Initialized Motion=true']);
  // Since the person came.
  expect(first.text).toContain(`UtcTime="${new Date(clock.now() - 60_000).toISOString()}"`);
  clock.advance(300_000);
  expect(said((await pull(path)).response)).toEqual(['Changed MotionAlarm=false', 'Changed Motion=false']);
  expect((await ask('events', 'SetSynchronizationPoint', '', { path })).outcome).toBe('200');
  expect(said((await pull(path)).response)).toEqual(['Initialized MotionAlarm=false', 'Initialized Motion=false']);
});

test('a subscription ends with its lease, is renewed by asking and by Renew, and is removed', async () => {
  const { clock, subscribe, pull, ask } = setUp();
  const path = await subscribe('<q:InitialTerminationTime>PT20S</q:InitialTerminationTime>');
  clock.advance(19_000);
  expect((await pull(path)).outcome).toBe('200');
  clock.advance(59_000);
  const renewed = await ask('notification', 'Renew', '<q:TerminationTime>PT2M</q:TerminationTime>', { path });
  expect(renewed.text).toContain(`<wsnt:TerminationTime>${new Date(clock.now() + 120_000).toISOString()}</wsnt:TerminationTime>`);
  expect(renewed.text).toContain('<wsa:Action>http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/RenewResponse</wsa:Action>');
  clock.advance(119_000);
  const until = new Date(clock.now() + 300_000).toISOString();
  expect((await ask('notification', 'Renew', `<q:TerminationTime>${until}</q:TerminationTime>`, { path })).outcome).toBe('200');
  clock.advance(299_000);
  expect((await ask('notification', 'Renew', '<q:TerminationTime>tomorrow</q:TerminationTime>', { path })).outcome).toBe(
    '400 Sender InvalidArgVal',
  );
  expect((await pull(path)).outcome).toBe('200');
  clock.advance(60_000);
  expect((await pull(path)).outcome).toBe('400 Sender InvalidArgVal');

  const other = await subscribe();
  expect((await ask('notification', 'Unsubscribe', '', { path: other })).outcome).toBe('200');
  expect((await pull(other)).outcome).toBe('400 Sender InvalidArgVal');
});

test('a recorder that forgets its subscriptions keeps the newest; of another link, none is found', async () => {
  const { subscribe, pull, ask, link, setOpen } = setUp();
  const paths: string[] = [];
  for (let count = 0; count <= maxPullPoints; count += 1) paths.push(await subscribe());
  const outcomes = await Promise.all(paths.map(async (path) => (await pull(path)).outcome));
  expect(outcomes).toEqual(['400 Sender InvalidArgVal', ...Array.from({ length: maxPullPoints }, () => '200')]);
  setOpen(async () => ({ ...link, id: 'Zzzzzz9999' }));
  const content = '<q:Timeout>PT0S</q:Timeout>';
  const path = (paths.at(-1) ?? '').replace(id, 'Zzzzzz9999');
  expect((await ask('events', 'PullMessages', content, { path, user: 'Zzzzzz9999' })).outcome).toBe('400 Sender InvalidArgVal');
});

describe('R24: access that ends while a recorder waits', () => {
  test.each<[string, object | null, string]>([
    ['is refused when the link was revoked', null, '401 Sender NotAuthorized'],
    ['gives no more events when its creator no longer sees them', { withEvents: false }, '500 Receiver ActionNotSupported'],
  ])('%s', async (_, over, expected) => {
    const { clock, motion, subscribe, pull, event, link, setOpen } = setUp();
    const path = await subscribe();
    await pull(path);
    const waiting = pull(path, { seconds: 20 });
    await expect.poll(() => clock.pending).toBe(1);
    setOpen(async () => {
      if (over === null) throw new AppError('not-found');
      return { ...link, ...over };
    });
    motion.note('began', event());
    const { outcome, text } = await waiting;
    expect([outcome, text.includes('NotificationMessage')]).toEqual([expected, false]);
  });

  test('a request whose sender has gone takes nothing with it', async () => {
    const { clock, motion, subscribe, pull, event, gone, pullPoints } = setUp();
    const path = await subscribe();
    await pull(path);
    const waiting = pull(path, { seconds: 20 });
    await expect.poll(() => clock.pending).toBe(1);
    gone.abort();
    expect((await waiting).outcome).toBe('503 Receiver Action');
    motion.note('began', event());
    const point = pullPoints.find(path.split('/').at(-1) ?? '', id);
    expect(point?.take(10)).toHaveLength(2);
    motion.close();
    pullPoints.close();
    expect(clock.pending).toBe(0);
  });
});

test('a link without events has none of these operations, although the device has the service', async () => {
  const { ask, link, setOpen, subscribe } = setUp();
  const path = await subscribe();
  setOpen(async () => ({ ...link, withEvents: false }));
  for (const operation of ['GetEventProperties', 'CreatePullPointSubscription', 'PullMessages', 'SetSynchronizationPoint'])
    expect([operation, (await ask('events', operation, '', { path })).outcome]).toEqual([operation, '500 Receiver ActionNotSupported']);
  for (const operation of ['Renew', 'Unsubscribe'])
    expect([operation, (await ask('notification', operation, '', { path })).outcome]).toEqual([
      operation,
      '500 Receiver ActionNotSupported',
    ]);
  const { text } = await ask('device', 'GetServices');
  expect(text).toContain(`<tds:XAddr>${address}/onvif/${id}/event_service</tds:XAddr>`);
  expect((await ask('device', 'GetCapabilities', '<q:Category>Events</q:Category>')).text).toContain(
    '<tt:WSPullPointSupport>true</tt:WSPullPointSupport>',
  );
});

test('its topics are described with the items that messages have', async () => {
  const { ask, subscribe, pull } = setUp();
  const { response } = await ask('events', 'GetEventProperties');
  const topics: string[] = [];
  const collect = (element: XmlElement, names: readonly string[]): void => {
    const path = [...names, element.name];
    if (element.children[0]?.name === 'MessageDescription') topics.push(path.slice(1).join('/'));
    else for (const child of element.children) collect(child, path);
  };
  const set = response?.children.find(({ name }) => name === 'TopicSet');
  if (set) collect(set, []);
  expect(topics).toEqual(motionTopics.map(({ path }) => path.join('/')));
  const { response: pulled } = await pull(await subscribe());
  expect(pulled?.children.filter(({ name }) => name === 'NotificationMessage').map(({ children: [topic] }) => topic?.text)).toEqual(
    topics.map((topic) => `tns1:${topic}`),
  );
});

test.each([
  ['', 2],
  ['tns1:VideoSource/MotionAlarm', 1],
  ['tns1:RuleEngine/tns1:CellMotionDetector/tns1:Motion', 1],
  ['tns1:RuleEngine//.', 1],
  ['tns1:VideoSource/MotionAlarm | tns1:RuleEngine//.', 2],
  ['tns1:Device/Trigger//.', 0],
  ['tns1:VideoSource', 0],
  ['|'.repeat(5000), 2],
  ['/'.repeat(5000), 0],
])('the expression "%s" wants %i of the topics', (expression, count) => {
  expect(motionTopics.filter(({ path }) => matchesTopic(expression, path))).toHaveLength(count);
});

test('a filter decides what is sent', async () => {
  const { subscribe, pull, motion, event } = setUp();
  const wsnt = 'http://docs.oasis-open.org/wsn/b-2';
  const filter = `<q:Filter><n:TopicExpression xmlns:n="${wsnt}" Dialect="d">tns1:VideoSource//.</n:TopicExpression></q:Filter>`;
  const path = await subscribe(filter);
  motion.note('began', event());
  expect(said((await pull(path)).response)).toEqual(['Initialized MotionAlarm=false', 'Changed MotionAlarm=true']);
});

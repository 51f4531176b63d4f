import { createSettlingClock } from '@watchpost/contract/testing';
import { expect, onTestFinished, test } from 'vitest';
import { OnvifError, type OnvifErrorCode } from '../kernel/onvif-error.ts';
import type { OnvifEvent } from './onvif-event-message.ts';
import type { OnvifEventChange } from './onvif-event-states.ts';
import { followSubscriptions } from './onvif-events.ts';

const base: OnvifEvent = {
  kind: 'human',
  isActive: true,
  at: 0,
  sourceToken: 'lens',
  rule: null,
  objectClass: 'human',
  isInitial: false,
  isMomentary: false,
  key: 'people',
};
type Answer = readonly OnvifEvent[] | OnvifErrorCode;

/** A camera that answers each pull with the next answer, and waits without one. */
function setUp({
  isWithoutRenewal = false,
  extendsLease = true,
  refused = null,
}: { isWithoutRenewal?: boolean; extendsLease?: boolean; refused?: OnvifErrorCode | null } = {}) {
  const leaseMs = 60_000;
  const clock = createSettlingClock({ start: 0 });
  const changes: string[] = [];
  const states: string[] = [];
  const calls: string[] = [];
  const answers: Answer[] = [];
  let refusal = refused;
  let wake = (): void => undefined;
  const fail = (code: OnvifErrorCode): never => {
    throw new OnvifError(code);
  };
  const events = followSubscriptions({
    clock,
    random: () => 1,
    log: { debug: () => undefined },
    onChange: ({ kind, isActive, at }: OnvifEventChange) => void changes.push(`${kind} ${isActive ? 'began' : 'ended'} ${at}`),
    onState: (state) => void states.push(state.isFollowed ? 'followed' : state.code),
    subscribe: async () => {
      calls.push(`subscribe ${clock.monotonic()}`);
      if (refusal) fail(refusal);
      let endsAt = clock.monotonic() + leaseMs;
      return {
        leaseMs,
        remainingMs: () => endsAt - clock.monotonic(),
        pull: async ({ waitMs }, signal) => {
          if (answers.length === 0) {
            const { promise, resolve } = Promise.withResolvers<void>();
            const cancel = clock.after(waitMs, resolve);
            wake = resolve;
            signal.addEventListener('abort', () => resolve());
            await promise;
            cancel();
          }
          const answer = answers.shift() ?? [];
          if (typeof answer === 'string') return fail(answer);
          if (extendsLease) endsAt = clock.monotonic() + leaseMs;
          return answer;
        },
        renew: async () => {
          calls.push(`renew ${clock.monotonic()}`);
          if (isWithoutRenewal) fail('camera-failed');
          endsAt = clock.monotonic() + leaseMs;
        },
        unsubscribe: async () => void calls.push('unsubscribe'),
        close: () => void calls.push('close'),
      };
    },
  });
  onTestFinished(() => events.close());
  const send = async (...more: Answer[]): Promise<void> => {
    answers.push(...more);
    wake();
    await clock.settle();
  };
  const event = (over: Partial<OnvifEvent> = {}): OnvifEvent => ({ ...base, at: clock.now(), ...over });
  return { clock, changes, states, calls, events, send, event, refuse: (code: OnvifErrorCode | null) => void (refusal = code) };
}

test('a beginning and its end are reported once, however often the camera repeats or interrupts them', async () => {
  const { clock, changes, states, send, event } = setUp();
  await clock.advance(1000);
  await send([]);
  await clock.advance(1000);
  await send([event(), event(), event()]);
  await clock.advance(1000);
  await send([event({ isActive: false }), event()]);
  await clock.advance(10_000);
  await send([event({ isActive: false })]);
  const endedAt = clock.now();
  await clock.advance(2000);
  expect(changes).toEqual(['human began 2000']);
  await clock.advance(1000);
  expect([changes, states]).toEqual([['human began 2000', `human ended ${endedAt}`], ['followed']]);
});

test('a moment has an end; what the camera never ends, ends after five minutes', async () => {
  const { clock, changes, send, event } = setUp();
  await clock.settle();
  await send([event({ kind: 'lineCrossing', isMomentary: true, key: 'line' }), event()]);
  await clock.advance(5000);
  expect(changes).toEqual(['lineCrossing began 0', 'human began 0', 'lineCrossing ended 5000']);
  await clock.advance(5 * 60_000);
  expect(changes.slice(3)).toEqual(['human ended 300000']);
});

test('what has been there since before the subscription is no event; later it is', async () => {
  const { clock, changes, send, event } = setUp();
  await clock.settle();
  await send([]);
  await clock.advance(1000);
  await send([event({ isInitial: true })]);
  expect(changes).toEqual([]);
  await clock.advance(9000);
  await send([event({ isInitial: true })]);
  expect(changes).toEqual(['human began 10000']);
});

test('a camera that extends the lease with each pull is not asked to renew it; any other is', async () => {
  const extending = setUp();
  await extending.clock.advance(10 * 60_000);
  expect(extending.calls).toEqual(['subscribe 0']);
  const other = setUp({ extendsLease: false });
  await other.clock.advance(2 * 60_000);
  expect(other.calls).toEqual(['subscribe 0', 'renew 40000', 'renew 80000', 'renew 120000']);
});

test('a camera without renewal is subscribed to again before the end, and an event continues', async () => {
  const { clock, changes, states, calls, send, event } = setUp({ extendsLease: false, isWithoutRenewal: true });
  await clock.settle();
  await send([event()]);
  await clock.advance(56_000);
  expect(calls.slice(0, 4)).toEqual(['subscribe 0', expect.stringMatching(/^renew/), 'unsubscribe', 'close']);
  expect(Number(calls[4]?.split(' ')[1])).toBeLessThan(60_000);
  await send([event({ isInitial: true })]);
  expect(changes).toEqual(['human began 0']);
  await clock.advance(120_000);
  expect([calls.filter((call) => call.startsWith('renew')).length, states]).toEqual([1, ['followed']]);
});

test('a camera that ends the connection instead of an empty answer keeps its subscription', async () => {
  const { clock, calls, changes, send, event } = setUp();
  for (let round = 0; round < 10; round += 1) {
    await clock.advance(10_000);
    await send('camera-not-onvif');
  }
  await clock.advance(1000);
  await send([event({ isInitial: false })]);
  expect([calls.filter((call) => !call.startsWith('renew')), changes.length]).toEqual([['subscribe 0'], 1]);
});

test('a camera that fails at once is subscribed to again, ever more rarely; what continued has ended', async () => {
  const { clock, calls, changes, states, send, event, refuse } = setUp();
  await clock.settle();
  await send([event()]);
  await clock.advance(1000);
  refuse('camera-unreachable');
  await send('camera-unreachable');
  expect([changes, states]).toEqual([
    ['human began 0', 'human ended 1000'],
    ['followed', 'camera-unreachable'],
  ]);
  await clock.advance(10 * 60_000);
  const subscribedAt = calls.filter((call) => call.startsWith('subscribe')).map((call) => Number(call.split(' ')[1]) / 1000);
  expect(subscribedAt).toEqual([0, 3, 7, 15, 31, 63, 127, 247, 367, 487]);
  refuse(null);
  await clock.advance(121_000);
  expect(states).toEqual(['followed', 'camera-unreachable', 'followed']);
});

test.each<[OnvifErrorCode, number]>([
  ['camera-wrong-password', 60],
  ['camera-failed', 15],
  ['camera-unsupported', 3600],
])('after %s it is not asked again for %i s', async (code, seconds) => {
  const { clock, calls, states } = setUp({ refused: code });
  await clock.advance(seconds * 1000 - 1);
  expect([calls, states]).toEqual([['subscribe 0'], [code]]);
  await clock.advance(1);
  expect(calls).toEqual(['subscribe 0', `subscribe ${seconds * 1000}`]);
});

test('a camera that was restarted, and has lost the subscription, is soon subscribed to again', async () => {
  const { clock, calls, send } = setUp();
  await clock.settle();
  await send([]);
  await clock.advance(10_000);
  await send('camera-failed', 'camera-failed');
  await clock.advance(2000);
  expect(calls).toEqual(['subscribe 0', 'unsubscribe', 'close', 'subscribe 12000']);
});

test('a refused password is not sent once more to unsubscribe', async () => {
  const { clock, calls, send } = setUp();
  await clock.settle();
  await send('camera-wrong-password');
  expect(calls).toEqual(['subscribe 0', 'close']);
});

test('a camera that refuses to wait for long is asked for less', async () => {
  const { clock, calls, changes, send, event } = setUp();
  await clock.settle();
  await send('camera-failed', [event()]);
  expect([calls, changes]).toEqual([['subscribe 0'], ['human began 0']]);
});

test('closing ends what continues, frees the subscription, and sends nothing more', async () => {
  const { clock, changes, calls, events, send, event } = setUp();
  await clock.settle();
  await send([event()]);
  await clock.advance(1000);
  await events.close();
  expect([changes, calls]).toEqual([
    ['human began 0', 'human ended 1000'],
    ['subscribe 0', 'unsubscribe', 'close'],
  ]);
  await clock.advance(3_600_000);
  expect([calls.length, clock.pending]).toEqual([3, 0]);
});

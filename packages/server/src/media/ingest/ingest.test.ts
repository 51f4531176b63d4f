import { expect, test } from 'vitest';
import { setUp, warnLevel } from '../../testing/live/ingest-rig.ts';
import type { PasswordRefusals } from './password/password-trial.ts';

type Rig = ReturnType<typeof setUp>;
/** Every transition: an event in a state, and the states that it reports. */
const transitions: readonly [name: string, before: (rig: Rig) => void, event: (rig: Rig) => void, expectedStates: string[]][] = [
  ['connecting → online with the first key frame', () => undefined, (rig) => rig.picture(), ['a online']],
  ['connecting stays without a key frame', () => undefined, (rig) => rig.picture(undefined, { keyFrame: false }), []],
  ['connecting → offline when it can not be reached', () => undefined, (rig) => rig.fail(), ['a offline camera-unreachable']],
  ['connecting → offline without a picture for 10 s', () => undefined, (rig) => rig.clock.advance(10_000), ['a offline camera-no-video']],
  ['online → offline when the source ends', (rig) => rig.picture(), (rig) => rig.fail('camera-offline'), ['a offline camera-offline']],
  ['online → offline within 15 s of silence', (rig) => rig.picture(), (rig) => rig.clock.advance(10_000), ['a offline camera-timeout']],
  [
    'online stays while frames come',
    (rig) => rig.picture(),
    (rig) =>
      [1, 2, 3].forEach(() => {
        rig.clock.advance(9000);
        rig.picture();
      }),
    [],
  ],
  [
    'offline → online when it returns',
    (rig) => rig.fail(),
    (rig) => {
      rig.clock.advance(500);
      rig.picture();
    },
    ['a online'],
  ],
  [
    'offline stays offline with a new reason',
    (rig) => rig.fail(),
    (rig) => {
      rig.clock.advance(500);
      rig.fail('camera-wrong-password');
    },
    ['a offline camera-denies-access'],
  ],
];
test.each(transitions)('%s', (_, before, event, expectedStates) => {
  const rig = setUp();
  rig.start();
  before(rig);
  rig.states.length = 0;
  event(rig);
  expect(rig.states).toEqual(expectedStates);
});

test('a refused password is not called wrong at once, because it has worked, and is sent ever more rarely', () => {
  const rig = setUp();
  rig.start();
  rig.picture();
  rig.states.length = 0;
  const minuteMs = 60_000;
  for (const minutes of [1, 2, 4, 8, 16]) {
    const before = rig.opened.length;
    rig.fail('camera-wrong-password');
    rig.clock.advance(minutes * minuteMs - 1);
    expect(rig.opened).toHaveLength(before);
    rig.clock.advance(1);
    expect(rig.opened).toHaveLength(before + 1);
  }
  expect(rig.states).toEqual(['a offline camera-denies-access', 'a offline camera-wrong-password']);
  rig.picture();
  rig.fail('camera-wrong-password');
  expect(rig.states.slice(2)).toEqual(['a online', 'a offline camera-denies-access']);
});

test('of a recorder’s channels, one tries a refused password, and the others follow once it works', () => {
  const rig = setUp();
  const ids = ['a', 'b', 'c'];
  for (const id of ids) rig.ingest.start({ id, openSource: rig.openSource, account: 'recorder' });
  for (const { listener } of rig.opened.slice()) listener?.onEnd({ code: 'camera-wrong-password', detail: '401' });
  expect(rig.opened).toHaveLength(3);
  rig.clock.advance(60_000);
  expect(rig.opened).toHaveLength(4);
  for (const time of [7500, 7500]) {
    rig.picture();
    rig.clock.advance(time);
  }
  expect(rig.opened).toHaveLength(6);
  rig.ingest.start({ id: 'd', openSource: rig.openSource, account: 'another recorder' });
  expect(rig.opened).toHaveLength(7);
});

test('a restart does not send a refused password again before its time; once it works, it is forgotten', () => {
  const kept = new Map<string, PasswordRefusals>();
  const passwords = {
    recall: (id: string) => kept.get(id) ?? null,
    remember: (id: string, refusals: PasswordRefusals | null) => void (refusals ? kept.set(id, refusals) : kept.delete(id)),
  };
  const first = setUp({ passwords });
  for (const id of ['a', 'b']) first.ingest.start({ id, openSource: first.openSource, account: 'recorder' });
  first.fail('camera-wrong-password');
  expect([...kept.keys()]).toEqual(['a', 'b']);

  const next = setUp({ passwords });
  for (const id of ['a', 'b']) next.ingest.start({ id, openSource: next.openSource, account: 'recorder' });
  expect([next.opened.length, next.states]).toEqual([0, ['a offline camera-denies-access', 'b offline camera-denies-access']]);
  next.clock.advance(60_000);
  expect(next.opened).toHaveLength(1);
  next.picture();
  expect([...kept.keys()]).toEqual([]);
});

test('when reopened, the source is replaced without the camera going offline, and the old source is ignored', () => {
  const rig = setUp();
  rig.start();
  rig.picture();
  const [first] = rig.opened;
  rig.states.length = 0;
  rig.ingest.reopen('a');
  expect([first?.stopped, rig.opened.length]).toEqual([true, 2]);
  rig.picture(first);
  expect(rig.received).toHaveLength(1);
  // As after any start, it begins with a key frame.
  rig.picture(undefined, { keyFrame: false });
  rig.picture();
  expect([rig.received.length, rig.states]).toEqual([2, []]);
  rig.fail();
  rig.ingest.reopen('a');
  rig.ingest.reopen('unknown-camera');
  expect(rig.opened).toHaveLength(2);
});

test('R7: waits at most 7.5 s between attempts, a minute after ten minutes; "since" is the beginning of the outage', () => {
  const rig = setUp();
  rig.start();
  rig.picture();
  rig.fail();
  const { since } = rig.ingest.status('a');
  const waits: number[] = [];
  while (rig.clock.monotonic() < 12 * 60_000) {
    const count = rig.opened.length;
    const from = rig.clock.monotonic();
    while (rig.opened.length === count) rig.clock.advance(50);
    waits.push(rig.clock.monotonic() - from);
    rig.fail();
  }
  expect(waits.slice(0, 6)).toEqual([250, 500, 1000, 2000, 4000, 7500]);
  expect(Math.max(...waits.slice(0, 60))).toBeLessThanOrEqual(7500);
  expect(waits.at(-1)).toBe(60_000);
  expect(rig.ingest.status('a').since).toBe(since);
});

test('R8: a fault restarts its camera within 2 s without affecting others; five in a minute pause it for a minute', () => {
  const rig = setUp();
  rig.start('a');
  const other = (rig.start('b'), rig.opened.at(-1));
  rig.picture(other);
  rig.break(true);
  for (let fault = 0; fault < 5; fault += 1) {
    rig.picture(rig.opened.filter((entry) => entry !== other).at(-1));
    if (fault < 4) rig.clock.advance(2000);
    rig.break(false);
    rig.picture(other);
    rig.break(true);
  }
  expect(rig.ingest.status('b').state).toBe('online');
  expect(other?.stopped).toBe(false);
  const count = rig.opened.length;
  rig.break(false);
  for (let second = 0; second < 59; second += 1) {
    rig.clock.advance(1000);
    rig.picture(other);
  }
  expect(rig.opened).toHaveLength(count);
  rig.clock.advance(1000);
  expect(rig.opened).toHaveLength(count + 1);
});

test('a source that cannot be opened is retried', () => {
  const rig = setUp();
  let calls = 0;
  rig.ingest.start({
    id: 'a',
    openSource: () => {
      calls += 1;
      throw new Error('no');
    },
  });
  expect(rig.ingest.status('a')).toMatchObject({ state: 'offline', reason: 'internal-error' });
  rig.clock.advance(500);
  expect(calls).toBe(2);
});

test('samples of a new source never precede those of the old one', () => {
  const rig = setUp();
  rig.start();
  rig.picture(undefined, { decodeTime: 1_000_000 });
  rig.fail();
  rig.clock.advance(500);
  rig.picture(undefined, { decodeTime: 999_000 });
  rig.picture(undefined, { decodeTime: 1_000_001, keyFrame: false });
  rig.picture(undefined, { decodeTime: 1_003_600 });
  expect(rig.received.map(({ decodeTime }) => decodeTime)).toEqual([1_000_000, 1_003_600]);
});

test('a waiting camera can be woken; a stopped one stays stopped and leaves no timers', async () => {
  const rig = setUp();
  rig.start();
  rig.fail();
  rig.ingest.wake('a');
  expect(rig.opened).toHaveLength(2);
  await rig.ingest.close();
  expect(rig.opened.at(-1)?.stopped).toBe(true);
  expect(rig.clock.pending).toBe(0);
  rig.picture();
  expect(rig.received).toEqual([]);
});

test('a camera whose key frames are 40 s apart is neither silent nor reopened, but asked for a key frame', () => {
  const rig = setUp();
  rig.start();
  const wait = (seconds: number): void => {
    for (let second = 0; second < seconds; second += 1) {
      rig.alive();
      rig.clock.advance(1000);
    }
  };
  wait(38);
  expect([rig.opened.length, rig.states, rig.ingest.awaitsKeyFrame('a')]).toEqual([1, [], true]);
  // Requests use both channels, at most every 5 s.
  expect(rig.requests.length / 2).toBeGreaterThanOrEqual(7);
  expect(rig.requests.length / 2).toBeLessThanOrEqual(8);
  expect(new Set(rig.requests)).toEqual(new Set(['stream', 'device']));
  rig.picture();
  wait(40);
  expect([rig.opened.length, rig.states, rig.ingest.awaitsKeyFrame('a')]).toEqual([1, ['a online'], false]);
  // Complete silence is a different case.
  rig.clock.advance(10_000);
  expect(rig.states).toEqual(['a online', 'a offline camera-timeout']);
});

test('a source without a key frame is given up after two minutes', () => {
  const rig = setUp();
  rig.start();
  for (let second = 0; second < 122; second += 1) {
    rig.alive();
    rig.clock.advance(1000);
  }
  expect(rig.states).toEqual(['a offline camera-no-video']);
});

test('the deviation of a camera’s clock is known once it is large enough to report', () => {
  const rig = setUp();
  rig.start();
  rig.picture();
  const rates = [1.004, 1.05, 0.5, null].map((rate) => {
    rig.setClockRate(rate);
    return rig.ingest.clockRate('a');
  });
  expect([rates, rig.ingest.clockRate('unknown-camera')]).toEqual([[null, 1.05, 0.5, null], null]);
});

test('a camera’s clock that runs off is logged once with its rate, also after the camera was away', () => {
  const rig = setUp();
  rig.start();
  const playTenSeconds = (): void => {
    for (let second = 0; second < 10; second += 1) {
      rig.picture();
      rig.clock.advance(1000);
    }
  };
  rig.setClockRate(1.004);
  playTenSeconds();
  expect(rig.warnings()).toEqual([]);
  rig.setClockRate(1.0504);
  playTenSeconds();
  const expected = {
    level: warnLevel,
    rate: 1.05,
    msg: 'The timestamps of the camera do not advance in real time; the time of arrival counts',
  };
  expect(rig.warnings()).toEqual([expect.objectContaining(expected)]);
  rig.ingest.reopen('a');
  playTenSeconds();
  expect(rig.warnings()).toHaveLength(1);
});

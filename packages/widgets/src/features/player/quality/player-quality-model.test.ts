import { describe, expect, test } from 'vitest';
import { createQualityModel } from './player-quality-model.ts';

const live = { kind: 'live' } as const;
const connecting = { kind: 'connecting', mode: 'live' } as const;
const begin = (startedAt: number | null = 0) => createQualityModel({ startedAt, wasShown: false });
type Model = ReturnType<typeof begin>;

/** The first picture, over a transport. */
function show(model: Model, at: number, transport: 'websocket' | 'hls' | 'archive' = 'websocket'): void {
  model.onEvent({ type: 'transport-change', transport }, at - 10);
  model.onEvent({ type: 'first-frame', transport, after: 10 }, at);
  model.onState(live, true, at);
}

describe('startup', () => {
  test('is from the intent to the first frame, whatever was tried in between, and only once', () => {
    const model = begin(100);
    model.onEvent({ type: 'error', code: 'network' }, 300);
    show(model, 900);
    expect(model.take(1_900)).toMatchObject({ startupMs: 800, watchedMs: 1_000, transport: 'websocket', errors: { network: 1 } });
    show(model, 2_500);
    expect(model.take(3_000)?.startupMs).toBeNull();
  });

  test('of a player that waits for Play begins with Play', () => {
    const model = begin(null);
    model.onState({ kind: 'paused', mode: 'live' }, false, 0);
    model.onState(connecting, true, 5_000);
    show(model, 5_400);
    expect(model.take(6_000)?.startupMs).toBe(400);
  });

  test('of a browser that starts video only after a press begins with the press', () => {
    const model = begin(0);
    model.onState(connecting, true, 0);
    model.onState({ kind: 'blocked', mode: 'live' }, false, 300);
    model.onState(connecting, true, 60_000);
    show(model, 60_400);
    expect(model.take(61_000)).toMatchObject({ startupMs: 400, watchedMs: 600 });
  });

  test('that never came is an error and no startup', () => {
    const model = begin();
    model.onState({ kind: 'error', mode: 'live', code: 'forbidden' }, false, 50);
    model.onEvent({ type: 'error', code: 'forbidden' }, 50);
    expect(model.take(60_000)).toMatchObject({ startupMs: null, watchedMs: 0, transport: null, transports: [], errors: { forbidden: 1 } });
  });

  test('of a picture that was shown before is unknown', () => {
    const model = createQualityModel({ startedAt: null, wasShown: true });
    show(model, 1_000);
    expect(model.take(2_000)?.startupMs).toBeNull();
  });
});

test('stalls count with their length; one that goes on is split between reports', () => {
  const model = begin();
  show(model, 0);
  model.onEvent({ type: 'stall', transport: 'websocket' }, 1_000);
  model.onState(connecting, true, 1_000);
  model.onEvent({ type: 'stall-end', transport: 'websocket', duration: 400 }, 1_400);
  model.onState(live, true, 1_400);
  model.onEvent({ type: 'stall', transport: 'websocket' }, 2_000);
  model.onState(connecting, true, 2_000);
  expect(model.take(3_000)).toMatchObject({ watchedMs: 1_600, stallCount: 2, stallMs: 1_400 });
  model.onEvent({ type: 'first-frame', transport: 'websocket', after: 1 }, 3_500);
  model.onState(live, true, 3_500);
  expect(model.take(4_000)).toMatchObject({ watchedMs: 500, stallCount: 0, stallMs: 500 });
});

test.each([
  ['goes offline', { kind: 'offline', since: 0 }],
  ['is paused', { kind: 'paused', mode: 'live' }],
] as const)('a camera that %s during a stall is not expected to move', (_, state) => {
  const model = begin();
  show(model, 0);
  model.onEvent({ type: 'stall', transport: 'websocket' }, 1_000);
  model.onState(state, false, 1_500);
  expect(model.take(60_000)).toMatchObject({ watchedMs: 1_000, stallMs: 500 });
});

test('a hidden tab, which has no transport, watches nothing; nor does a frozen page', () => {
  const model = begin();
  show(model, 0);
  model.onState(live, false, 2_000);
  model.onState(live, true, 50_000);
  model.skip(4_000);
  expect(model.take(56_000)?.watchedMs).toBe(4_000);
});

test('transports: those used, the most used one, and switches of live video only', () => {
  const model = begin();
  show(model, 0, 'websocket');
  model.onEvent({ type: 'transport-change', transport: 'websocket' }, 500);
  show(model, 1_000, 'hls');
  show(model, 11_000, 'archive');
  show(model, 14_000, 'hls');
  expect(model.take(15_000)).toMatchObject({ transport: 'hls', transports: ['websocket', 'hls', 'archive'], transportSwitches: 1 });
});

test('the first rendition is no switch', () => {
  const model = begin();
  show(model, 0);
  for (const quality of ['high', 'low', 'low', 'high'] as const) model.onEvent({ type: 'quality-change', quality }, 10);
  expect(model.take(100)?.renditionSwitches).toBe(2);
});

test('latency is the median and the 95th percentile of the samples, or unknown', () => {
  const model = begin();
  show(model, 0);
  for (let at = 1; at <= 20; at += 1) model.onEvent({ type: 'latency', latency: at * 100 + 0.4 }, at);
  expect(model.take(1_000)).toMatchObject({ latencyP50Ms: 1_000, latencyP95Ms: 1_900 });
  expect(model.take(2_000)).toMatchObject({ latencyP50Ms: null, latencyP95Ms: null });
});

test('frames are counted through pictures that begin at zero', () => {
  const model = begin();
  show(model, 0);
  for (const [total, dropped] of [
    [100, 2],
    [150, 3],
    [20, 0],
  ] as const)
    model.onFrames({ total, dropped });
  expect(model.take(1_000)).toMatchObject({ framesDecoded: 170, framesDropped: 3 });
});

test('an empty report is not sent, and extreme values stay within the contract', () => {
  const model = begin();
  expect(model.take(60_000)).toBeNull();
  for (let at = 0; at < 2_000; at += 1) model.onEvent({ type: 'error', code: 'network' }, at);
  show(model, 10 ** 9);
  model.onFrames({ total: 10 ** 9, dropped: 0 });
  expect(model.take(2 * 10 ** 9)).toMatchObject({
    startupMs: 600_000,
    watchedMs: 600_000,
    framesDecoded: 1_000_000,
    errors: { network: 1_000 },
  });
});

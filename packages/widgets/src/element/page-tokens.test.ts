import { createFakeClock } from '@watchpost/sdk-core/testing';
import { WatchpostError } from '@watchpost/sdk-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdTokens } from './page-tokens.ts';
import type { TokenContext, TokenHolder, TokenProblem, TokenSource } from './page-tokens.ts';

let held: TokenHolder[] = [];
let clock = createFakeClock();
let problems: TokenProblem[] = [];
let late: string[] = [];

beforeEach(() => {
  clock = createFakeClock();
  [problems, late] = [[], []];
});
afterEach(() => {
  for (const { release } of held) release();
  held = [];
  vi.unstubAllGlobals();
});

function hold(source: TokenSource, ...cameraIds: string[]): TokenHolder {
  const holder = holdTokens({
    source,
    cameraIds: () => cameraIds,
    onProblem: (problem) => problems.push(problem),
    onLate: () => late.push(cameraIds.join()),
    clock,
    random: () => 1,
  });
  held.push(holder);
  return holder;
}
/** A partner's function that answers with a number that counts up; it fails while `isAway`. */
function partner() {
  const calls: TokenContext[] = [];
  const state = { calls, isAway: false, status: 503 };
  return Object.assign(state, {
    getToken: async (context: TokenContext): Promise<string> => {
      calls.push(context);
      if (state.isAway) throw new WatchpostError('unavailable', { status: state.status, message: 'away' });
      return `token ${calls.length}`;
    },
  });
}
const outcome = (call: Promise<string>): Promise<string> =>
  call.catch((error: unknown) => (error instanceof WatchpostError ? error.code : String(error)));

test('sixteen elements of a page make one request for their cameras, and one when their token expires', async () => {
  const { getToken, calls } = partner();
  const names = Array.from({ length: 16 }, (_, index) => `camera-${index}`);
  const holders = names.map((name) => hold(getToken, name));
  const first = Promise.all(holders.map(({ next }) => next(null)));
  await clock.advance(0);
  expect(new Set(await first)).toEqual(new Set(['token 1']));
  expect(calls).toEqual([{ cameraIds: names, reason: 'first', refused: null }]);
  // Their clients don't ask in the same instant.
  const early = holders[3]?.next(null);
  await clock.advance(0);
  expect(await early).toBe('token 2');
  expect(await Promise.all(holders.filter((_, index) => index !== 3).map(({ next }) => next(null)))).toEqual(Array(15).fill('token 2'));
  expect(calls).toHaveLength(2);
  expect(calls[1]).toEqual({ cameraIds: ['camera-3', ...names.filter((name) => name !== 'camera-3')], reason: 'expiring', refused: null });
});

test('a page that shows its list bit by bit gets one token for all of it', async () => {
  const { getToken, calls } = partner();
  const holders = ['a', 'b', 'c'].map((name) => hold(getToken, name));
  const first = holders[0]?.next(null);
  await clock.advance(0);
  expect([await first, await holders[2]?.next(null), calls.map(({ cameraIds }) => cameraIds)]).toEqual([
    'token 1',
    'token 1',
    [['a', 'b', 'c']],
  ]);
});

test('a request names at most a hundred cameras', async () => {
  const { getToken, calls } = partner();
  const tokens = Promise.all(Array.from({ length: 130 }, (_, index) => hold(getToken, `camera-${index}`).next(null)));
  await clock.advance(0);
  await clock.advance(0);
  expect(new Set(await tokens)).toEqual(new Set(['token 1', 'token 2']));
  expect(calls.map(({ cameraIds }) => cameraIds.length)).toEqual([100, 30]);
});

test('a refused token is named, and another one is requested at once', async () => {
  const { getToken, calls } = partner();
  const { next } = hold(getToken, 'a');
  const first = next(null);
  await clock.advance(0);
  const second = next(await first);
  await clock.advance(0);
  expect(await second).toBe('token 2');
  expect(calls[1]).toEqual({ cameraIds: ['a'], reason: 'refused', refused: 'token 1' });
});

test('while the partner\u2019s server is away it is asked less and less; a call fails at the second attempt, and the token that comes later is reported', async () => {
  const page = partner();
  page.isAway = true;
  const { next } = hold(page.getToken, 'a');
  const first = outcome(next(null));
  await clock.advance(0);
  expect(problems).toEqual([{ status: 503, message: 'away', retryIn: 1_000 }]);
  await clock.advance(1_000);
  expect(await first).toBe('session-expired');
  await clock.advance(120_000);
  expect(problems.map(({ retryIn }) => retryIn / 1_000)).toEqual([1, 2, 4, 8, 16, 32, 60]);
  expect(late).toEqual([]);
  page.isAway = false;
  await clock.advance(60_000);
  expect([late, await next(null)]).toEqual([['a'], 'token 8']);
});

test('a user whom the partner refuses sees it at once', async () => {
  const refuse = (): Promise<string> => Promise.reject(new WatchpostError('unavailable', { status: 401 }));
  const first = outcome(hold(refuse, 'a').next(null));
  await clock.advance(0);
  expect([await first, problems.map(({ status }) => status)]).toEqual(['session-expired', [401]]);
});

test('a valid token is no reason to wait: a failed renewal returns at once, and is not repeated before its time', async () => {
  const page = partner();
  const { next } = hold(page.getToken, 'a');
  const first = next(null);
  await clock.advance(0);
  await first;
  page.isAway = true;
  const second = outcome(next(null));
  await clock.advance(0);
  expect(await second).toBe('session-expired');
  expect(await outcome(next(null))).toBe('network');
  expect(page.calls).toHaveLength(2);
  page.isAway = false;
  await clock.advance(1_000);
  const third = next(null);
  await clock.advance(0);
  expect(await third).toBe('token 3');
});

test('a function that never answers, or without a token, is a failure', async () => {
  const never = outcome(hold(() => new Promise(() => {}), 'a').next(null));
  await clock.advance(10_000);
  await clock.advance(11_000);
  expect([await never, problems[0]?.message]).toEqual(['session-expired', 'The answer took too long.']);
  const empty = outcome(hold(async () => '', 'b').next(null));
  await clock.advance(0);
  await clock.advance(1_000);
  expect([await empty, problems.at(-1)?.message]).toEqual(['session-expired', 'The answer has no token.']);
});

test('an address gets the cameras by POST, with the cookies of the page, and says when to come back', async () => {
  const answers = [new Response(null, { status: 429, headers: { 'Retry-After': '7' } }), Response.json({ token: 'from the server' })];
  const send = vi.fn<typeof fetch>(async () => answers.shift() ?? Response.error());
  vi.stubGlobal('fetch', send);
  const token = hold('/tokens', 'a', 'b').next(null);
  await clock.advance(0);
  await vi.waitFor(() => expect(problems).toEqual([{ status: 429, message: 'HTTP 429', retryIn: 7_000 }]));
  await clock.advance(6_999);
  expect(send).toHaveBeenCalledTimes(1);
  await clock.advance(1);
  expect(await token).toBe('from the server');
  const [url, init] = send.mock.calls[0] ?? [];
  expect([url, init?.method, init?.credentials, init?.body]).toEqual(['/tokens', 'POST', 'same-origin', '{"cameraIds":["a","b"]}']);
});

test('an element that has left asks for nothing', async () => {
  const { getToken, calls } = partner();
  const { next, release } = hold(getToken, 'a');
  void outcome(next(null));
  release();
  await clock.advance(1_000);
  expect(calls).toEqual([]);
});

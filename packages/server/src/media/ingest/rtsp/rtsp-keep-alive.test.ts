import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { AppError } from '../../../kernel/app-error.ts';
import { keepAlive } from './rtsp-keep-alive.ts';
import { createRtspMemories, createRtspMemory, type RtspMemory, type SignOfLife } from './rtsp-memory.ts';

const timeoutSeconds = 20;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** @param statusOf 0 leaves a sign unanswered */
function open(memory: RtspMemory, knowsGetParameter = true, statusOf: (sign: SignOfLife) => number = () => 200) {
  const clock = createManualClock();
  const sent: SignOfLife[] = [];
  const alive = keepAlive({
    clock,
    memory,
    knowsGetParameter,
    timeoutSeconds,
    send: async (sign) => {
      sent.push(sign);
      const status = statusOf(sign);
      if (status === 0) throw new AppError('camera-timeout');
      if (status === -1) throw new AppError('camera-offline');
      return { startLine: '', status, headers: new Map(), body: new Uint8Array() };
    },
  });
  return { alive, sent, clock };
}

test.each([
  [true, 'GET_PARAMETER'],
  [false, 'OPTIONS'],
] as const)('the first sign is the one that the camera announces: GET_PARAMETER %s, %s', async (knows, sign) => {
  const { sent, clock, alive } = open(createRtspMemory(), knows);
  clock.advance(20_000);
  await settle();
  expect(sent).toEqual([sign, sign]);
  alive.stop();
  expect(clock.pending).toBe(0);
});

test.each([0, 405, 454, 501])('a sign that is answered %i makes room for the next immediately', async (status) => {
  const { sent, clock, alive } = open(createRtspMemory(), true, (sign) => (sign === 'GET_PARAMETER' ? status : 200));
  clock.advance(10_000);
  await settle();
  expect(sent).toEqual(['GET_PARAMETER', 'OPTIONS']);
  clock.advance(10_000);
  await settle();
  expect(sent.slice(2)).toEqual(['OPTIONS']);
  alive.stop();
});

test('where all are refused, each is sent once in an interval', async () => {
  const { sent, clock, alive } = open(createRtspMemory(), true, () => 501);
  clock.advance(10_000);
  await settle();
  expect(sent).toEqual(['GET_PARAMETER', 'OPTIONS', 'SET_PARAMETER']);
  alive.stop();
});

test.each([
  [true, 'GET_PARAMETER', 'OPTIONS'],
  [false, 'OPTIONS', 'GET_PARAMETER'],
] as const)(
  'sessions that end at about their timeout go through all signs, and the one that holds is remembered: %s',
  (knowsGetParameter, first, second) => {
    const memory = createRtspMemory();
    const tried: (SignOfLife | null)[] = [];
    for (const lifetimeMs of [21_000, 16_000, 39_000, 20_000]) {
      const { alive, clock, sent } = open(memory, knowsGetParameter);
      clock.advance(10_000);
      tried.push(sent[0] ?? null);
      alive.onEnded(lifetimeMs);
      alive.stop();
    }
    expect(tried).toEqual([first, second, 'SET_PARAMETER', first]);
    expect(memory.sign).toBe(second);
    open(memory, knowsGetParameter).alive.onEnded(3_600_000);
    expect(memory.sign).toBe(second);
  },
);

test.each([
  ['at a sign that it has answered before', 200, null],
  ['at a sign instead of an answer', -1, 'OPTIONS'],
] as const)('a session that the camera ends long before its timeout %s', async (_, first, expected) => {
  const memory = createRtspMemory();
  let sent = 0;
  const { alive, clock } = open(memory, true, () => ((sent += 1) === 1 ? first : -1));
  clock.advance(5000);
  await settle();
  clock.advance(5000);
  await settle();
  if (first === 200) {
    clock.advance(10_000);
    await settle();
    expect(sent).toBe(2);
  }
  alive.onEnded(11_000);
  expect(memory.sign).toBe(expected);
  alive.stop();
});

test('an end without any sign changes nothing', () => {
  const memory = createRtspMemory();
  const { alive } = open(memory);
  alive.onEnded(3000);
  expect(memory.sign).toBe(null);
  alive.stop();
});

test('a camera’s memory survives its sources, and the oldest of too many is dropped', () => {
  const memories = createRtspMemories();
  memories.of('a').sign = 'OPTIONS';
  for (let index = 0; index < 9_999; index += 1) memories.of(String(index));
  expect(memories.of('a').sign).toBe('OPTIONS');
  memories.of('one more');
  memories.of('and one more');
  expect([memories.of('a').sign, memories.of('0').sign]).toEqual(['OPTIONS', null]);
});

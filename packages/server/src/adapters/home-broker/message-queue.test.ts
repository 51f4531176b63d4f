import { expect, test } from 'vitest';
import { createMessageQueue } from './message-queue.ts';
import type { HomeBrokerMessage } from './port.ts';

const state = (topic: string, payload: string): HomeBrokerMessage => ({ topic, payload, isRetained: true });
const event = (payload: string): HomeBrokerMessage => ({ topic: 'event', payload, isRetained: false });

test('of a state only the newest waits, and after everything that came before it; events wait in order', () => {
  const queue = createMessageQueue(10);
  for (const message of [state('a', '1'), event('x'), state('b', '1'), state('a', '2'), event('x')]) expect(queue.add(message)).toBe(0);
  const taken = Array.from({ length: 5 }, () => queue.take());
  expect(taken.map((message) => message && `${message.topic} ${String(message.payload)}`)).toEqual([
    'event x',
    'b 1',
    'a 2',
    'event x',
    null,
  ]);
});

test('a full queue loses its oldest events, and never a state', () => {
  const queue = createMessageQueue(3);
  const lost = [state('a', '1'), event('1'), event('2'), event('3'), event('4'), state('b', '1'), state('c', '1'), state('d', '1')];
  expect(lost.map((message) => queue.add(message))).toEqual([0, 0, 0, 1, 1, 1, 1, 0]);
  expect(queue.size()).toBe(4);
  queue.add(event('5'));
  expect(queue.size()).toBe(4);
  expect(Array.from({ length: 4 }, () => queue.take()?.topic)).toEqual(['a', 'b', 'c', 'd']);
});

test('emptied, it knows how many events are lost for good', () => {
  const queue = createMessageQueue(10);
  for (const message of [state('a', '1'), event('1'), event('2')]) queue.add(message);
  expect(queue.clear()).toBe(2);
  expect([queue.size(), queue.take()]).toEqual([0, null]);
});

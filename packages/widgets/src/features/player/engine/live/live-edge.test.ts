import { expect, test } from 'vitest';
import { createLiveEdge } from './live-edge.ts';

const range = (start: number, end: number) => [{ start, end }];

test('plays on at the target, faster behind it, slower before it', () => {
  const edge = createLiveEdge();
  expect(edge.decide(9.85, range(0, 10), 0)).toEqual({ playbackRate: 1, jumpTo: null });
  expect(edge.decide(9.5, range(0, 10), 0)).toEqual({ playbackRate: 1.1, jumpTo: null });
  expect(edge.decide(9.79, range(0, 10), 0).playbackRate).toBeCloseTo(1.02);
  expect(edge.decide(9.95, range(0, 10), 0)).toEqual({ playbackRate: 0.97, jumpTo: null });
});

test('jumps when far behind', () => {
  expect(createLiveEdge().decide(5, range(0, 10), 0).jumpTo).toBeCloseTo(9.85);
});

test('steps over a hole once the older part is played', () => {
  const edge = createLiveEdge();
  const ranges = [{ start: 0, end: 5 }, { start: 5.2, end: 5.6 }];
  expect(edge.decide(4.9, ranges, 0).jumpTo).toBeNull();
  expect(edge.decide(4.98, ranges, 0).jumpTo).toBeCloseTo(5.45);
});

test('the target grows with a stall, once a second at most, and shrinks slowly to where it was', () => {
  const edge = createLiveEdge();
  edge.onStall(1_000);
  const grown = edge.target;
  expect(grown).toBeGreaterThan(0.2);
  edge.onStall(1_500);
  expect(edge.target).toBe(grown);
  edge.decide(9, range(0, 10), 5_000);
  expect(edge.target).toBe(grown);
  for (let now = 6_000; now < 120_000; now += 100) edge.decide(9, range(0, 10), now);
  expect(edge.target).toBe(0.15);
});

test('a hundred stalls end at 1.5 s', () => {
  const edge = createLiveEdge();
  for (let stall = 0; stall < 100; stall += 1) edge.onStall(stall * 2_000);
  expect(edge.target).toBe(1.5);
});

test('few frames a second need more room', () => {
  const edge = createLiveEdge();
  edge.setFrameInterval(0.04);
  expect(edge.target).toBe(0.15);
  edge.setFrameInterval(0.1);
  expect(edge.target).toBeCloseTo(0.21);
});

test('without media there is nothing to decide', () => {
  expect(createLiveEdge().decide(0, [], 0)).toEqual({ playbackRate: 1, jumpTo: null });
});

import { expect, test } from 'vitest';
import { createUplinkChoice } from './uplink-choice.ts';

/** One observation a second; the seconds at which the choice changed. */
function changes(delayAt: (second: number, choice: string) => number, seconds: number): string[] {
  const uplink = createUplinkChoice();
  const seen: string[] = [];
  let choice = 'main';
  for (let second = 0; second < seconds; second += 1) {
    const next = uplink.observe(second * 1000, delayAt(second, choice));
    if (next !== choice) seen.push(`${second} ${next}`);
    choice = next;
  }
  return seen;
}

test('an uplink that has room keeps the main stream, one bad second or two included', () => {
  expect(changes((second) => (second % 10 < 2 ? 4000 : 50), 600)).toEqual([]);
});

test('too slow for 3 s: the low stream; room for 30 s: back again', () => {
  expect(changes((second) => (second >= 10 && second < 60 ? 3000 : 50), 300)).toEqual(['13 low', '90 main']);
});

test('an uplink that carries only the low stream is tried less and less often, at least every 10 minutes', () => {
  const tried = changes((_, choice) => (choice === 'main' ? 5000 : 50), 4000).filter((change) => change.endsWith('main')).map((change) => Number.parseInt(change, 10));
  const waits = tried.map((at, index) => at - (tried[index - 1] ?? 0));
  expect(waits.slice(1, 6)).toEqual([65, 125, 245, 485, 605]);
});

test('in between, neither slow nor with room, nothing changes', () => {
  expect(changes((second) => (second < 5 ? 3000 : 1500), 300)).toEqual(['3 low']);
});

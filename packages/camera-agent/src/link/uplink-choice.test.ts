import { expect, test } from 'vitest';
import { createUplinkChoice } from './uplink-choice.ts';

/** Makes one observation a second; returns the seconds at which the choice changed. */
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

test('a good uplink keeps the main stream, even with one or two bad seconds', () => {
  expect(changes((second) => (second % 10 < 2 ? 4000 : 50), 600)).toEqual([]);
});

test('selects the substream after 3 s of a slow uplink, and the main stream after 30 s with room', () => {
  expect(changes((second) => (second >= 10 && second < 60 ? 3000 : 50), 300)).toEqual(['13 low', '90 main']);
});

test('tries the main stream less and less often when the uplink only carries the substream, but at least every 10 minutes', () => {
  const tried = changes((_, choice) => (choice === 'main' ? 5000 : 50), 4000)
    .filter((change) => change.endsWith('main'))
    .map((change) => Number.parseInt(change, 10));
  const waits = tried.map((at, index) => at - (tried[index - 1] ?? 0));
  expect(waits.slice(1, 6)).toEqual([65, 125, 245, 485, 605]);
});

test('in between, neither slow nor with room, nothing changes', () => {
  expect(changes((second) => (second < 5 ? 3000 : 1500), 300)).toEqual(['3 low']);
});

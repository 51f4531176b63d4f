import { describe, expect, test } from 'vitest';
import { formatTime, isRepeated } from './dates.ts';
import { momentAt, momentsAt, zoneOffset } from './zones.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const berlin = 'Europe/Berlin';
const options = { locale: 'en', timeZone: berlin } as const;

describe('Berlin', () => {
  const october = Date.UTC(2026, 9, 25);
  const march = Date.UTC(2026, 2, 29);

  test('the repeated hour has two moments, and a neighbour decides which is meant', () => {
    const local = october + 2.5 * hour;
    expect(momentsAt(local, berlin)).toEqual([october + 0.5 * hour, october + 1.5 * hour]);
    expect(momentAt(local, berlin)).toBe(october + 0.5 * hour);
    expect(momentAt(local, berlin, october)).toBe(october + 0.5 * hour);
    expect(momentAt(local, berlin, october + 5 * hour)).toBe(october + 1.5 * hour);
  });

  test('the skipped hour goes forward', () => {
    expect(momentsAt(march + 2.5 * hour, berlin)).toEqual([]);
    expect(momentAt(march + 2.5 * hour, berlin)).toBe(march + 1.5 * hour);
    expect(formatTime(momentAt(march + 2.5 * hour, berlin), { ...options, seconds: false })).toBe('03:30');
  });

  test('only times that are repeated are marked', () => {
    const shown = [-0.5, 0, 0.5, 1, 1.5, 2].map((hours) =>
      formatTime(october + hours * hour, { ...options, seconds: false, zone: 'repeated' }).replace('\u00A0', ' '),
    );
    expect(shown).toEqual(['01:30', '02:00 CEST', '02:30 CEST', '02:00 CET', '02:30 CET', '03:00']);
    expect(isRepeated(march + 1.5 * hour, options)).toBe(false);
  });
});

test('in every zone of the runtime, for ten years: each moment is found by what clocks show at it', () => {
  /** Many zones follow the same rules: each rule once. */
  const rules = new Set<string>();
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const changes = [...changesOf(zone)];
    const rule = changes.map((change) => `${change} ${zoneOffset(change, zone)}`).join();
    if (rules.has(rule)) continue;
    rules.add(rule);
    for (const change of changes) {
      const [before, after] = [zoneOffset(change - 1, zone), zoneOffset(change, zone)];
      const back = before - after;
      for (const time of [
        change - hour,
        change - 1000,
        change,
        change + 10 * minute,
        change + Math.max(0, back) - 1000,
        change + 4 * hour,
      ]) {
        const local = time + zoneOffset(time, zone);
        expect([zone, momentAt(local, zone, time)]).toEqual([zone, time]);
        const isTwice = back > 0 && time >= change - back && time < change + back;
        expect([zone, time, momentsAt(local, zone).length]).toEqual([zone, time, isTwice ? 2 : 1]);
        expect([zone, time, isRepeated(time, { locale: 'en', timeZone: zone })]).toEqual([zone, time, isTwice]);
      }
      // What clocks skip has no moment, and goes on with them by as much as they do.
      if (back < 0) {
        const skipped = change + before - Math.floor(back / 2);
        expect([zone, momentsAt(skipped, zone), momentAt(skipped, zone)]).toEqual([zone, [], change - Math.floor(back / 2)]);
      }
    }
  }
  expect(rules.size).toBeGreaterThan(30);
});

/** The moments of 2020 to 2029 at which a zone's offset changes. */
function* changesOf(zone: string): Iterable<number> {
  const end = Date.UTC(2030, 0);
  // Morocco's summer time pauses for a month.
  const step = 20 * day;
  let before = zoneOffset(Date.UTC(2020, 0), zone);
  for (let at = Date.UTC(2020, 0); at < end; at += step) {
    const after = zoneOffset(at + step, zone);
    if (after === before) continue;
    let [low, high] = [at, at + step];
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (zoneOffset(middle, zone) === before) low = middle;
      else high = middle;
    }
    before = after;
    yield high;
  }
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daylightOf } from './timelapse-sun.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Civil twilight of almanacs, UTC. */
test.each([
  ['London, summer solstice', [2026, 5, 21], 51.5074, -0.1278, 11, '02:55', '21:09'],
  ['London, winter solstice', [2026, 11, 21], 51.5074, -0.1278, 12, '07:23', '16:34'],
  ['Moscow, equinox', [2026, 2, 20], 55.7558, 37.6173, 9, '02:54', '16:18'],
  ['Singapore', [2026, 2, 20], 1.3521, 103.8198, 4, '22:48', '11:38'],
  ['Sydney, summer', [2026, 11, 21], -33.8688, 151.2093, 1, '18:10', '09:36'],
] as const)('%s', (_, [year, month, date], latitude, longitude, noonHour, dawn, dusk) => {
  const light = daylightOf(Date.UTC(year, month, date, noonHour), { latitude, longitude });
  if (light.kind !== 'part') throw new Error('There is a dawn.');
  const near = (at: number, time: string): number => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const apart = Math.abs((at % day) - (hours * hour + minutes * minute));
    return Math.min(apart, day - apart) / minute;
  };
  expect(near(light.from, dawn)).toBeLessThan(4);
  expect(near(light.to, dusk)).toBeLessThan(4);
});

test('beyond the polar circles, the sun stays up or down', () => {
  const alert = { latitude: 82.5, longitude: -62.3 };
  expect(daylightOf(Date.UTC(2026, 5, 21, 16), alert)).toEqual({ kind: 'whole' });
  const night = daylightOf(Date.UTC(2026, 11, 21, 16), alert);
  expect(night).toMatchObject({ kind: 'none' });
  // 62.3° west is 4 h 9 min after Greenwich.
  if (night.kind === 'none') expect(Math.abs(night.noon - Date.UTC(2026, 11, 21, 16, 8))).toBeLessThan(5 * minute);
  for (const latitude of [90, -90]) expect(daylightOf(Date.UTC(2026, 5, 21, 12), { latitude, longitude: 0 }).kind).not.toBe('part');
});

test('the day is the one of the clocks, also where a zone is a day ahead of its longitude', () => {
  // Kiritimati, UTC+14: noon there is 22:00 UTC of the day before.
  const noon = Date.UTC(2026, 2, 19, 22);
  const light = daylightOf(noon, { latitude: 1.87, longitude: -157.4 });
  if (light.kind !== 'part') throw new Error('There is a dawn.');
  expect(light.from).toBeLessThan(noon);
  expect(light.to).toBeGreaterThan(noon);
});

test('everywhere and always, the light part is around solar noon and shorter than a day, and neighbouring days differ by minutes', () => {
  const place = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(place, fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) }), (where, noon) => {
      const [today, tomorrow] = [daylightOf(noon, where), daylightOf(noon + day, where)];
      if (today.kind === 'none') expect(Math.abs(today.noon - noon)).toBeLessThanOrEqual(day / 2 + 20 * minute);
      if (today.kind !== 'part') return;
      const middle = (today.from + today.to) / 2;
      expect(Math.abs(middle - noon)).toBeLessThanOrEqual(day / 2 + 20 * minute);
      expect(today.to - today.from).toBeGreaterThan(0);
      expect(today.to - today.from).toBeLessThan(day);
      if (tomorrow.kind === 'part' && Math.abs(where.latitude) < 55)
        expect(Math.abs(tomorrow.to - tomorrow.from - (today.to - today.from))).toBeLessThan(8 * minute);
    }),
  );
});

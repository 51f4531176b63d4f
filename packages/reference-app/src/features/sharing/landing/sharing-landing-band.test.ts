import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBand } from './sharing-landing-band.ts';

const from = Date.UTC(2026, 10, 21, 13, 38);
const hour = 3_600_000;
const day = 24 * hour;
const options = { locale: 'en', timeZone: 'Europe/Moscow' } as const;

test('a week has its days, each in its middle, and ends with a day and a time', () => {
  const band = openBand(from, from + 7 * day, options);
  expect(band.duration).toEqual({ unit: 'days', count: 7 });
  expect(band.ticks).toHaveLength(7);
  expect(band.labels.map(({ text }) => text)).toEqual(['22', '23', '24', '25', '26', '27']);
  expect(band.endLabel).toBe('28, 16:38');
});

test('hours are shown by the clock of the camera, and months by their date', () => {
  const hours = openBand(from, from + 6 * hour, options);
  expect(hours.labels.map(({ text }) => text)).toEqual(['18:00', '19:00', '20:00', '21:00']);
  expect([hours.endLabel, hours.duration]).toEqual(['22:38', { unit: 'hours', count: 6 }]);
  const months = openBand(from, from + 60 * day, { ...options, locale: 'ru' });
  expect(months.labels[0]?.text).toMatch(/^5 дек\.?$/);
  expect(months.endLabel).toMatch(/^20 янв\.?$/);
});

test('whatever the length, ticks and labels lie on the band, in order and without touching its ends', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 60_000, max: 10 * 365 * day }),
      fc.constantFrom('Europe/Moscow', 'America/New_York', 'Asia/Kathmandu'),
      (span, timeZone) => {
        const { start, end, ticks, labels, duration } = openBand(from, from + span, { locale: 'en', timeZone });
        expect(ticks.length).toBeLessThanOrEqual(9);
        for (const at of ticks) expect(at >= start && at < end).toBe(true);
        for (const { at, text } of labels) expect([at > start && at < end, text.length > 0]).toEqual([true, true]);
        expect(ticks.toSorted((one, other) => one - other)).toEqual(ticks);
        expect(duration.count).toBeGreaterThan(0);
      },
    ),
  );
});

import { describe, expect, test } from 'vitest';
import { age, dayOf, dayText, knownZone } from './time-texts.ts';

const now = Date.UTC(2026, 10, 21, 13, 38, 24);

describe('labels', () => {
  test('age', () => {
    expect(age(now - 22_900, now)).toEqual({ unit: 'seconds', count: 22 });
    expect(age(now + 5000, now)).toEqual({ unit: 'seconds', count: 0 });
    expect(age(now - 60_000, now)).toEqual({ unit: 'minutes', count: 1 });
    expect(age(now - 3 * 3_600_000, now)).toEqual({ unit: 'hours', count: 3 });
  });

  test('the day follows the camera’s time zone, not the viewer’s', () => {
    const late = Date.UTC(2026, 10, 20, 21, 30);
    expect(dayOf(late, now, 'Europe/Moscow')).toBe('today');
    expect(dayOf(late, now, 'UTC')).toBe('yesterday');
    expect(dayOf(now - 3 * 86_400_000, now, 'UTC')).toBe('other');
    expect(dayText(late, now, 'en', 'Europe/Moscow')).toBe('21 November');
    expect(dayText(late, now, 'ru', 'UTC')).toBe('20 ноября');
    expect(dayText(Date.UTC(2025, 0, 2), now, 'en', 'UTC')).toBe('2 January 2025');
  });

  test('yesterday is the calendar day before, even when the clocks change', () => {
    const sunday = Date.UTC(2026, 9, 25, 23, 30); // 00:30 on the 26th in Berlin, after the day with 25 hours
    expect(dayOf(sunday - 86_400_000, sunday, 'Europe/Berlin')).toBe('yesterday');
  });

  test('an unknown time zone falls back to the default', () => {
    expect(knownZone('Mars/Base')).toBe('Europe/Moscow');
  });
});

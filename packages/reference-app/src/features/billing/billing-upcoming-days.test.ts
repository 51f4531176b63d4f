import { expect, test } from 'vitest';
import { upcomingDays } from './billing-upcoming-days.ts';

const late = Date.UTC(2026, 11, 20, 21, 30);

test('charges of one day in the user’s zone are one day, the soonest first', () => {
  const items = [
    { cameraId: 'b', startDate: late + 3_600_000, amount: 200 },
    { cameraId: 'a', startDate: late, amount: 100 },
  ];
  expect(upcomingDays(items, 'Europe/Moscow')).toEqual([{ key: '2026-12-21', startDate: late, amount: 300, cameraIds: ['a', 'b'] }]);
  expect(upcomingDays(items, 'UTC').map(({ key }) => key)).toEqual(['2026-12-20']);
  expect(upcomingDays(items, 'Europe/Athens').map(({ key }) => key)).toEqual(['2026-12-20', '2026-12-21']);
});

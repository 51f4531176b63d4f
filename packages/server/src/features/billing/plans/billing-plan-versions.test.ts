import { expect, test } from 'vitest';
import { createTestDatabase, describeDatabases } from '../../../testing/databases.ts';
import { parsePlansFile } from './billing-plans-file.ts';
import { plansOnSale, readPlanVersions, storePlans, toPlan } from './billing-plan-versions.ts';

const week = { id: 'week', name: { en: 'A week', ru: 'Неделя' }, period: 'Monthly', price: 29_900, archiveDays: 7 };
const month = {
  id: 'month',
  name: { en: 'A month', ru: 'Месяц' },
  period: 'Annual',
  price: 600_000,
  archiveDays: 30,
  endDate: '2026-03-31',
};
const fileOf = (...plans: unknown[]) => parsePlansFile('plans.json', JSON.stringify({ currency: 'RUB', plans }));
const start = Date.UTC(2026, 0, 15);

describeDatabases('versions of plans', (engine) => {
  test('another price is another version; a name is changed in place; what left the file is kept and not sold', async () => {
    const { db, close } = await createTestDatabase(engine);
    try {
      const ids = async (now = start) => (await plansOnSale(db, now)).map(({ id }) => id);
      await storePlans(db, fileOf(week, month), start);
      await storePlans(db, fileOf(week, month), start);
      expect(await ids()).toEqual(['week.1', 'month.1']);
      expect(await ids(Date.UTC(2026, 2, 31, 23))).toEqual(['week.1', 'month.1']);
      expect(await ids(Date.UTC(2026, 3, 1))).toEqual(['week.1']);

      await storePlans(db, fileOf({ ...week, price: 34_900, name: { en: 'Seven days', ru: 'Семь дней' } }), start);
      expect(await ids()).toEqual(['week.2']);
      const versions = await readPlanVersions(db, ['week.1', 'week.2', 'none']);
      expect([...versions].map(([id, { price, retired_at }]) => [id, price, retired_at])).toEqual([
        ['week.1', 29_900, start],
        ['week.2', 34_900, null],
      ]);

      // The old price comes back as the version that it was.
      await storePlans(db, fileOf({ ...week, name: { en: 'Seven days', ru: 'Семь дней' } }), start);
      expect(await ids()).toEqual(['week.1']);
      const [sold] = await plansOnSale(db, start);
      expect(sold && toPlan(sold, 'ru')).toMatchObject({
        name: 'Семь дней',
        price: 29_900,
        pricePerMonth: 29_900,
        months: 1,
        isTrial: false,
      });
    } finally {
      await close();
    }
  });
});

import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { createTestDatabase, describeDatabases } from '../../../testing/databases.ts';
import { parsePlansFile } from './billing-plans-file.ts';
import { createPlanAdministration } from './billing-plan-administration.ts';
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

  test('at its start a server keeps plans of calls, and takes those that its file has now', async () => {
    const { db, close } = await createTestDatabase(engine);
    try {
      const plans = createPlanAdministration({ db, clock: createManualClock(start), currency: 'RUB' });
      const draft = {
        name: month.name,
        period: 'Annual',
        price: 550_000,
        isHd: true,
        archiveDays: 30,
        isMostPopular: false,
        endDate: null,
      } as const;
      const sold = async () => (await plans.list()).filter(({ isOnSale }) => isOnSale).map(({ id, source, price }) => [id, source, price]);
      await storePlans(db, fileOf(week), start);
      await plans.put('month', draft);
      await storePlans(db, fileOf(week), start);
      const both = [
        ['month.1', 'call', 550_000],
        ['week.1', 'file', 29_900],
      ];
      expect(await sold()).toEqual(both);
      await expect(plans.put('week', draft)).rejects.toMatchObject({ code: 'plan-on-file' });

      await storePlans(db, fileOf(week, month), start);
      expect(await sold()).toEqual([
        ['month.2', 'file', 600_000],
        ['week.1', 'file', 29_900],
      ]);
      await expect(plans.retire('month')).rejects.toMatchObject({ code: 'plan-on-file' });

      // A plan that left the file is the operator's again.
      await storePlans(db, fileOf(week), start);
      expect(await sold()).toEqual([['week.1', 'file', 29_900]]);
      await plans.put('month', draft);
      expect(await sold()).toEqual(both);
      await storePlans(db, fileOf(week), start);
      expect(await sold()).toEqual(both);
    } finally {
      await close();
    }
  });
});

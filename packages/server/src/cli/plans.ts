import { systemClock } from '@watchpost/contract/timing/clock';
import type { PlanVersion } from '@watchpost/contract/schemas/billing';
import { checkPlan, createPlanAdministration } from '../features/billing/index.ts';
import { AppError } from '../kernel/app-error.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { UsageError } from './arguments.ts';
import { amountOf, requirePlans, withDatabase } from './billing-command.ts';
import type { PlanCommand, PlanTerms } from './plan-arguments.ts';

type Administration = ReturnType<typeof createPlanAdministration>;

/** The options, by the names that the plans file has for them. */
const options: Readonly<Record<string, string>> = {
  id: 'The id of the plan',
  name: '--name and --name-ru',
  'name.en': '--name',
  'name.ru': '--name-ru',
  price: '--price',
  period: '--period',
  archiveDays: '--archive-days',
  endDate: '--end-date',
};

/** Keeps the operator's plans beside those of the plans file, even while servers run. @throws {UsageError} */
export async function keepPlans(config: ServerConfig, command: PlanCommand = { action: 'list', id: null, terms: {} }): Promise<number> {
  const { currency } = requirePlans(config);
  return withDatabase(config, async (db) => {
    const text = await runPlanCommand(createPlanAdministration({ db, clock: systemClock, currency }), command);
    process.stdout.write(text);
    return 0;
  });
}

/** @returns what to print @throws {UsageError} */
async function runPlanCommand(plans: Administration, { action, id, terms }: PlanCommand): Promise<string> {
  const versions = await plans.list();
  if (action === 'list' || id === null) return versions.length === 0 ? 'There are no plans.\n' : versions.map(describe).join('');
  const sold = versions.find(({ plan, retiredAt }) => plan === id && retiredAt === null);
  if (sold?.source === 'file')
    throw new UsageError(`"${id}" is in the plans file, which decides about its plans. Change it there and restart the server.`);
  if (action === 'add' && sold)
    throw new UsageError(`"${id}" is sold already. "watchpost plans change ${id}" makes another version of it.`);
  if (action !== 'add' && !sold)
    throw new UsageError(`No plan "${id}" is sold. "watchpost plans list" shows all, "watchpost plans add" adds one.`);
  try {
    if (action !== 'retire') return `Sold from now on:\n${describe(await plans.put(id, toDraft(id, terms, sold)))}`;
    await plans.retire(id);
  } catch (error) {
    // Another process was faster: a server that started with another file, or another command.
    if (error instanceof AppError) throw new UsageError(`"${id}" has just been changed elsewhere. See "watchpost plans list".`);
    throw error;
  }
  const cameras = versions.filter(({ plan }) => plan === id).reduce((sum, version) => sum + version.cameras, 0);
  return `"${id}" is not sold any more. It goes on for those who have it: ${countCameras(cameras)}.\n`;
}

function toDraft(id: string, terms: PlanTerms, sold: PlanVersion | undefined) {
  const { nameEn, nameRu, ...rest } = terms;
  const draft = {
    id,
    period: 'Monthly',
    ...(sold && {
      period: sold.period,
      price: sold.price,
      isHd: sold.isHd,
      archiveDays: sold.archiveDays,
      isMostPopular: sold.isMostPopular,
      endDate: sold.endDate,
    }),
    ...rest,
    name: { en: nameEn ?? sold?.name.en, ru: nameRu ?? sold?.name.ru },
  };
  const checked = checkPlan(draft);
  if ('plan' in checked) return checked.plan;
  throw new UsageError(
    `${checked.problems.map(({ place, message }) => `${options[place] ?? place} ${message}.`).join('\n')}\nSee "watchpost plans --help".`,
  );
}

function describe({ id, price, currency, period, archiveDays, isHd, isMostPopular, source, name, cameras, ...sale }: PlanVersion): string {
  const parts = [
    id,
    `${amountOf(price)} ${currency} ${period}`,
    archiveDays === 1 ? '1 day' : `${archiveDays} days`,
    ...(isHd ? ['HD'] : []),
    ...(isMostPopular ? ['most popular'] : []),
    source === 'file' ? 'plans file' : 'by the operator',
    saleOf(sale),
    countCameras(cameras),
    `${name.en} | ${name.ru}`,
  ];
  return `${parts.join('  ')}\n`;
}

function saleOf({ retiredAt, isOnSale, endDate }: Pick<PlanVersion, 'retiredAt' | 'isOnSale' | 'endDate'>): string {
  if (retiredAt !== null) return `not sold since ${new Date(retiredAt).toISOString().slice(0, 10)}`;
  if (endDate === null) return 'on sale';
  return isOnSale ? `on sale until ${endDate}` : `sold until ${endDate}`;
}

function countCameras(count: number): string {
  return count === 1 ? '1 camera' : `${count} cameras`;
}

import { billingPeriod, currencySchema, type BillingPeriod } from '@watchpost/contract/schemas/billing';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../../../kernel/config.ts';
import { invoiceTermsSchema, type InvoiceTerms } from '../invoices/billing-seller.ts';

/** The largest price: a thousand of them stay far below 2^53. */
const maxPrice = 1_000_000_000;

const wholeNumber = (what: string, min: number, max: number) =>
  z
    .number({ error: `must be ${what}, a whole number from ${min} to ${max}` })
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, `must be ${what}, a whole number from ${min} to ${max}`);
const price = wholeNumber('an amount in minor units such as kopecks or cents', 0, maxPrice);
const flag = z.boolean({ error: 'must be true or false' });
const name = z.string({ error: 'must be a text' }).trim().min(1, 'must not be empty').max(80, 'must be 80 characters or fewer');
const day = z
  .string({ error: 'must be a day like "2027-12-31"' })
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day like "2027-12-31"')
  .refine((value) => isDay(value), 'must be a day of the calendar like "2027-12-31"');

const planSchema = z.strictObject({
  id: z
    .string({ error: 'must be a text' })
    .regex(/^[a-z0-9][a-z0-9-]{0,47}$/, 'must be 1 to 48 lower-case letters, digits and dashes')
    .refine((value) => value !== 'trial', 'must not be "trial", which is the free first day of each camera'),
  name: z.strictObject({ en: name, ru: name }, { error: 'must have a name in each language: {"en": "…", "ru": "…"}' }),
  period: z.enum(billingPeriod.options, { error: `must be one of ${billingPeriod.options.join(', ')}` }),
  price,
  isHd: flag.default(true),
  archiveDays: wholeNumber('days of recordings', 1, 3650),
  isMostPopular: flag.default(false),
  endDate: day.nullable().default(null),
});

/** The operator's plans and terms. */
export interface PlansFile {
  readonly currency: string;
  /** How long a plan that was not paid on its day goes on, days. */
  readonly graceDays: number;
  /** Smallest and largest top-up, minor units. */
  readonly minTopUp: number;
  readonly maxTopUp: number;
  /** Null when legal entities can't pay by invoice. */
  readonly invoices: InvoiceTerms | null;
  readonly plans: readonly PlanOnFile[];
}

export interface PlanOnFile {
  readonly id: string;
  readonly name: { readonly en: string; readonly ru: string };
  readonly period: BillingPeriod;
  /** What one period costs, minor units. */
  readonly price: number;
  readonly isHd: boolean;
  readonly archiveDays: number;
  readonly isMostPopular: boolean;
  /** Last day of sale, `YYYY-MM-DD` in UTC; null for no end. */
  readonly endDate: string | null;
}

const plansFileSchema: z.ZodType<PlansFile> = z
  .strictObject({
    currency: currencySchema,
    graceDays: wholeNumber('days', 0, 60).default(3),
    minTopUp: price.default(10_000),
    maxTopUp: price.default(10_000_000),
    invoices: invoiceTermsSchema.nullable().default(null),
    plans: z
      .array(planSchema, { error: 'must be a list of plans' })
      .min(1, 'must have one plan or more')
      .max(50, 'must have 50 plans or fewer'),
  })
  .superRefine(({ currency, minTopUp, maxTopUp, invoices, plans }, context) => {
    if (invoices && currency !== 'RUB')
      context.addIssue({
        code: 'custom',
        path: ['invoices'],
        message: 'must be left out: invoices are in roubles, and "currency" is not "RUB"',
      });
    if (minTopUp < 1) context.addIssue({ code: 'custom', path: ['minTopUp'], message: 'must be 1 or more' });
    if (minTopUp > maxTopUp) context.addIssue({ code: 'custom', path: ['maxTopUp'], message: 'must not be less than "minTopUp"' });
    for (const [index, { id }] of plans.entries())
      if (plans.findIndex((plan) => plan.id === id) !== index)
        context.addIssue({ code: 'custom', path: ['plans', index, 'id'], message: `must be unique, and "${id}" is used above` });
  });

/**
 * Reads the plans that the operator sells.
 * @param file path of a JSON file
 * @throws {ConfigError} naming what is wrong, where, and what to do
 * @example const { plans } = readPlansFile('/etc/watchpost/plans.json');
 */
export function readPlansFile(file: string): PlansFile {
  return parsePlansFile(file, readText(file));
}

/** @throws {ConfigError} as `readPlansFile` */
export function parsePlansFile(file: string, text: string): PlansFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ConfigError(
      `The plans file ${file} is not JSON: ${error instanceof Error ? error.message : 'unreadable'}.\nCorrect it and start again; docs/guide/billing.md has an example.`,
    );
  }
  const parsed = plansFileSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.slice(0, 20).map((issue) => `  ${placeOf(issue.path)} ${messageOf(issue)}.`);
  throw new ConfigError(
    `The plans file ${file} can't be used:\n${lines.join('\n')}\nCorrect it and start again; docs/guide/billing.md has an example.`,
  );
}

/**
 * Checks one plan as the plans file would have it.
 * @returns the plan, or what is wrong: the path of each value and what it must be
 */
export function checkPlan(value: unknown): { readonly plan: PlanOnFile } | { readonly problems: readonly PlanProblem[] } {
  const parsed = planSchema.safeParse(value);
  if (parsed.success) return { plan: parsed.data };
  return { problems: parsed.error.issues.map((issue) => ({ place: placeOf(issue.path), message: messageOf(issue) })) };
}

interface PlanProblem {
  /** As it is written in the file: `archiveDays`. */
  readonly place: string;
  /** What the value must be: "must be …". */
  readonly message: string;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ConfigError(`The plans file ${file} can't be read (${code}).\nCorrect PLANS_FILE, or leave it out to run without plans.`);
  }
}

/** Names a place as it is written in JavaScript: `plans[2].price`. */
function placeOf(path: readonly PropertyKey[]): string {
  const place = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return place === '' ? 'The file' : place.replace(/^\./, '');
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `has the unknown ${issue.keys.map((key) => `"${key}"`).join(', ')}: remove or rename it`;
  if (issue.path.at(-1) === 'currency') return 'must be the three capital letters of a currency, like "RUB"';
  if (issue.path.length === 0) return 'must be an object like {"currency": "RUB", "plans": […]}';
  return issue.message;
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Options of `watchpost plans`, as `parseArgs` takes them. */
export const planOptions = {
  name: { type: 'string' },
  'name-ru': { type: 'string' },
  price: { type: 'string' },
  period: { type: 'string' },
  'archive-days': { type: 'string' },
  hd: { type: 'boolean' },
  'no-hd': { type: 'boolean' },
  'most-popular': { type: 'boolean' },
  'no-most-popular': { type: 'boolean' },
  'end-date': { type: 'string' },
} as const;

type PlanOptionValues = {
  readonly [Option in keyof typeof planOptions]?: ((typeof planOptions)[Option]['type'] extends 'string' ? string : boolean) | undefined;
};

/** What is said about a plan; what is left out keeps its value, or has that of the plans file. Numbers are not checked yet. */
export interface PlanTerms {
  readonly nameEn?: string;
  readonly nameRu?: string;
  /** Minor units. */
  readonly price?: number;
  readonly period?: string;
  readonly archiveDays?: number;
  readonly isHd?: boolean;
  readonly isMostPopular?: boolean;
  /** Null for no end. */
  readonly endDate?: string | null;
}

export interface PlanCommand {
  readonly action: 'list' | 'add' | 'change' | 'retire';
  /** Null for a list. */
  readonly id: string | null;
  readonly terms: PlanTerms;
}

const actions = ['list', 'add', 'change', 'retire'] as const;

/** Reads the words and options after `watchpost plans`. @throws {Error} naming what is missing */
export function readPlanCommand([word = 'list', id, ...rest]: readonly string[], values: PlanOptionValues): PlanCommand {
  const action = actions.find((one) => one === word);
  if (action === undefined) throw new Error(`"watchpost plans" has the commands ${actions.join(', ')}, and no ${JSON.stringify(word)}.`);
  if (action !== 'list' && id === undefined) throw new Error(`Which plan? Type "watchpost plans ${action} two-weeks".`);
  if (rest.length > 0)
    throw new Error(`One plan at a time: what does ${JSON.stringify(rest[0])} mean? Put names of several words in quotes.`);
  return { action, id: id ?? null, terms: readTerms(values) };
}

function readTerms(values: PlanOptionValues): PlanTerms {
  const { name, 'name-ru': nameRu, price, period, 'archive-days': archiveDays, 'end-date': endDate } = values;
  const isHd = readSwitch(values.hd, values['no-hd']);
  const isMostPopular = readSwitch(values['most-popular'], values['no-most-popular']);
  return {
    ...(name !== undefined && { nameEn: name }),
    ...(nameRu !== undefined && { nameRu }),
    ...(price !== undefined && { price: readNumber(price) }),
    ...(period !== undefined && { period }),
    ...(archiveDays !== undefined && { archiveDays: readNumber(archiveDays) }),
    ...(isHd !== undefined && { isHd }),
    ...(isMostPopular !== undefined && { isMostPopular }),
    ...(endDate !== undefined && { endDate: endDate === 'none' ? null : endDate }),
  };
}

function readSwitch(on: boolean | undefined, off: boolean | undefined): boolean | undefined {
  return off ? false : on;
}

/** Digits only: "399.00" would otherwise be 399 kopecks. */
function readNumber(text: string): number {
  return /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
}

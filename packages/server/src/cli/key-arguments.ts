/** Options of `watchpost keys`, as `parseArgs` takes them. */
export const keyOptions = {
  owner: { type: 'string' },
  scope: { type: 'string', multiple: true },
  camera: { type: 'string', multiple: true },
  origin: { type: 'string', multiple: true },
  'ip-range': { type: 'string', multiple: true },
  expires: { type: 'string' },
} as const;

type KeyOptionValues = {
  readonly [Option in keyof typeof keyOptions]?: (typeof keyOptions)[Option] extends { multiple: true }
    ? readonly string[] | undefined
    : string | undefined;
};

export interface KeyCommand {
  readonly action: 'list' | 'create' | 'revoke';
  /** E-mail address of the account that the keys act for. */
  readonly owner: string;
  /** Name of a new key, id of one to revoke; null for a list. */
  readonly subject: string | null;
  /** Not checked yet. */
  readonly terms: {
    readonly scopes: readonly string[];
    /** Null for all cameras. */
    readonly cameraIds: readonly string[] | null;
    readonly origins: readonly string[];
    readonly ipRanges: readonly string[];
    /** Unix ms; null for never, NaN for an invalid day. */
    readonly expiresAt: number | null;
  };
}

const actions = ['list', 'create', 'revoke'] as const;

/** Reads the words and options after `watchpost keys`. @throws {Error} naming what is missing */
export function readKeyCommand([word = 'list', subject, ...rest]: readonly string[], values: KeyOptionValues): KeyCommand {
  const action = actions.find((one) => one === word);
  if (action === undefined) throw new Error(`"watchpost keys" has the commands ${actions.join(', ')}, and no ${JSON.stringify(word)}.`);
  const { owner, scope = [], camera, origin = [], 'ip-range': ipRanges = [], expires } = values;
  if (owner === undefined) throw new Error(`Whose keys? Type "watchpost keys ${action} … --owner anna@example.com".`);
  if (action === 'create' && subject === undefined) throw new Error('What is it for? Type "watchpost keys create Shop --scope live …".');
  if (action === 'create' && scope.length === 0) throw new Error('What can it do? Name at least one --scope.');
  if (action === 'revoke' && subject === undefined) throw new Error('Which key? "watchpost keys list" shows their ids.');
  if (rest.length > 0 || (action === 'list' && subject !== undefined))
    throw new Error(`What does ${JSON.stringify(rest[0] ?? subject)} mean? Put names of several words in quotes.`);
  const terms = { scopes: scope, cameraIds: camera ?? null, origins: origin, ipRanges, expiresAt: readDay(expires) };
  return { action, owner: owner.trim().toLowerCase(), subject: subject ?? null, terms };
}

/** The end of a day in UTC. */
function readDay(text: string | undefined): number | null {
  if (text === undefined) return null;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T23:59:59.999Z`) : Number.NaN;
}

import { readFileSync } from 'node:fs';
import { z } from 'zod';

export interface StripeSettings {
  /** `sk_…` or `rk_…`: never log it. */
  readonly secretKey: string;
  /** `whsec_…`; several while they are rotated. */
  readonly webhookSecrets: readonly string[];
  /** `https://api.stripe.com`, or a proxy of it. */
  readonly apiUrl: string;
}

/** What receipts say about taxes, by the codes of YooKassa. */
export interface ReceiptSettings {
  readonly vatCode: number;
  /** Null for an operator with one system of taxation. */
  readonly taxSystem: number | null;
}

export interface YooKassaSettings {
  readonly shopId: string;
  /** `live_…` or `test_…`: never log it. */
  readonly secretKey: string;
  /** Null sends no receipts. */
  readonly receipt: ReceiptSettings | null;
  /** `https://api.yookassa.ru/v3`, or a proxy of it. */
  readonly apiUrl: string;
}

/** Who moves the money. */
export type PaymentSettings =
  | { readonly provider: 'sandbox' }
  | { readonly provider: 'stripe'; readonly stripe: StripeSettings }
  | { readonly provider: 'yookassa'; readonly yookassa: YooKassaSettings };

const optionalText = z.string().min(1).optional();
const code = (last: number) =>
  z.coerce
    .number({ error: `must be a number from 1 to ${last}, as in the documentation of YooKassa` })
    .int(`must be a whole number from 1 to ${last}`)
    .min(1, 'must be 1 or more')
    .max(last, `must be ${last} or less`)
    .optional();
const apiUrl = (byDefault: string) =>
  z.string().refine(isApiUrl, `must be an https address like ${byDefault} (leave it out for that one)`).default(byDefault);

/** Whether payments are real: not in the sandbox, and not with the keys for trying out. */
export function movesMoney(settings: PaymentSettings): boolean {
  switch (settings.provider) {
    case 'sandbox':
      return false;
    case 'stripe':
      return !isStripeTestKey(settings.stripe.secretKey);
    case 'yookassa':
      return !isYooKassaTestKey(settings.yookassa.secretKey);
  }
}

export function isStripeTestKey(secretKey: string): boolean {
  return /^[rs]k_test_/.test(secretKey);
}

export function isYooKassaTestKey(secretKey: string): boolean {
  return secretKey.startsWith('test_');
}

/** What the variables of payments are once they are read. */
interface PaymentValues {
  readonly PAYMENT_PROVIDER: PaymentSettings['provider'] | undefined;
  readonly STRIPE_SECRET_KEY: string | undefined;
  readonly STRIPE_SECRET_KEY_FILE: string | undefined;
  readonly STRIPE_WEBHOOK_SECRET: string | undefined;
  readonly STRIPE_WEBHOOK_SECRET_FILE: string | undefined;
  readonly STRIPE_API_URL: string;
  readonly YOOKASSA_SHOP_ID: string | undefined;
  readonly YOOKASSA_SECRET_KEY: string | undefined;
  readonly YOOKASSA_SECRET_KEY_FILE: string | undefined;
  readonly YOOKASSA_VAT_CODE: number | undefined;
  readonly YOOKASSA_TAX_SYSTEM: number | undefined;
  readonly YOOKASSA_API_URL: string;
}

/** The variables of payments, for the schema of the environment. */
export const paymentVariables: { readonly [Name in keyof PaymentValues]: z.ZodType<PaymentValues[Name]> } = {
  PAYMENT_PROVIDER: z
    .enum(['sandbox', 'stripe', 'yookassa'], { error: 'must be stripe, yookassa, or sandbox, which moves no money' })
    .optional(),
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_SECRET_KEY_FILE: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_WEBHOOK_SECRET_FILE: optionalText,
  STRIPE_API_URL: apiUrl('https://api.stripe.com'),
  YOOKASSA_SHOP_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'must be the number of the shop (YooKassa: Settings, Shop)')
    .optional(),
  YOOKASSA_SECRET_KEY: optionalText,
  YOOKASSA_SECRET_KEY_FILE: optionalText,
  YOOKASSA_VAT_CODE: code(12),
  YOOKASSA_TAX_SYSTEM: code(6),
  YOOKASSA_API_URL: apiUrl('https://api.yookassa.ru/v3'),
};

type SecretName = 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'YOOKASSA_SECRET_KEY';

/**
 * Reads the settings of payments.
 * @returns the settings, or what is wrong with them
 */
export function readPayments(values: PaymentValues): PaymentSettings | { readonly problem: string } {
  switch (values.PAYMENT_PROVIDER) {
    case 'stripe':
      return readStripe(values);
    case 'yookassa':
      return readYooKassa(values);
    default:
      return { provider: 'sandbox' };
  }
}

function readStripe(values: PaymentValues): PaymentSettings | { readonly problem: string } {
  const secretKey = readSecret(values, 'STRIPE_SECRET_KEY', /^[rs]k_(?:test|live)_\w+$/, 'sk_live_… (Stripe: Developers, API keys)');
  if (typeof secretKey !== 'string') return secretKey;
  const secrets = readSecret(
    values,
    'STRIPE_WEBHOOK_SECRET',
    /^whsec_[\w+/=]+(?: ?, ?whsec_[\w+/=]+)*$/,
    'whsec_… (Stripe: Developers, Webhooks), several with commas while you replace one',
  );
  if (typeof secrets !== 'string') return secrets;
  return {
    provider: 'stripe',
    stripe: { secretKey, webhookSecrets: secrets.split(',').map((secret) => secret.trim()), apiUrl: withoutSlash(values.STRIPE_API_URL) },
  };
}

function readYooKassa(values: PaymentValues): PaymentSettings | { readonly problem: string } {
  const { YOOKASSA_SHOP_ID: shopId, YOOKASSA_VAT_CODE: vatCode, YOOKASSA_TAX_SYSTEM: taxSystem } = values;
  if (shopId === undefined)
    return {
      problem: 'YOOKASSA_SHOP_ID is missing: PAYMENT_PROVIDER is yookassa. Give the number of the shop (YooKassa: Settings, Shop).',
    };
  const secretKey = readSecret(values, 'YOOKASSA_SECRET_KEY', /^(?:test|live)_\S+$/, 'live_… (YooKassa: Integration, API keys)');
  if (typeof secretKey !== 'string') return secretKey;
  if (taxSystem !== undefined && vatCode === undefined)
    return { problem: 'YOOKASSA_TAX_SYSTEM needs YOOKASSA_VAT_CODE: without it, no receipts are sent. Give both, or neither.' };
  const receipt = vatCode === undefined ? null : { vatCode, taxSystem: taxSystem ?? null };
  return { provider: 'yookassa', yookassa: { shopId, secretKey, receipt, apiUrl: withoutSlash(values.YOOKASSA_API_URL) } };
}

/** Reads a secret from its variable or its file; no message repeats it. */
function readSecret(values: PaymentValues, name: SecretName, pattern: RegExp, like: string): string | { readonly problem: string } {
  const given = values[name];
  const file = values[`${name}_FILE`];
  if (given !== undefined && file !== undefined)
    return { problem: `${name} and ${name}_FILE are both given: one of them would be ignored. Leave one out.` };
  if (given === undefined && file === undefined)
    return {
      problem: `${name} is missing: PAYMENT_PROVIDER is ${values.PAYMENT_PROVIDER}. Give it, or ${name}_FILE with the path of a file that has it, like ${like}.`,
    };
  const secret = given ?? readSecretFile(file ?? '');
  if (secret === null)
    return { problem: `${name}_FILE can't be read: ${file}. Correct the path, or let the user of the server read the file.` };
  if (!pattern.test(secret)) return { problem: `${name} can't be a secret of this provider: it must be like ${like}.` };
  return secret;
}

function readSecretFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

/** Encrypted, but for a proxy or a double on this machine: the key is sent there. */
function isApiUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash, username } = new URL(value);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && search === '' && hash === '' && username === '';
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '');
}

import { z } from 'zod';
import { isTaxId } from '../../kernel/tax-ids.ts';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';

/** An ISO 4217 code. */
export const currencySchema = z.string().regex(/^[A-Z]{3}$/);
/** Minor units of a currency: kopecks, cents. An integer below 2^53; a debt is negative. */
export const amountSchema = z.int();
/** An amount that is paid, minor units: never negative. */
export const priceSchema = z.int().nonnegative();
export const planIdSchema = z.string().regex(/^[\w.-]{1,64}$/);
export const orderIdSchema = z.string().regex(/^[\w-]{1,64}$/);
export const paymentMethodIdSchema = z.string().regex(/^[\w-]{1,64}$/);
/** Header of calls that order or pay: the answer to a key is given once and then repeated for 24 hours. */
export const idempotencyKeySchema = z.string().regex(/^[\x21-\x7e]{16,64}$/);

/** Specification 1, section 3. */
export const billingPeriod = z.enum([
  'Daily',
  'Weekly',
  'Biweekly',
  'ThirtyDays',
  'Monthly',
  'Quarterly',
  'Biannual',
  'Annual',
  'Biennial',
  'NoBillingPeriod',
]);

/** Whether plans are sold here. Without them, archive days are the operator's setting, and nothing has a price. */
export const billingSchema = z.discriminatedUnion('isEnabled', [
  z.object({ isEnabled: z.literal(false) }),
  z.object({
    isEnabled: z.literal(true),
    currency: currencySchema,
    /** `sandbox` moves no money. */
    provider: z.enum(['sandbox', 'stripe', 'yookassa']),
    /** Whether legal entities can pay by invoice. */
    hasInvoices: z.boolean(),
    /** Smallest and largest top-up, minor units. */
    minTopUp: priceSchema,
    maxTopUp: priceSchema,
  }),
]);

export const balanceSchema = z.object({ amount: amountSchema, currency: currencySchema });

/** One version of a plan: another price or period is another id, and what was bought stays as bought. */
export const planSchema = z.object({
  id: planIdSchema,
  /** In the language of the request. */
  name: z.string(),
  /** Minor units. */
  pricePerMonth: priceSchema,
  currency: currencySchema,
  period: billingPeriod,
  /** Length of the period in months; 0 if it is not a number of months. */
  months: z.int().nonnegative(),
  /** What one period costs, minor units. */
  price: priceSchema,
  isHd: z.boolean(),
  archiveDays: z.int().positive(),
  isMostPopular: z.boolean(),
  isTrial: z.boolean(),
  /** Last moment of sale, Unix milliseconds; null for no end. */
  endDate: z.int().nullable(),
});
export const planListSchema = z.array(planSchema);

/** Names a plan through all of its versions; `trial` is the free first day of each camera. */
export const planKeySchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,47}$/, '1 to 48 lower-case letters, digits and dashes')
  .refine((key) => key !== 'trial', 'Must not be "trial", which is the free first day of each camera');
export const planParameters = z.object({ id: planKeySchema });

const planName = z.string().trim().min(1).max(80);
const planNamesSchema = z.strictObject({ en: planName, ru: planName });
/** The last day of sale in UTC, `YYYY-MM-DD`; null for no end. */
const lastDayOfSale = z.iso.date().nullable();

/** A plan as the operator stores it. Another price, period, picture or archive is another version. */
export const putPlanBody = z.strictObject({
  name: planNamesSchema,
  period: billingPeriod,
  /** What one period costs, minor units; at most 1,000,000,000. */
  price: priceSchema.max(1_000_000_000),
  isHd: z.boolean().default(true),
  archiveDays: z.int().min(1).max(3650),
  isMostPopular: z.boolean().default(false),
  endDate: lastDayOfSale.default(null),
});

/** A version of a plan, as the operator sees it. */
export const planVersionSchema = z.object({
  /** What a camera has: the plan's id, a dot and the version. */
  id: planIdSchema,
  plan: planKeySchema,
  version: z.int().positive(),
  /** `file`: only the plans file of the server changes this plan. */
  source: z.enum(['file', 'call']),
  name: planNamesSchema,
  period: billingPeriod,
  /** What one period costs, minor units. */
  price: priceSchema,
  currency: currencySchema,
  isHd: z.boolean(),
  archiveDays: z.int().positive(),
  isMostPopular: z.boolean(),
  endDate: lastDayOfSale,
  isOnSale: z.boolean(),
  /** When another version replaced it, or its sale was ended, Unix milliseconds; null for neither. */
  retiredAt: z.int().nullable(),
  /** Unix milliseconds. */
  createdAt: z.int(),
  /** How many cameras have it. */
  cameras: z.int().nonnegative(),
});
export const planVersionListSchema = z.array(planVersionSchema);

export const subscriptionSchema = z.object({
  cameraId: cameraIdSchema,
  /** A new camera, or one whose plan ended: a plan must be chosen before it records again. */
  isActivationRequired: z.boolean(),
  state: z.enum(['Active', 'Blocked', 'Cancelled']),
  /** Until when the plan is paid, Unix milliseconds; null before the first payment. */
  chargedThroughDate: z.int().nullable(),
  plan: planSchema,
  /** The plan that follows at `chargedThroughDate`; null when none does. */
  nextPlanId: planIdSchema.nullable(),
  /** The next charge: due on the day · ordered and not yet paid · refused by the provider · not wanted. */
  renewal: z.enum(['scheduled', 'awaiting-payment', 'failed', 'off']),
  /** Until when recordings are kept although nothing is paid, Unix milliseconds; null while the plan is paid. */
  footageKeptUntil: z.int().nullable(),
});
export const subscriptionListSchema = z.array(subscriptionSchema);

export const upcomingInvoiceItemSchema = z.object({
  cameraId: cameraIdSchema,
  /** When it is charged, Unix milliseconds. */
  startDate: z.int(),
  planId: planIdSchema,
  /** Minor units. */
  amount: priceSchema,
});
export const upcomingInvoicesSchema = z.object({
  /** What must be paid: `total` less `credits`, never negative. Minor units. */
  balance: priceSchema,
  /** How much of the account's balance is used. */
  credits: priceSchema,
  total: priceSchema,
  currency: currencySchema,
  /** In the order of `startDate`. */
  items: z.array(upcomingInvoiceItemSchema),
});

export const maxCameraPlans = 200;
/** The plan that a camera shall have; null ends its plan on the day until which it is paid. */
export const cameraPlanSchema = z.strictObject({ cameraId: cameraIdSchema, planId: planIdSchema.nullable() });
export const cameraPlansSchema = z
  .array(cameraPlanSchema)
  .min(1)
  .max(maxCameraPlans)
  .refine((plans) => new Set(plans.map(({ cameraId }) => cameraId)).size === plans.length, 'A camera is listed twice');

export const previewInvoiceBody = z.strictObject({ cameraPlans: cameraPlansSchema });
export const invoiceItemSchema = z.object({
  cameraId: cameraIdSchema,
  planId: planIdSchema.nullable(),
  /** One period of the plan, minor units. */
  price: priceSchema,
  /** The unused part of the plan before, minor units. */
  credit: priceSchema,
  /** Unix milliseconds; `endsAt` is null for a plan without an end. */
  startsAt: z.int(),
  endsAt: z.int().nullable(),
});
export const invoicePreviewSchema = z.object({
  currency: currencySchema,
  items: z.array(invoiceItemSchema),
  /** Prices less credits, minor units; credits beyond the prices go to the balance. */
  total: priceSchema,
  /** How much of it the balance covers. */
  fromBalance: priceSchema,
  /** What is left to pay. */
  toPay: priceSchema,
  /** What credits beyond the prices add to the balance. */
  toBalance: priceSchema,
  /** The charges after this order, one per day, soonest first; at most 12. */
  nextCharges: z.array(z.object({ date: z.int(), amount: priceSchema, cameraIds: z.array(cameraIdSchema) })),
});

export const createOrderBody = z.strictObject({
  cameraPlans: cameraPlansSchema,
  /** The preview's `toPay`: the order is refused as outdated if it would cost anything else. */
  expectedToPay: priceSchema,
});
export const topUpBody = z.strictObject({ amount: z.int().positive() });

export const orderFailure = z.enum([
  'declined',
  'authentication-failed',
  'expired',
  'provider-unavailable',
  'credit-failed',
  'plans-failed',
]);
export const orderSchema = z.object({
  id: orderIdSchema,
  kind: z.enum(['subscription', 'balance']),
  /** Not paid yet · the provider has not confirmed yet · paid, plans or balance not changed yet · all done · given up. */
  state: z.enum(['created', 'processing', 'paid', 'completed', 'failed', 'cancelled']),
  failure: orderFailure.nullable(),
  currency: currencySchema,
  total: priceSchema,
  fromBalance: priceSchema,
  toPay: priceSchema,
  cameraPlans: z.array(cameraPlanSchema),
  paidWith: z.enum(['card', 'balance', 'invoice']).nullable(),
  /** Number of the invoice; null unless one was asked for. */
  invoiceNumber: z.string().nullable(),
  createdAt: z.int(),
  paidAt: z.int().nullable(),
});
export const orderParameters = z.object({ id: orderIdSchema });

export const payOrderBody = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('card'),
    /** A saved card; null for a new one, which the provider's page asks for. */
    paymentMethodId: paymentMethodIdSchema.nullable(),
    /** Whether a new card is saved for the next payments. */
    isSaved: z.boolean(),
    /** Where the provider sends the customer back to; the same origin as the app, or one of the partner's. */
    returnUrl: z.url({ protocol: /^https?$/ }).max(2000),
  }),
  /** The balance covers all of it. */
  z.strictObject({ method: z.literal('balance') }),
  /** The order has an invoice: answers its PDF. */
  z.strictObject({ method: z.literal('invoice') }),
]);
/** What happens next. Only the provider's notification makes an order paid, never the customer's return. */
export const paymentAnswer = z.discriminatedUnion('next', [
  z.object({ next: z.literal('redirect'), url: z.url({ protocol: /^https?$/ }) }),
  z.object({ next: z.literal('wait') }),
  z.object({ next: z.literal('done') }),
]);

/** The legal entity that pays an invoice. */
export const payerSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(200),
    /** ИНН with its checksum: 10 digits of a company, 12 of a sole proprietor. */
    taxId: z.string().refine(isTaxId, 'Not a tax id'),
    /** КПП; null for sole proprietors, who have none. */
    taxReasonCode: z
      .string()
      .regex(/^\d{4}[\dA-Z]{2}\d{3}$/)
      .nullable(),
    address: z.string().trim().min(1).max(300),
    contactName: z.string().trim().min(1).max(100),
    email: z.email().max(254),
    phone: z
      .string()
      .regex(/^\+\d{7,15}$/)
      .nullable(),
  })
  .refine(({ taxId, taxReasonCode }) => taxReasonCode === null || taxId.length === 10, {
    path: ['taxReasonCode'],
    message: 'Only companies have a tax registration reason code',
  });
export const requestInvoiceBody = z.strictObject({
  payer: payerSchema,
  purpose: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('subscription'), cameraPlans: cameraPlansSchema, expectedToPay: priceSchema }),
    z.strictObject({ kind: z.literal('balance'), amount: z.int().positive() }),
  ]),
});

export const paymentMethodSchema = z.object({
  id: paymentMethodIdSchema,
  brand: z.enum(['mir', 'visa', 'mastercard', 'other']),
  last4: z.string().regex(/^\d{4}$/),
  /** Month of expiry, 1–12, and year. */
  expiryMonth: z.int().min(1).max(12),
  expiryYear: z.int(),
  /** The one that renewals are charged to. */
  isDefault: z.boolean(),
});
export const paymentMethodListSchema = z.array(paymentMethodSchema);
export const setDefaultPaymentMethodBody = z.strictObject({ customerPaymentMethodId: paymentMethodIdSchema });
export const paymentMethodParameters = z.object({ id: paymentMethodIdSchema });

export const transactionSchema = z.object({
  id: z.string(),
  /** Unix milliseconds. */
  at: z.int(),
  kind: z.enum(['top-up', 'charge', 'credit', 'refund', 'correction']),
  /** What it did to the balance, minor units: positive adds. */
  amount: amountSchema,
  currency: currencySchema,
  orderId: orderIdSchema.nullable(),
  cameraIds: z.array(cameraIdSchema),
  paidWith: z.enum(['card', 'balance', 'invoice']).nullable(),
  last4: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
});
export const listTransactionsQuery = z.object({
  kind: transactionSchema.shape.kind.optional(),
  /** Unix milliseconds: from this moment on, and before this one. */
  from: z.coerce.number().pipe(z.int()).optional(),
  before: z.coerce.number().pipe(z.int()).optional(),
  /** `next` of the previous page. */
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().pipe(z.int().min(1).max(200)).default(50),
});
export const transactionPageSchema = z.object({
  transactions: z.array(transactionSchema),
  /** Cursor of the next, older page; null at the end. */
  next: z.string().nullable(),
});

export const paymentProviderParameters = z.object({ provider: z.enum(['sandbox', 'stripe', 'yookassa']) });

export type BillingPeriod = z.infer<typeof billingPeriod>;
export type Billing = z.infer<typeof billingSchema>;
export type Balance = z.infer<typeof balanceSchema>;
export type Plan = z.infer<typeof planSchema>;
export type PutPlanBody = z.input<typeof putPlanBody>;
export type PlanVersion = z.infer<typeof planVersionSchema>;
export type Subscription = z.infer<typeof subscriptionSchema>;
export type UpcomingInvoices = z.infer<typeof upcomingInvoicesSchema>;
export type CameraPlan = z.infer<typeof cameraPlanSchema>;
export type InvoicePreview = z.infer<typeof invoicePreviewSchema>;
export type CreateOrderBody = z.infer<typeof createOrderBody>;
export type OrderFailure = z.infer<typeof orderFailure>;
export type Order = z.infer<typeof orderSchema>;
export type PayOrderBody = z.infer<typeof payOrderBody>;
export type PaymentAnswer = z.infer<typeof paymentAnswer>;
export type Payer = z.infer<typeof payerSchema>;
export type RequestInvoiceBody = z.infer<typeof requestInvoiceBody>;
export type PaymentMethod = z.infer<typeof paymentMethodSchema>;
export type Transaction = z.infer<typeof transactionSchema>;
export type TransactionPage = z.infer<typeof transactionPageSchema>;

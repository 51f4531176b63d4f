import { isTaxId } from '@watchpost/contract/kernel';
import { z } from 'zod';
import { isAccountOf, isBankCode, isCorrespondentAccountOf, isTaxReasonCode } from './billing-bank-details.ts';

/** Who sells, and where invoices are paid to. */
export interface Seller {
  readonly name: string;
  /** ИНН. */
  readonly taxId: string;
  /** КПП; null for a sole proprietor. */
  readonly taxReasonCode: string | null;
  readonly address: string;
  readonly bankName: string;
  /** БИК. */
  readonly bankCode: string;
  /** Корреспондентский счёт. */
  readonly correspondentAccount: string;
  /** Расчётный счёт. */
  readonly account: string;
}

/** How legal entities are invoiced. */
export interface InvoiceTerms {
  readonly seller: Seller;
  /** Included in every price, percent; null when the seller is exempt. */
  readonly vatPercent: number | null;
  /** Days until an invoice is due. */
  readonly dueDays: number;
  /** Before the number: `WP` gives `WP-12`. */
  readonly prefix: string;
}

const text = (max: number) =>
  z.string({ error: 'must be a text' }).trim().min(1, 'must not be empty').max(max, `must be ${max} characters or fewer`);
const digits = (what: string, isRight: (value: string) => boolean) =>
  z.string({ error: `must be ${what}` }).refine(isRight, `must be ${what}`);

const sellerSchema = z
  .strictObject(
    {
      name: text(160),
      taxId: digits('a tax id (ИНН) of 10 or 12 digits with the right check digits', isTaxId),
      taxReasonCode: digits('a reason code (КПП) of 9 characters', isTaxReasonCode).nullable().default(null),
      address: text(300),
      bankName: text(45),
      bankCode: digits('the code of a bank (БИК) of 9 digits', isBankCode),
      correspondentAccount: z.string({ error: 'must be 20 digits' }),
      account: z.string({ error: 'must be 20 digits' }),
    },
    { error: 'must have the details of the seller: name, taxId, address, bankName, bankCode, correspondentAccount and account' },
  )
  .superRefine(({ taxId, taxReasonCode, bankCode, correspondentAccount, account }, context) => {
    if (taxReasonCode !== null && taxId.length !== 10)
      context.addIssue({ code: 'custom', path: ['taxReasonCode'], message: 'must be left out: a sole proprietor has none' });
    if (!isCorrespondentAccountOf(correspondentAccount, bankCode))
      context.addIssue({ code: 'custom', path: ['correspondentAccount'], message: 'must be 20 digits whose key fits "bankCode"' });
    if (!isAccountOf(account, bankCode))
      context.addIssue({ code: 'custom', path: ['account'], message: 'must be 20 digits whose key fits "bankCode"' });
  });

export const invoiceTermsSchema: z.ZodType<InvoiceTerms> = z.strictObject(
  {
    seller: sellerSchema,
    vatPercent: z
      .number({ error: 'must be the VAT in percent, or null without VAT' })
      .min(0, 'must be 0 or more')
      .max(50, 'must be 50 or less')
      .nullable()
      .default(null),
    dueDays: z
      .int({ error: 'must be a whole number of days from 1 to 90' })
      .min(1, 'must be 1 or more')
      .max(90, 'must be 90 or fewer')
      .default(10),
    prefix: z
      .string({ error: 'must be a text' })
      .regex(/^[A-ZА-ЯЁ]{1,6}$/, 'must be 1 to 6 capital letters')
      .default('WP'),
  },
  { error: 'must be an object like {"seller": {…}}' },
);

/** The VAT that is included in an amount, minor units. */
export function includedVat(amount: number, percent: number | null): number {
  if (percent === null || percent === 0) return 0;
  // In hundredths of a percent: half a kopeck is rounded up.
  const rate = BigInt(Math.round(percent * 100));
  const whole = 10_000n + rate;
  return Number((2n * BigInt(amount) * rate + whole) / (2n * whole));
}

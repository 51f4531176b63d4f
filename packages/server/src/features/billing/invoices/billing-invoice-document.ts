import { payerSchema, type Payer } from '@watchpost/contract/schemas/billing';
import type { Locale } from '@watchpost/contract/kernel';
import { z } from 'zod';
import type { Seller } from './billing-seller.ts';

/** One line of an invoice. */
export interface InvoiceLine {
  /** What is bought, by language; the title of the camera is as its owner wrote it. */
  readonly description: Readonly<Record<Locale, string>>;
  /** With VAT, minor units; negative when a plan that is given up is credited. */
  readonly amount: number;
  /** The included VAT of this line: all lines together have that of the invoice, when nothing is taken from the balance. */
  readonly vat: number;
}

/** What an invoice says, as it was issued: nothing that changes later changes it. */
export interface InvoiceDocument {
  readonly seller: Seller;
  readonly payer: Payer;
  readonly lines: readonly InvoiceLine[];
  /** What the customer's balance covers, minor units. */
  readonly fromBalance: number;
  /** The included VAT of what is to be paid, minor units. */
  readonly vat: number;
  /** Null without VAT. */
  readonly vatPercent: number | null;
}

/** A stored invoice, to be printed. */
export interface Invoice extends InvoiceDocument {
  /** As it is printed: `WP-12`. */
  readonly name: string;
  /** What is to be paid, minor units. */
  readonly amount: number;
  /** Unix ms. */
  readonly issuedAt: number;
  readonly dueAt: number;
}

const sellerSchema: z.ZodType<Seller> = z.object({
  name: z.string(),
  taxId: z.string(),
  taxReasonCode: z.string().nullable(),
  address: z.string(),
  bankName: z.string(),
  bankCode: z.string(),
  correspondentAccount: z.string(),
  account: z.string(),
});

export const invoiceDocumentSchema: z.ZodType<InvoiceDocument> = z.object({
  seller: sellerSchema,
  payer: payerSchema,
  lines: z.array(z.object({ description: z.object({ en: z.string(), ru: z.string() }), amount: z.int(), vat: z.int() })),
  fromBalance: z.int(),
  vat: z.int(),
  vatPercent: z.number().nullable(),
});

/** Moscow has kept this offset since 2014; an invoice is dated by its clock, ms. */
const moscowOffsetMs = 3 * 60 * 60_000;

/** @returns a day of Moscow as documents write it: `26.11.2026`. @param at Unix ms */
export function documentDay(at: number): string {
  const [year, month, day] = new Date(at + moscowOffsetMs).toISOString().slice(0, 10).split('-');
  return `${day}.${month}.${year}`;
}

/** What the payer's bank is given: the number is what a statement is matched by. */
export function purposeOf({ name, issuedAt, vat, vatPercent }: Invoice): string {
  const tax = vatPercent === null ? 'НДС не облагается' : `В т.ч. НДС ${vatPercent}% ${plainAmount(vat)} руб.`;
  return `Оплата по счёту ${name} от ${documentDay(issuedAt)}. ${tax}`;
}

/** @returns an amount without its currency: `29900.50`. @param amount minor units */
function plainAmount(amount: number): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}

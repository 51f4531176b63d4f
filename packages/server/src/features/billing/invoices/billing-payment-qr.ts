import { encode } from 'uqr';
import type { Seller } from './billing-seller.ts';

/** Longest values that programs of banks accept (GOST R 56042-2014), characters. */
const maxName = 160;
const maxBankName = 45;
const maxPurpose = 210;

export interface QrPayment {
  readonly seller: Seller;
  /** Kopecks. */
  readonly amount: number;
  readonly purpose: string;
}

/** Returns the text of a payment QR code by GOST R 56042-2014 in UTF-8 (`ST00012`), which programs of banks fill a payment order from. */
export function paymentQrText({ seller, amount, purpose }: QrPayment): string {
  const fields: readonly (readonly [string, string])[] = [
    ['Name', clean(seller.name, maxName)],
    ['PersonalAcc', seller.account],
    ['BankName', clean(seller.bankName, maxBankName)],
    ['BIC', seller.bankCode],
    ['CorrespAcc', seller.correspondentAccount],
    ['Sum', String(amount)],
    ['Purpose', clean(purpose, maxPurpose)],
    ['PayeeINN', seller.taxId],
    ...(seller.taxReasonCode === null ? [] : [['KPP', seller.taxReasonCode] as const]),
  ];
  return ['ST00012', ...fields.map(([name, value]) => `${name}=${value}`)].join('|');
}

/** Returns the modules of the QR code, row by row: true is dark. */
export function paymentQrModules(payment: QrPayment): boolean[][] {
  return encode(paymentQrText(payment), { ecc: 'M', border: 0 }).data;
}

/** `|` separates the fields, and a line break would end the code for some programs. */
function clean(value: string, max: number): string {
  const plain = value
    .toWellFormed()
    .replaceAll(/[|\p{Cc}]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  // By code points: half of a surrogate pair is no character.
  return [...plain].slice(0, max).join('').trim();
}

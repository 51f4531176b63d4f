import { isTaxId } from '@watchpost/sdk-core';
import type { Payer } from '@watchpost/sdk-core';

/** The fields of the invoice's form, as they are typed. */
export type PayerDraft = Readonly<Record<keyof Payer, string>>;
/** Why a field of an invoice’s payer is refused. */
export type PayerProblem = 'required' | 'bad-tax-id' | 'bad-reason-code' | 'bad-email' | 'bad-phone';
/** The refused fields of an invoice’s payer. */
export type PayerProblems = Readonly<Partial<Record<keyof Payer, PayerProblem>>>;

export const emptyPayer: PayerDraft = { name: '', taxId: '', taxReasonCode: '', address: '', contactName: '', email: '', phone: '' };

const reasonCode = /^\d{4}[\dA-Z]{2}\d{3}$/;
const plausibleEmail = /^[^\s@]{1,64}@[^\s@.]{1,63}(?:\.[^\s@.]{1,63}){1,8}$/;

/** Reads the form: the payer, or what is wrong with which field. */
export function readPayer(draft: PayerDraft): { readonly payer: Payer | null; readonly problems: PayerProblems } {
  const text = (name: keyof Payer): string => draft[name].trim();
  const digits = (name: keyof Payer): string => draft[name].replaceAll(/[\s().-]/g, '');
  const [taxId, code, phone] = [digits('taxId'), digits('taxReasonCode').toUpperCase(), digits('phone')];
  const required = (['name', 'address', 'contactName'] as const).filter((name) => text(name) === '');
  const problems: PayerProblems = {
    ...Object.fromEntries(required.map((name) => [name, 'required'])),
    ...(!isTaxId(taxId) && { taxId: taxId === '' ? 'required' : 'bad-tax-id' }),
    // Sole proprietors, whose tax id has 12 digits, have none.
    ...(code !== '' && !(reasonCode.test(code) && taxId.length === 10) && { taxReasonCode: 'bad-reason-code' }),
    ...(!plausibleEmail.test(text('email')) && { email: text('email') === '' ? 'required' : 'bad-email' }),
    ...(phone !== '' && !/^\+\d{7,15}$/.test(phone) && { phone: 'bad-phone' }),
  };
  if (Object.keys(problems).length > 0) return { payer: null, problems };
  return {
    payer: {
      name: text('name'),
      taxId,
      taxReasonCode: code === '' ? null : code,
      address: text('address'),
      contactName: text('contactName'),
      email: text('email'),
      phone: phone === '' ? null : phone,
    },
    problems,
  };
}

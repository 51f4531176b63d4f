import { useMemo } from 'react';
import type { JSX } from 'react';
import { createPayerMessages } from '../../../i18n/checkout-payer-messages.ts';
import { useValue } from '../../../element/use-value.ts';
import { Field } from '../../../primitives/field/field.tsx';
import type { PayerDraft } from '../checkout-payer.ts';
import { useCheckout } from './checkout-context.tsx';
import { phoneMask, taxIdMask } from './checkout-payer-masks.ts';

/** The fields in their order, with what a browser fills in. */
const fields = [
  { name: 'name', autoComplete: 'organization', maxLength: 200 },
  { name: 'taxId', autoComplete: 'off', maxLength: 20, inputMode: 'numeric', hint: 'taxIdHint', mask: taxIdMask },
  { name: 'taxReasonCode', autoComplete: 'off', maxLength: 16, hint: 'optional' },
  { name: 'address', autoComplete: 'street-address', maxLength: 300 },
  { name: 'contactName', autoComplete: 'name', maxLength: 100 },
  { name: 'email', autoComplete: 'email', maxLength: 254, type: 'email' },
  { name: 'phone', autoComplete: 'tel', maxLength: 32, type: 'tel', hint: 'optional', mask: phoneMask },
] as const satisfies readonly { readonly name: keyof PayerDraft; readonly [more: string]: unknown }[];

/** Who pays the invoice, and whom it is sent to. */
export function CheckoutPayer(): JSX.Element {
  const { checkout, locale } = useCheckout();
  const t = useMemo(() => createPayerMessages(locale), [locale]);
  const payer = useValue(checkout.payer);
  const problems = useValue(checkout.payerProblems);
  return (
    <fieldset className="wp-checkout-payer">
      <legend className="wp-field-label">{t('payer')}</legend>
      {fields.map(({ name, ...field }) => {
        const problem = problems[name];
        return (
          <Field
            key={name}
            label={t(name)}
            value={payer[name]}
            onValue={(value) => checkout.changePayer({ [name]: value })}
            error={problem === undefined ? null : t(problem)}
            hint={'hint' in field ? t(field.hint) : undefined}
            type={'type' in field ? field.type : 'text'}
            inputMode={'inputMode' in field ? field.inputMode : undefined}
            mask={'mask' in field ? field.mask : undefined}
            autoComplete={field.autoComplete}
            maxLength={field.maxLength}
          />
        );
      })}
    </fieldset>
  );
}

import { useMutation } from '@tanstack/react-query';
import { errorText, parseMoney } from '@watchpost/sdk-core';
import type { BillingData } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { useForm } from '../../../shared/forms/use-form.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { withBasePath } from '../../../shared/navigation/base-path.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { useIsLeaving, useNavigateFromHere } from '../../../shared/navigation/use-is-leaving.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Checkbox, Chip, RadioGroup } from '../../../shared/ui/choice.tsx';
import { ErrorText, Field } from '../../../shared/ui/field.tsx';
import { cardEnd, cardName } from '../billing-brand.tsx';
import { BillingFailed, BillingWaiting } from '../billing-screen.tsx';
import { moneyText, useBillingState } from '../billing-state.ts';
import { text } from '../billing-texts.ts';
import { amountInput, amountRule, suggestedAmounts } from './billing-amount.ts';
import { createTopUpPayment } from './billing-top-up-payment.ts';
import '../billing.css';

export interface TopUpScreenProps {
  /** Opens the payment service's page. */
  readonly onRedirect: (url: string) => void;
}

/** Tops up the balance: an amount, a card, and the payment service's page. */
export function TopUpScreen({ onRedirect }: TopUpScreenProps): ReactNode {
  useTranslation();
  const state = useBillingState();
  if (state.kind === 'disabled') return null;
  if (state.kind === 'failed') return <BillingFailed error={state.error} />;
  if (state.kind === 'loading') return <BillingWaiting />;
  return <TopUpForm data={state} onRedirect={onRedirect} />;
}

const newCard = 'new';

function TopUpForm({ data, onRedirect }: { readonly data: BillingData; readonly onRedirect: (url: string) => void }): ReactNode {
  const { billing: offer, balance, paymentMethods, upcomingInvoices } = data;
  const { currency } = offer;
  const locale = currentLocale();
  const client = useClient();
  const navigate = useNavigateFromHere();
  const isLeaving = useIsLeaving();
  const due = balance.amount < 0 ? -balance.amount : upcomingInvoices.balance;
  const amounts = suggestedAmounts(offer, due);
  const form = useForm(
    { amount: due > 0 && amounts[0] === due ? amountInput(due, currency) : '' },
    { amount: [amountRule(offer, locale, text('amountWrong'))] },
  );
  const [chosen, setChosen] = useState(paymentMethods.find(({ isDefault }) => isDefault)?.id ?? paymentMethods[0]?.id ?? newCard);
  // Another tab can have removed the card.
  const method = paymentMethods.some(({ id }) => id === chosen) ? chosen : newCard;
  const [isSaved, setSaved] = useState(true);
  const [start] = useState(() =>
    createTopUpPayment(client, (id) => new URL(withBasePath(to.OrderPayment(id, { paymentType: 'balance' })), location.href).href),
  );
  const amount = parseMoney(form.values.amount, { locale, currency });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (wish: number) =>
      start({ amount: wish, paymentMethodId: method === newCard ? null : method, isSaved: method === newCard && isSaved }),
    onSuccess: ({ order, step }) => {
      if (step.next !== 'redirect') void navigate(to.OrderPayment(order.id, { paymentType: 'balance' }));
      // The payment service's page takes the place of no other one either.
      else if (!isLeaving()) onRedirect(step.url);
    },
  });
  return (
    <form
      className="billing-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.check() && amount !== null && !isPending) mutate(amount);
      }}
    >
      {offer.provider === 'sandbox' ? <p className="billing-sandbox">{text('sandbox')}</p> : null}
      <p className="dim">{`${text('balance')}: ${moneyText(balance)}`}</p>
      <Field
        label={text('amount', { currency })}
        inputMode="decimal"
        autoComplete="off"
        description={text('amountHelp', {
          min: moneyText({ amount: offer.minTopUp, currency }),
          max: moneyText({ amount: offer.maxTopUp, currency }),
        })}
        {...form.field('amount')}
      />
      <div className="billing-chips" role="group" aria-label={text('suggested')}>
        {amounts.map((each) => (
          <Chip key={each} selected={each === amount} onPress={() => form.choice('amount').onValue(amountInput(each, currency))}>
            {moneyText({ amount: each, currency })}
          </Chip>
        ))}
      </div>
      <RadioGroup
        label={text('payWith')}
        value={method}
        onValue={setChosen}
        options={[
          ...paymentMethods.map((each) => ({ value: each.id, label: cardName(each), description: text('until', { date: cardEnd(each) }) })),
          { value: newCard, label: text('newCard'), description: text('newCardText') },
        ]}
      />
      {method === newCard ? <Checkbox label={text('saveCard')} checked={isSaved} onChange={setSaved} /> : null}
      {error ? <ErrorText>{`${text('topUpFailed')}. ${errorText(error, locale)}`}</ErrorText> : null}
      <Button look="primary" type="submit" size="l" wide busy={isPending}>
        {amount === null || !form.isValid ? text('payPlain') : text('pay', { amount: moneyText({ amount, currency }) })}
      </Button>
      <p className="small dim">{text('topUpNote')}</p>
    </form>
  );
}

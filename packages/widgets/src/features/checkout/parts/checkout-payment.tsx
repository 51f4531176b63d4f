import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { WatchpostError } from '@watchpost/sdk-core';
import type { PaymentMethod } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { Button } from '../../../primitives/action/button.tsx';
import { Checkbox } from '../../../primitives/choice/checkbox.tsx';
import { RadioGroup } from '../../../primitives/choice/radio-group.tsx';
import { ErrorText } from '../../../primitives/field/error-text.tsx';
import { Banner } from '../../../primitives/status/banner.tsx';
import type { CheckoutMethod } from '../checkout-state.ts';
import { useCheckout, useWords } from './checkout-context.tsx';

const brands = { mir: 'МИР', visa: 'VISA', mastercard: 'Mastercard', other: '' } as const;
const newCard = 'new';
const byInvoice = 'invoice';

/** How it is paid: a saved card, a new one, or an invoice with its form. */
export function CheckoutPayment(): JSX.Element | null {
  const { checkout, t } = useCheckout();
  const words = useWords();
  const data = useValue(checkout.data);
  const method = useValue(checkout.method);
  const quote = useValue(checkout.quote);
  const order = useValue(checkout.order);
  const isSaved = useValue(checkout.isSaved);
  const work = useValue(checkout.work);
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const [hasForm, setHasForm] = useState(false);
  // Also once the form is there, for a buyer who pressed before.
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts, hasForm]);
  if (data.kind !== 'ready') return null;
  const due = quote.kind === 'ready' ? quote.preview : order;
  const price = due ? words.price(due.toPay, due.currency) : '';
  const isInvoice = method.kind === 'invoice';
  const options = [
    ...data.paymentMethods.map((card) => ({
      value: `card ${card.id}`,
      label: <CheckoutCardName card={card} />,
      description: cardText(card),
    })),
    { value: newCard, label: t('newCard'), description: t('newCardText') },
    ...(data.billing.hasInvoices ? [{ value: byInvoice, label: t('invoice'), description: t('invoiceText') }] : []),
  ];
  return (
    <form
      ref={form}
      className="wp-checkout-payment"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void checkout.submit();
        setAttempts(attempts + 1);
      }}
    >
      {data.billing.provider === 'sandbox' && <Banner>{t('test')}</Banner>}
      <p className="wp-checkout-due">
        <span>{t('toPay')}</span>
        <b>{price}</b>
      </p>
      <RadioGroup
        label={t('payWith')}
        value={valueOf(method)}
        onValue={(value) => checkout.chooseMethod(methodOf(value))}
        options={options}
      />
      {method.kind === 'card' && method.id === null && <Checkbox label={t('saveCard')} checked={isSaved} onChange={checkout.saveCard} />}
      {isInvoice && <LoadedPayer onLoad={setHasForm} />}
      {work.kind === 'failed' && <ErrorText>{words.error(work.error)}</ErrorText>}
      <span className="wp-hidden" role="status">
        {work.kind === 'leaving' ? t('leaving') : ''}
      </span>
      <footer className="wp-checkout-footer">
        <Button onClick={() => checkout.go(quote.kind === 'ready' ? 'review' : 'plans')}>{t('back')}</Button>
        <Button look="primary" type="submit" busy={work.kind === 'busy' || work.kind === 'leaving'}>
          {isInvoice ? t('getInvoice') : t('pay', { price })}
        </Button>
      </footer>
    </form>
  );

  function cardText({ expiryMonth, expiryYear, isDefault }: PaymentMethod): string {
    const until = t('cardUntil', { month: String(expiryMonth).padStart(2, '0'), year: String(expiryYear % 100).padStart(2, '0') });
    return isDefault ? `${t('mainCard')}, ${until}` : until;
  }
}

/** The invoice's form, loaded when it is asked for: most people pay by card. */
function LoadedPayer({ onLoad }: { readonly onLoad: (isLoaded: true) => void }): JSX.Element | null {
  const words = useWords();
  const [part, setPart] = useState<{ readonly Form: () => JSX.Element } | { readonly error: unknown } | null>(null);
  useEffect(() => {
    import('./checkout-payer-form.tsx').then(
      ({ CheckoutPayer }) => {
        setPart({ Form: CheckoutPayer });
        onLoad(true);
      },
      () => setPart({ error: new WatchpostError('network') }),
    );
  }, [onLoad]);
  if (part === null) return null;
  return 'Form' in part ? <part.Form /> : <ErrorText>{words.error(part.error)}</ErrorText>;
}

function CheckoutCardName({ card: { brand, last4 } }: { readonly card: PaymentMethod }): JSX.Element {
  const { t } = useCheckout();
  return (
    <span className="wp-checkout-card-name">
      {brands[brand] !== '' && <span className="wp-checkout-brand">{brands[brand]}</span>}
      <span aria-hidden="true">•• {last4}</span>
      <span className="wp-hidden">{t('cardEnds', { last4 })}</span>
    </span>
  );
}

function valueOf(method: CheckoutMethod): string {
  if (method.kind === 'invoice') return byInvoice;
  return method.id === null ? newCard : `card ${method.id}`;
}

function methodOf(value: string): CheckoutMethod {
  if (value === byInvoice) return { kind: 'invoice' };
  return { kind: 'card', id: value === newCard ? null : value.slice('card '.length) };
}

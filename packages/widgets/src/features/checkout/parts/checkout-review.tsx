import type { JSX } from 'react';
import type { InvoicePreview } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { Button } from '../../../primitives/action/button.tsx';
import { ErrorText } from '../../../primitives/field/error-text.tsx';
import { Banner } from '../../../primitives/status/banner.tsx';
import { Skeleton } from '../../../primitives/status/skeleton.tsx';
import { useCheckout, useWords } from './checkout-context.tsx';
import { CheckoutFailure } from './checkout-failure.tsx';

/** What the chosen plans cost today, and what is charged later. */
export function CheckoutReview(): JSX.Element {
  const { checkout, t } = useCheckout();
  const words = useWords();
  const quote = useValue(checkout.quote);
  if (quote.kind === 'failed') return <CheckoutFailure error={quote.error} onRetry={checkout.loadQuote} />;
  if (quote.kind !== 'ready') {
    return (
      <div className="wp-checkout-wait" role="status" aria-label={t('counting')} aria-busy="true">
        <Skeleton kind="row" />
        <Skeleton kind="row" />
        <Skeleton kind="row" />
      </div>
    );
  }
  const { preview, before } = quote;
  const price = (amount: number): string => words.price(amount, preview.currency);
  return (
    <>
      {before && (
        <Banner kind="warning" announce>
          <b>{t('outdated')}</b>. {t('newPrice', { after: price(preview.toPay), before: price(before.toPay) })}
        </Banner>
      )}
      <CheckoutSums preview={preview} />
      <CheckoutCharges preview={preview} />
      <CheckoutReviewButtons toPay={preview.toPay} isOutdated={before !== null} />
    </>
  );
}

function CheckoutSums({ preview }: { readonly preview: InvoicePreview }): JSX.Element {
  const { t } = useCheckout();
  const words = useWords();
  const { items, fromBalance, toPay, toBalance, currency } = preview;
  const price = (amount: number): string => words.price(amount, currency);
  const credited = items.filter(({ credit }) => credit > 0);
  const credit = credited.reduce((sum, item) => sum + item.credit, 0);
  return (
    <div className="wp-checkout-block">
      <h3>{t('today')}</h3>
      <dl className="wp-checkout-sums">
        {items.map(({ cameraId, planId, price: cost, endsAt }) => (
          <div key={cameraId}>
            <dt>
              {words.camera(cameraId)}{' '}
              <span>
                {planId !== null ? words.plan(planId) : endsAt === null ? t('endPlan') : t('willEnd', { date: words.day(endsAt) })}
              </span>
            </dt>
            <dd>{planId !== null ? price(cost) : t('nothingToPay')}</dd>
          </div>
        ))}
        {credit > 0 && (
          <div className="wp-checkout-less">
            <dt>{t('unused')}</dt>
            <dd>{price(-credit)}</dd>
          </div>
        )}
        {fromBalance > 0 && (
          <div className="wp-checkout-less">
            <dt>{t('fromBalance')}</dt>
            <dd>{price(-fromBalance)}</dd>
          </div>
        )}
        <div className="wp-checkout-total">
          <dt>{t('toPay')}</dt>
          <dd>{price(toPay)}</dd>
        </div>
      </dl>
      {credit > 0 && <p>{t('proration', { price: price(credit), count: credited.length })}</p>}
      {toBalance > 0 && <p>{t('toBalance', { price: price(toBalance) })}</p>}
    </div>
  );
}

function CheckoutCharges({ preview: { nextCharges, currency } }: { readonly preview: InvoicePreview }): JSX.Element {
  const { t } = useCheckout();
  const words = useWords();
  return (
    <div className="wp-checkout-block wp-checkout-next">
      <h3>{t('next')}</h3>
      {nextCharges.length === 0 && <p>{t('noNext')}</p>}
      <dl className="wp-checkout-sums">
        {nextCharges.map(({ date, amount, cameraIds }) => (
          <div key={date}>
            <dt>
              {words.day(date)} <span>{t('cameras', { count: cameraIds.length })}</span>
            </dt>
            <dd>{words.price(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function CheckoutReviewButtons({ toPay, isOutdated }: { readonly toPay: number; readonly isOutdated: boolean }): JSX.Element {
  const { checkout, t } = useCheckout();
  const words = useWords();
  const work = useValue(checkout.work);
  return (
    <>
      {work.kind === 'failed' && <ErrorText>{words.error(work.error)}</ErrorText>}
      <footer className="wp-checkout-footer">
        <Button onClick={() => checkout.go('plans')}>{t('back')}</Button>
        <Button look="primary" busy={work.kind === 'busy'} onClick={() => void checkout.accept()}>
          {t(isOutdated ? 'acceptPrice' : toPay === 0 ? 'confirm' : 'toPayment')}
        </Button>
      </footer>
    </>
  );
}

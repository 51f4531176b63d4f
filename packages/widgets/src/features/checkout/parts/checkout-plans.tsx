import type { JSX } from 'react';
import type { Plan } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { Button } from '../../../primitives/action/button.tsx';
import { Segmented } from '../../../primitives/choice/segmented.tsx';
import { Select } from '../../../primitives/field/select.tsx';
import { CheckIcon, InfoIcon } from '../../../primitives/control-icons.tsx';
import { Badge } from '../../../primitives/status/badge.tsx';
import { Banner } from '../../../primitives/status/banner.tsx';
import { periodsOf } from '../checkout-choice.ts';
import { CheckoutCameraRow } from './checkout-camera-row.tsx';
import { useCheckout, useWords } from './checkout-context.tsx';

/** More would not fit side by side. */
const maxSegments = 3;

/** The plans side by side, and below them a row per camera. */
export function CheckoutPlans(): JSX.Element | null {
  const { checkout, t, isEditing, onClose } = useCheckout();
  const data = useValue(checkout.data);
  const cameras = useValue(checkout.cameras);
  const period = useValue(checkout.period);
  const count = useValue(checkout.changes).length;
  const isOutdated = useValue(checkout.isOutdated);
  if (data.kind !== 'ready') return null;
  const plans = data.plans.filter((plan) => plan.period === period);
  const none = isEditing ? 'noneChanged' : 'noneChosen';
  return (
    <>
      {isOutdated && (
        <Banner kind="warning" announce>
          <b>{t('outdated')}</b>. {t('outdatedChoose')}
        </Banner>
      )}
      <div className="wp-checkout-lead">
        <p>{t('lead')}</p>
        <CheckoutPeriod plans={data.plans} />
      </div>
      <div className="wp-checkout-grid" ref={(grid) => grid?.style.setProperty('--wp-checkout-columns', String(plans.length))}>
        <ul className="wp-checkout-cards">
          {plans.map((plan) => (
            <CheckoutCard key={plan.id} plan={plan} />
          ))}
        </ul>
        {cameras.map((each) => (
          <CheckoutCameraRow key={each.camera.id} item={each} plans={plans} />
        ))}
      </div>
      <p className="wp-checkout-note">
        <InfoIcon size={16} />
        {t('keepNote')}
      </p>
      <footer className="wp-checkout-footer">
        <p role="status">{count === 0 ? t(none) : t(isEditing ? 'changed' : 'chosen', { count })}</p>
        {onClose && <Button onClick={onClose}>{t('close')}</Button>}
        <Button look="primary" disabled={count === 0} onClick={() => checkout.go('review')}>
          {t('toReview')}
        </Button>
      </footer>
    </>
  );
}

function CheckoutPeriod({ plans }: { readonly plans: readonly Plan[] }): JSX.Element | null {
  const { checkout, t } = useCheckout();
  const period = useValue(checkout.period);
  const periods = periodsOf(plans);
  if (period === null || periods.length < 2) return null;
  const options = periods.map((value) => ({ value, label: t(value) }));
  const choice = { label: t('period'), value: period, onValue: checkout.showPeriod, options };
  return periods.length > maxSegments ? <Select {...choice} /> : <Segmented small {...choice} />;
}

function CheckoutCard({ plan }: { readonly plan: Plan }): JSX.Element {
  const { t } = useCheckout();
  const words = useWords();
  const { price, pricePerMonth, currency, months, period, archiveDays, isHd, endDate } = plan;
  const whole = words.price(price, currency);
  const isOnce = period === 'NoBillingPeriod';
  const every = months > 0 ? t('forMonths', { price: whole, count: months }) : t('forPeriod', { price: whole });
  return (
    <li className={plan.isMostPopular ? 'wp-checkout-card wp-checkout-popular' : 'wp-checkout-card'}>
      <h3>
        {plan.name}
        {plan.isMostPopular && <Badge tone="accent">{t('popular')}</Badge>}
      </h3>
      <p className="wp-checkout-price">
        <b>{isOnce ? whole : words.price(pricePerMonth, currency)}</b> {!isOnce && t('perMonth')}
      </p>
      {months !== 1 && <p className="wp-checkout-every">{isOnce ? t('once', { price: whole }) : every}</p>}
      <ul>
        <li>
          <CheckIcon size={16} />
          {t('archive', { count: archiveDays })}
        </li>
        <li>
          <CheckIcon size={16} />
          {t(isHd ? 'hd' : 'sd')}
        </li>
      </ul>
      {endDate !== null && <p className="wp-checkout-every">{t('soldUntil', { date: words.day(endDate) })}</p>}
    </li>
  );
}

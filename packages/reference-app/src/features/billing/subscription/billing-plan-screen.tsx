import { cameraCapabilities, subscriptionDisplay } from '@watchpost/sdk-core';
import type { BillingData, Subscription, SubscriptionDisplay } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '../../../shared/live/now.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { buttonClass } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Badge } from '../../../shared/ui/status.tsx';
import { BillingFailed, BillingWaiting } from '../billing-screen.tsx';
import { fullDateText, moneyText, useBillingState } from '../billing-state.ts';
import { text } from '../billing-texts.ts';
import '../billing.css';

export interface PlanScreenProps {
  readonly cameraId: string;
  /** Opens the choice of a plan; absent where the app has none. */
  readonly changePath?: string | undefined;
}

/** The plan of one camera: what it has, until when it is paid, and what comes next. */
export function PlanScreen({ cameraId, changePath }: PlanScreenProps): ReactNode {
  useTranslation();
  const state = useBillingState();
  const now = useNow(60_000);
  if (state.kind === 'disabled') return null;
  if (state.kind === 'failed') return <BillingFailed error={state.error} />;
  if (state.kind === 'loading') return <BillingWaiting />;
  const camera = state.cameras.find(({ id }) => id === cameraId);
  if (!camera)
    return (
      <EmptyState broken level="h2" title={text('plan.missing')} text={text('plan.missingText')}>
        <Link to={to.Dashboard()} className={buttonClass({ look: 'primary' })}>
          {text('plan.toCameras')}
        </Link>
      </EmptyState>
    );
  if (!cameraCapabilities(camera, now).canManageSubscription)
    return (
      <EmptyState level="h2" title={text('plan.noAccess')} text={text('plan.noAccessText')}>
        <Link to={to.Camera(cameraId)} className={buttonClass({ look: 'primary' })}>
          {text('plan.toCamera')}
        </Link>
      </EmptyState>
    );
  const subscription = state.subscriptions.find((each) => each.cameraId === cameraId);
  return <CameraPlan data={state} subscription={subscription} cameraId={cameraId} now={now} changePath={changePath} />;
}

interface CameraPlanProps {
  readonly data: BillingData;
  readonly subscription: Subscription | undefined;
  readonly cameraId: string;
  /** Unix milliseconds. */
  readonly now: number;
  readonly changePath: string | undefined;
}

function CameraPlan({ data, subscription, cameraId, now, changePath }: CameraPlanProps): ReactNode {
  const display = subscriptionDisplay(subscription, now);
  const next = data.upcomingInvoices.items.find((item) => item.cameraId === cameraId);
  const hasPlan = subscription !== undefined && display.state !== 'none';
  const isDue = display.state === 'extension-awaiting' || display.state === 'extension-failed';
  return (
    <section className="billing-plan" aria-labelledby="billing-plan">
      <div>
        <div className="billing-plan-head">
          <h2 id="billing-plan">{hasPlan ? subscription.plan.name : text('plan.none')}</h2>
          {hasPlan ? <Badge tone={toneOf(display.state)}>{text(`plan.state.${display.state}`)}</Badge> : null}
        </div>
        <p className="dim">{sayPlan(subscription, display)}</p>
        {subscription && subscription.footageKeptUntil !== null ? (
          <p className="dim">{text('plan.kept', { date: fullDateText(subscription.footageKeptUntil) })}</p>
        ) : null}
      </div>
      {hasPlan ? (
        <dl className="billing-facts">
          <Fact name={text('plan.price')} value={priceText(subscription)} />
          <Fact name={text('plan.archive')} value={text('plan.days', { count: subscription.plan.archiveDays })} />
          <Fact name={text('plan.quality')} value={text(subscription.plan.isHd ? 'plan.hd' : 'plan.sd')} />
          {next ? (
            <Fact
              name={text('plan.next')}
              value={text('plan.nextValue', {
                amount: moneyText({ amount: next.amount, currency: data.upcomingInvoices.currency }),
                date: fullDateText(next.startDate),
              })}
            />
          ) : null}
        </dl>
      ) : null}
      {hasPlan && !subscription.plan.isHd ? <p className="dim">{text('plan.sdText')}</p> : null}
      <div className="billing-outcome-actions">
        {isDue ? (
          <Link to={to.TopUpBalance()} className={buttonClass({ look: 'primary' })}>
            {text('topUpTitle')}
          </Link>
        ) : null}
        {changePath === undefined ? null : (
          <Link to={changePath} className={buttonClass(isDue ? {} : { look: 'primary' })}>
            {text(hasPlan && display.state !== 'expired' && display.state !== 'trial' ? 'plan.change' : 'plan.choose')}
          </Link>
        )}
        <Link to={to.SettingsBilling()} className={buttonClass()}>
          {text('title')}
        </Link>
      </div>
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function toneOf(state: SubscriptionDisplay['state']): 'neutral' | 'accent' | 'warning' | 'danger' {
  if (state === 'extension-failed') return 'danger';
  if (state === 'extension-awaiting' || state === 'closing-expiry') return 'warning';
  return state === 'present' ? 'accent' : 'neutral';
}

function priceText(subscription: Subscription): string {
  const { plan } = subscription;
  if (plan.isTrial || plan.price === 0 || isGranted(subscription)) return text('plan.free');
  return text(`plan.period.${plan.period}`, { price: moneyText({ amount: plan.price, currency: plan.currency }) });
}

/** Whether it costs nothing and has no end, as in the demo: a plan that is bought has an end, unless it is paid once. */
function isGranted({ chargedThroughDate, plan: { isTrial, period } }: Subscription): boolean {
  return chargedThroughDate === null && !isTrial && period !== 'NoBillingPeriod';
}

/** One sentence about what the plan does next. */
function sayPlan(subscription: Subscription | undefined, { state, paidUntil }: SubscriptionDisplay): string {
  if (state === 'none') return text('plan.noneText');
  if (paidUntil === null) return text(subscription && isGranted(subscription) ? 'plan.say.granted' : 'plan.say.forever');
  const date = fullDateText(paidUntil);
  return state === 'present' && subscription?.renewal !== 'scheduled'
    ? text('plan.say.presentEnding', { date })
    : text(`plan.say.${state}`, { date });
}

import { useQuery } from '@tanstack/react-query';
import { errorText, ownTimeZone, WatchpostError } from '@watchpost/sdk-core';
import type { Order } from '@watchpost/sdk-core';
import { Check, CircleAlert, Clock, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { cameraTitles, dateText, moneyText, useBillingState } from '../billing-state.ts';
import { text } from '../billing-texts.ts';
import { upcomingDays } from '../billing-upcoming-days.ts';
import '../billing.css';

export interface OrderScreenProps {
  readonly orderId: string;
  /** A path of the app to go on with. */
  readonly next: string;
  /** Shown for an order that does not exist. */
  readonly missing: ReactNode;
  /** Opens the form of the support. */
  readonly onContact: () => void;
}

/** The result of a payment: waiting, success or an error. Only the payment service's confirmation counts, not the customer's return. */
export function OrderScreen({ orderId, next, missing, onContact }: OrderScreenProps): ReactNode {
  useTranslation();
  const { billing } = useClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['billing', 'order', orderId],
    queryFn: ({ signal }) => billing.waitForOrder(orderId, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return <Result order={data} next={next} onContact={onContact} />;
  if (isFetching || !error)
    return (
      <Outcome icon={<LoaderCircle className="wp-spin" size={28} />} title={text('order.waiting')} text={text('order.waitingText')}>
        <Actions>
          <Link to={to.SettingsBilling()} className={buttonClass()}>
            {text('order.toBilling')}
          </Link>
        </Actions>
      </Outcome>
    );
  if (error instanceof WatchpostError && error.code === 'not-found') return missing;
  const again = (
    <Button look="primary" onClick={() => void refetch()}>
      {text('order.checkAgain')}
    </Button>
  );
  if (error instanceof WatchpostError && error.code === 'payment-in-progress')
    return (
      <Outcome icon={<Clock size={28} />} title={text('order.stillWaiting')} text={text('order.stillWaitingText')}>
        <Actions>{again}</Actions>
      </Outcome>
    );
  return (
    <EmptyState broken level="h2" title={text('order.failed')} text={errorText(error, currentLocale())}>
      {again}
    </EmptyState>
  );
}

interface ResultProps {
  readonly order: Order;
  readonly next: string;
  readonly onContact: () => void;
}

function Result({ order, next, onContact }: ResultProps): ReactNode {
  const isTopUp = order.kind === 'balance';
  const done = (
    <Link to={next} className={buttonClass({ look: 'primary' })}>
      {text('order.done')}
    </Link>
  );
  if (order.state === 'completed')
    return (
      <Outcome
        kind="good"
        icon={<Check size={28} />}
        title={text(isTopUp ? 'order.credited' : 'order.activated')}
        text={
          isTopUp
            ? text('order.creditedText', { amount: moneyText({ amount: order.total, currency: order.currency }) })
            : text('order.activatedText')
        }
      >
        {isTopUp ? null : <OrderFacts order={order} />}
        <Actions>
          {done}
          {isTopUp ? null : (
            <Link to={to.Dashboard()} className={buttonClass()}>
              {text('plan.toCameras')}
            </Link>
          )}
        </Actions>
      </Outcome>
    );
  if (order.state === 'cancelled')
    return (
      <Outcome icon={<CircleAlert size={28} />} title={text('order.cancelled')} text={text('order.cancelledText')}>
        <Actions>{done}</Actions>
      </Outcome>
    );
  const again = payAgainPath(order);
  return (
    <Outcome
      kind="bad"
      icon={<CircleAlert size={28} />}
      title={text(isTopUp || order.failure === 'credit-failed' ? 'order.creditFailed' : 'order.plansFailed')}
      text={text(`order.failure.${order.failure ?? 'unknown'}`)}
      hint={text('order.contact', { id: order.id })}
    >
      <Actions>
        {again === null ? (
          done
        ) : (
          <Link to={again} className={buttonClass({ look: 'primary' })}>
            {text('order.tryAgain')}
          </Link>
        )}
        <Button onClick={onContact}>{text('order.contactUs')}</Button>
      </Actions>
    </Outcome>
  );
}

/** Where an order that failed is paid after all; null where the money has arrived. */
function payAgainPath({ id, kind, failure, cameraPlans }: Order): string | null {
  if (failure === 'credit-failed' || failure === 'plans-failed') return null;
  if (kind === 'balance') return to.TopUpBalance();
  const cameraIds = cameraPlans.map(({ cameraId }) => cameraId);
  return to.CheckoutPurchase({ cameraIds, step: 'payment', edit: undefined, order: id });
}

/** What was bought, how it was paid, and what comes next. */
function OrderFacts({ order: { cameraPlans, toPay, currency, paidWith } }: { readonly order: Order }): ReactNode {
  const state = useBillingState();
  if (state.kind !== 'ready') return null;
  const { cameras, subscriptions, upcomingInvoices } = state;
  const [next] = upcomingDays(upcomingInvoices.items, ownTimeZone());
  const paid = moneyText({ amount: toPay, currency });
  return (
    <dl className="billing-outcome-facts">
      {cameraPlans.map(({ cameraId, planId }) => {
        const plan = subscriptions.find((each) => each.cameraId === cameraId)?.plan;
        return plan?.id === planId ? <Fact key={cameraId} name={cameraTitles([cameraId], cameras).join()} value={plan.name} /> : null;
      })}
      {toPay > 0 ? <Fact name={text('order.paid')} value={paidWith ? `${paid} · ${text(`paidWith.${paidWith}`)}` : paid} /> : null}
      {next ? (
        <Fact
          name={text('plan.next')}
          value={text('plan.nextValue', {
            amount: moneyText({ amount: next.amount, currency: upcomingInvoices.currency }),
            date: dateText(next.startDate),
          })}
        />
      ) : null}
    </dl>
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

function Actions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="billing-outcome-actions">{children}</div>;
}

interface OutcomeProps {
  readonly kind?: 'good' | 'bad';
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

function Outcome({ kind, icon, title, text: words, hint, children }: OutcomeProps): ReactNode {
  return (
    <section className={kind ? `billing-outcome ${kind}` : 'billing-outcome'} role={kind === 'bad' ? 'alert' : 'status'}>
      <span className="billing-outcome-sign">{icon}</span>
      <h2>{title}</h2>
      <p>{words}</p>
      {hint ? <p className="small dim">{hint}</p> : null}
      {children}
    </section>
  );
}

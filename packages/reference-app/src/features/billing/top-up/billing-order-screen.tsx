import { useQuery } from '@tanstack/react-query';
import { errorText, WatchpostError } from '@watchpost/sdk-core';
import type { Order } from '@watchpost/sdk-core';
import { CircleAlert, CircleCheck, Clock, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { moneyText } from '../billing-state.ts';
import { text } from '../billing-texts.ts';
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
      <Outcome icon={<LoaderCircle className="wp-spin" size={32} />} title={text('order.waiting')} text={text('order.waitingText')}>
        <Link to={to.SettingsBilling()} className={buttonClass()}>
          {text('order.toBilling')}
        </Link>
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
      <Outcome icon={<Clock size={32} />} title={text('order.stillWaiting')} text={text('order.stillWaitingText')}>
        {again}
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
        icon={<CircleCheck size={32} />}
        title={text(isTopUp ? 'order.credited' : 'order.activated')}
        text={
          isTopUp
            ? text('order.creditedText', { amount: moneyText({ amount: order.total, currency: order.currency }) })
            : text('order.activatedText')
        }
      >
        {done}
      </Outcome>
    );
  if (order.state === 'cancelled')
    return (
      <Outcome icon={<CircleAlert size={32} />} title={text('order.cancelled')} text={text('order.cancelledText')}>
        {done}
      </Outcome>
    );
  const isPaid = order.failure === 'credit-failed' || order.failure === 'plans-failed';
  return (
    <Outcome
      kind="bad"
      icon={<CircleAlert size={32} />}
      title={text(isTopUp ? 'order.creditFailed' : 'order.plansFailed')}
      text={text(`order.failure.${order.failure ?? 'unknown'}`)}
      hint={text('order.contact', { id: order.id })}
    >
      {isTopUp && !isPaid ? (
        <Link to={to.TopUpBalance()} className={buttonClass({ look: 'primary' })}>
          {text('order.tryAgain')}
        </Link>
      ) : (
        done
      )}
      <Button onClick={onContact}>{text('order.contactUs')}</Button>
    </Outcome>
  );
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
      {icon}
      <h2>{title}</h2>
      <p>{words}</p>
      {hint ? <p className="small dim">{hint}</p> : null}
      <div className="billing-outcome-actions">{children}</div>
    </section>
  );
}

import { errorText, ownTimeZone } from '@watchpost/sdk-core';
import type { BillingData } from '@watchpost/sdk-core';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { to } from '../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/status.tsx';
import { PaymentHistory } from './history/billing-history.tsx';
import { PaymentMethods } from './billing-methods.tsx';
import { dateText, moneyText, useBillingState } from './billing-state.ts';
import { text } from './billing-texts.ts';
import { UpcomingCharges } from './billing-upcoming.tsx';
import { upcomingDays } from './billing-upcoming-days.ts';
import './billing.css';

/** What was paid and what comes next: balance, history, upcoming charges and saved cards. */
export function BillingScreen(): ReactNode {
  useTranslation();
  const state = useBillingState();
  if (state.kind === 'disabled') return null;
  if (state.kind === 'failed') return <BillingFailed error={state.error} />;
  if (state.kind === 'loading') return <BillingWaiting />;
  return (
    <div className="billing">
      <div className="billing-main">
        {state.billing.provider === 'sandbox' ? <p className="billing-sandbox">{text('sandbox')}</p> : null}
        <BalanceLine data={state} />
        <PaymentHistory cameras={state.cameras} balance={state.balance.amount} />
      </div>
      <div className="billing-side">
        <UpcomingCharges data={state} />
        <PaymentMethods methods={state.paymentMethods} />
      </div>
    </div>
  );
}

function BalanceLine({ data: { balance, upcomingInvoices } }: { readonly data: BillingData }): ReactNode {
  const [next] = upcomingDays(upcomingInvoices.items, ownTimeZone());
  return (
    <section className="billing-balance" aria-labelledby="billing-balance">
      <div className="grow">
        <h2 id="billing-balance">{text('balance')}</h2>
        <p className={balance.amount < 0 ? 'billing-sum bad' : 'billing-sum'}>{moneyText(balance)}</p>
        <p className="small dim n">
          {balance.amount < 0
            ? text('debt', { amount: moneyText({ ...balance, amount: -balance.amount }) })
            : next
              ? text('nextPayment', {
                  amount: moneyText({ amount: next.amount, currency: upcomingInvoices.currency }),
                  date: dateText(next.startDate),
                })
              : text('nothingDue')}
        </p>
      </div>
      <Link to={to.TopUpBalance()} className={buttonClass({ look: 'primary' })}>
        <Plus size={20} />
        {text('topUp')}
      </Link>
    </section>
  );
}

/** Says why payments could not be loaded, and offers to try again. */
export function BillingFailed({ error }: { readonly error: Error }): ReactNode {
  const { billing } = useClient();
  return (
    <EmptyState broken level="h2" title={text('failed')} text={errorText(error, currentLocale())}>
      <Button look="primary" onClick={() => void billing.refresh()}>
        {text('retry')}
      </Button>
    </EmptyState>
  );
}

/** The page's outline. */
export function BillingWaiting(): ReactNode {
  return (
    <div className="billing" aria-busy="true">
      <div className="billing-main">
        <span className="visually-hidden" role="status">
          {text('loading')}
        </span>
        <div className="billing-balance">
          <Skeleton width="160px" />
        </div>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} kind="row" />
        ))}
      </div>
      <div className="billing-side">
        {[0, 1].map((row) => (
          <Skeleton key={row} kind="row" />
        ))}
      </div>
    </div>
  );
}

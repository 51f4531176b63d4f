import { Checkout } from '@watchpost/widgets/checkout';
import type { CheckoutResult, CheckoutStep } from '@watchpost/widgets/checkout';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { NavigateOptions } from 'react-router';
import { billingText, keepChoices, keptChoices, WithBilling } from '../features/billing/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { useClient } from '../shared/client.tsx';
import { withBasePath } from '../shared/navigation/base-path.ts';
import { paths } from '../shared/navigation/paths.ts';
import { routeOf } from '../shared/navigation/routes.ts';
import { to } from '../shared/navigation/targets.ts';
import { useNextAddress } from '../shared/navigation/use-is-leaving.ts';
import { NotFound } from '../shell/not-found.tsx';
import { ScreenHeader } from '../shell/screen-header.tsx';

/** Where the payment service sends the customer back to: the page of the order. */
const orderPage = withBasePath(
  to.OrderPayment('{order}', { paymentType: 'subscription' }).replace(encodeURIComponent('{order}'), '{order}'),
);

/**
 * /checkout/{edit?}?cameraIds=, /checkout/purchase?cameraIds=&step=&order=, /cameras/{id}/settings/subscription/change and
 * /order/invoice-payment?order=. One component for all of them: what was chosen stays from step to step, and Back goes back one step.
 */
export function CheckoutRoute(): ReactNode {
  return (
    <WithBilling disabled={<NotFound />}>
      <CheckoutPage />
    </WithBilling>
  );
}

function CheckoutPage(): ReactNode {
  useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  const nextAddress = useNextAddress();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const { id, edit } = useParams();
  const cameraIds = id === undefined ? query.getAll('cameraIds') : [id];
  const orderId = query.get('order') ?? undefined;
  const lastOrder = useRef(orderId);
  const isEditing = id !== undefined || edit !== undefined || query.get('edit') === 'yes';
  const isInvoicePage = pathname === paths.invoicePayment;
  const isFirst = pathname !== paths.checkoutPurchase && !isInvoicePage;
  const step = isFirst ? 'plans' : isInvoicePage ? 'result' : stepOf(query.get('step'));
  // After a reload, or the way to the payment service and back, this does not run: only who leaves begins again.
  useEffect(() => () => keepChoices([], {}), []);
  const title = billingText(isEditing ? 'checkout.change' : isFirst ? 'checkout.plans' : 'checkout.purchase');
  usePageTitle(title);
  const purchase = (next: CheckoutStep, order: string | undefined): string =>
    to.CheckoutPurchase({ cameraIds, step: next, edit: isEditing ? 'yes' : undefined, order });
  const goOn = (path: string, options?: NavigateOptions): void => {
    // What the server answers takes nobody back who has left, or is about to.
    if (isCheckout(nextAddress().pathname)) void navigate(path, options);
  };
  const leave = id === undefined ? to.SettingsBilling() : to.CameraPlan(id);
  return (
    <>
      <ScreenHeader title={title} back={{ to: leave, label: billingText(id === undefined ? 'title' : 'plan.title') }} />
      <div className="billing-checkout">
        <Checkout
          client={client}
          cameraIds={cameraIds}
          orderId={orderId}
          edit={isEditing}
          step={step}
          choices={keptChoices(cameraIds)}
          onChoices={(chosen) => keepChoices(cameraIds, chosen)}
          returnUrl={orderPage}
          onStep={(next) => {
            if (next === step) return;
            // What is chosen there can be another order.
            if (next === 'plans' || next === 'review') lastOrder.current = undefined;
            if (next === 'plans') goOn(id === undefined ? to.Subscription(cameraIds, isEditing) : to.ChangeCameraPlan(id));
            // The result takes the payment's place: going back to that would be another order.
            else goOn(purchase(next, lastOrder.current), { replace: next === 'result' });
          }}
          onOrder={(order) => {
            lastOrder.current = order;
            // A reload, or Back from the payment service, finds the order again. What the balance pays for has no step of payment.
            goOn(purchase(step === 'review' ? step : 'payment', order), { replace: true });
          }}
          onFinish={(result) => {
            void client.billing.refresh();
            if (isInvoice(result)) goOn(to.InvoicePayment(result.order.id), { replace: true });
          }}
          onClose={() => void navigate(leave)}
        />
      </div>
    </>
  );
}

/** Whether a path is one of those that show this checkout. */
function isCheckout(pathname: string): boolean {
  const route = routeOf(pathname);
  return route === 'checkout' || route === 'checkoutPurchase' || route === 'changeCameraPlan' || route === 'invoicePayment';
}

function stepOf(name: string | null): CheckoutStep {
  return name === 'payment' || name === 'result' ? name : 'review';
}

function isInvoice(result: CheckoutResult): boolean {
  return result.kind === 'invoiced';
}

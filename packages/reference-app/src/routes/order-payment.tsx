import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { billingText, OrderScreen } from '../features/billing/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { safePath } from '../shared/navigation/safe-path.ts';
import { to } from '../shared/navigation/targets.ts';
import { openDialog } from '../shell/dialogs/dialog-store.ts';
import { NotFound } from '../shell/not-found.tsx';
import { ScreenHeader } from '../shell/screen-header.tsx';

/** /order/{id}/payment?redirect=&paymentType= */
export function OrderPaymentRoute(): ReactNode {
  useTranslation();
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const redirect = query.get('redirect');
  const title = billingText('order.title');
  usePageTitle(title);
  return (
    <>
      <ScreenHeader title={title} back={{ to: to.SettingsBilling(), label: billingText('topUpBack') }} />
      <OrderScreen
        key={id}
        orderId={id}
        next={redirect === null ? to.SettingsBilling() : safePath(redirect)}
        missing={<NotFound />}
        onContact={() => openDialog('feedback')}
      />
    </>
  );
}

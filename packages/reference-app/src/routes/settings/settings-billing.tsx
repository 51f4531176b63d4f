import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { BillingScreen, billingText, TopUpScreen, WithBilling } from '../../features/billing/index.ts';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { routeOf } from '../../shared/navigation/routes.ts';
import { to } from '../../shared/navigation/targets.ts';
import { NotFound } from '../../shell/not-found.tsx';
import { ScreenHeader } from '../../shell/screen-header.tsx';
import { settingsTexts } from '../../shell/settings/settings-texts.ts';

/** /settings/payments-and-billing and /settings/payments-and-billing/top-up-balance */
export function SettingsBillingRoute(): ReactNode {
  const isToppingUp = routeOf(useLocation().pathname) === 'topUpBalance';
  return <WithBilling disabled={<NotFound />}>{isToppingUp ? <TopUp /> : <Payments />}</WithBilling>;
}

function Payments(): ReactNode {
  const { t } = useTranslation(settingsTexts);
  usePageTitle(t('billing'));
  return (
    <>
      <ScreenHeader title={t('billing')} back={{ to: to.SettingsMenu(), label: t('all'), onlySmall: true }} />
      <BillingScreen />
    </>
  );
}

function TopUp(): ReactNode {
  useTranslation(settingsTexts);
  const title = billingText('topUpTitle');
  usePageTitle(title);
  return (
    <>
      <ScreenHeader title={title} back={{ to: to.SettingsBilling(), label: billingText('topUpBack') }} />
      <TopUpScreen onRedirect={(url) => location.assign(url)} />
    </>
  );
}

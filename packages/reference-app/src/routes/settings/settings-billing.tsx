import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BillingScreen, billingText, TopUpScreen } from '../../features/billing/index.ts';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { to } from '../../shared/navigation/targets.ts';
import { NotFound } from '../../shell/not-found.tsx';
import { ScreenHeader } from '../../shell/screen-header.tsx';
import { settingsTexts } from '../../shell/settings/settings-texts.ts';

/** /settings/payments-and-billing */
export function SettingsBillingRoute(): ReactNode {
  const { t } = useTranslation(settingsTexts);
  usePageTitle(t('billing'));
  return (
    <>
      <ScreenHeader title={t('billing')} back={{ to: to.SettingsMenu(), label: t('all'), onlySmall: true }} />
      <BillingScreen disabled={<NotFound />} />
    </>
  );
}

/** /settings/payments-and-billing/top-up-balance */
export function TopUpBalanceRoute(): ReactNode {
  useTranslation(settingsTexts);
  const title = billingText('topUpTitle');
  usePageTitle(title);
  return (
    <>
      <ScreenHeader title={title} back={{ to: to.SettingsBilling(), label: billingText('topUpBack') }} />
      <TopUpScreen disabled={<NotFound />} onRedirect={(url) => location.assign(url)} />
    </>
  );
}

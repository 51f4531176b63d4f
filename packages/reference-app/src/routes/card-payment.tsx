import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { safePath } from '../shared/navigation/safe-path.ts';
import { currentLocale } from '../shared/i18n/i18n.ts';
import { ComingNote } from '../shell/coming/coming-note.tsx';
import { comingTexts } from '../shell/coming/coming-texts.ts';

/** /order/{id}/payment?redirect=&paymentType= */
export function CardPaymentRoute(): ReactNode {
  const { t } = useTranslation();
  usePageTitle(comingTexts[currentLocale()].cardPayment.name);
  const [parameters] = useSearchParams();
  const redirect = parameters.get('redirect');
  return <ComingNote topic="cardPayment" level="h1" {...(redirect !== null && { action: { label: t('shell.continue'), to: safePath(redirect) } })} />;
}

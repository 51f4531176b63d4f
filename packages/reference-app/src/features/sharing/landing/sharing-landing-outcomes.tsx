import { formatList } from '@watchpost/sdk-core';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePageTitle } from '../../../shared/browser/hooks.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../../shared/ui/button.tsx';
import type { Landing } from './sharing-landing-model.ts';
import { LandingOutcome } from './sharing-landing-outcome.tsx';
import { landingTexts } from './sharing-landing-texts.ts';

/** An outcome that stays as it is. */
export type Final =
  | Extract<Landing, { readonly kind: 'invalid' | 'gone' | 'own' }>
  /** As many users as the link allows have accepted it. */
  | { readonly kind: 'full'; readonly creatorEmail: string };

/** Shows an outcome that only leads back to the cameras. */
export function FinalOutcome({ outcome, takesFocus = false }: { readonly outcome: Final; readonly takesFocus?: boolean }): ReactNode {
  const { t } = useTranslation(landingTexts);
  const { drawing, title, text } = useFinalText(outcome);
  usePageTitle(title);
  return (
    <LandingOutcome drawing={drawing} title={title} text={text} takesFocus={takesFocus}>
      {/* The address contains a secret, which no entry of the history keeps. */}
      <Link to={to.Dashboard()} replace className={buttonClass()}>
        {t('toCameras')}
      </Link>
    </LandingOutcome>
  );
}

function useFinalText(outcome: Final): {
  readonly drawing: 'invalid' | 'gone' | 'own' | 'refused';
  readonly title: string;
  readonly text: string;
} {
  const { t } = useTranslation(landingTexts);
  switch (outcome.kind) {
    case 'invalid':
      return { drawing: 'invalid', title: t('invalidTitle'), text: t('invalidText') };
    case 'gone':
      return { drawing: 'gone', title: t('goneTitle'), text: t('goneText', { email: outcome.creatorEmail }) };
    case 'full':
      return { drawing: 'refused', title: t('fullTitle'), text: t('fullText', { email: outcome.creatorEmail }) };
    case 'own': {
      const { length: count } = outcome.cameras;
      const names = formatList(
        outcome.cameras.map(({ title }) => t('named', { name: title })),
        { locale: currentLocale() },
      );
      return { drawing: 'own', title: t('ownTitle', { count }), text: t('ownText', { count, names }) };
    }
  }
}

interface RetryProps {
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** The invitation could not be loaded. */
export function FailedOutcome({ busy, onRetry }: RetryProps): ReactNode {
  const { t } = useTranslation(landingTexts);
  usePageTitle(t('failedTitle'));
  return (
    <LandingOutcome drawing="failed" title={t('failedTitle')} text={t('failedText')}>
      <Retry busy={busy} onRetry={onRetry} />
    </LandingOutcome>
  );
}

/** The link ended between opening and using it; loading it again shows what became of it. */
export function InactiveOutcome({ onRetry }: Pick<RetryProps, 'onRetry'>): ReactNode {
  const { t } = useTranslation(landingTexts);
  const [busy, setBusy] = useState(false);
  usePageTitle(t('inactiveTitle'));
  return (
    <LandingOutcome drawing="refused" title={t('inactiveTitle')} text={t('inactiveText')} takesFocus>
      <Retry
        busy={busy}
        onRetry={() => {
          setBusy(true);
          onRetry();
        }}
      />
    </LandingOutcome>
  );
}

function Retry({ busy, onRetry }: RetryProps): ReactNode {
  const { t } = useTranslation(landingTexts);
  return (
    <Button icon={<RefreshCw size={18} />} busy={busy} onClick={onRetry}>
      {t('retry')}
    </Button>
  );
}

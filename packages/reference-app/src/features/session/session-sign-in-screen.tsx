import { systemClock } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { takeFarewell } from '../../shared/browser/farewell.ts';
import type { PendingCode } from '../../shared/code/code-pending.ts';
import { Mark } from '../../shared/ui/mark.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { isAppsPromotionDue, keepAppsPromotionSeen } from './session-apps-seen.ts';
import { loadAppsPromotion } from './session-apps-load.ts';
import type { AppsPromotion } from './session-apps-load.ts';
import { loadCodeStep, useCodeStep } from './session-code-load.ts';
import { EmailStep } from './session-email-step.tsx';
import { SignInFoot } from './session-foot.tsx';
import { pendingSignIn } from './session-pending.ts';
import { SignInScene } from './session-scene.tsx';
import { sessionTexts } from './session-texts.ts';
import './session-sign-in.css';

type Step =
  | { readonly name: 'email' }
  | { readonly name: 'code'; readonly pending: PendingCode }
  | { readonly name: 'apps'; readonly Apps: AppsPromotion };

function firstStep(): Step {
  const pending = pendingSignIn.read(systemClock.now());
  return pending ? { name: 'code', pending } : { name: 'email' };
}

/** Asks for e-mail address and code, and once per device shows the apps. @param onSignedIn the session exists and nothing more needs to be shown */
export function SignInScreen({ onSignedIn }: { onSignedIn: () => void | Promise<void> }): ReactNode {
  const { t } = useTranslation(sessionTexts);
  const [step, setStep] = useState(firstStep);
  const code = useCodeStep();
  useEffect(() => {
    const graceDays = takeFarewell();
    if (graceDays !== null) showToast('info', t('farewell'), { id: 'session', text: t('farewellText', { count: graceDays }) });
  }, [t]);

  // Loads while the user looks for the e-mail message.
  useEffect(() => {
    if (step.name === 'code' && isAppsPromotionDue()) void loadAppsPromotion();
  }, [step.name]);

  const follow = (pending: PendingCode | null): void => {
    pendingSignIn.keep(pending);
    setStep(pending ? { name: 'code', pending } : { name: 'email' });
  };
  const sent = async (pending: PendingCode): Promise<void> => {
    pendingSignIn.keep(pending);
    await loadCodeStep();
    setStep({ name: 'code', pending });
  };
  const signedIn = async ({ isRestored }: { isRestored: boolean }): Promise<void> => {
    pendingSignIn.keep(null);
    if (isRestored) showToast('success', t('restored'), { id: 'session', text: t('restoredText') });
    const Apps = isAppsPromotionDue() ? await loadAppsPromotion() : null;
    if (!Apps) return onSignedIn();
    keepAppsPromotionSeen();
    setStep({ name: 'apps', Apps });
  };
  return (
    <div className="sign">
      <main className="sign-left">
        <span className="sign-brand">
          <Mark />
          Watchpost
        </span>
        {step.name === 'email' ? <EmailStep onSent={sent} /> : null}
        {step.name === 'code' && code ? <code.CodeStep pending={step.pending} onPending={follow} onSignedIn={signedIn} /> : null}
        {step.name === 'apps' ? <step.Apps onContinue={onSignedIn} /> : null}
        <SignInFoot />
      </main>
      <SignInScene />
    </div>
  );
}

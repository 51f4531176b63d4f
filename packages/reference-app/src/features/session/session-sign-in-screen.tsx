import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { browserClock } from '../../shared/browser/clock.ts';
import { takeFarewell } from '../../shared/browser/farewell.ts';
import type { PendingCode } from '../../shared/code/code-pending.ts';
import { Mark } from '../../shared/ui/mark.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { isAppsPromotionDue, keepAppsPromotionSeen } from './session-apps-seen.ts';
import { loadAppsPromotion } from './session-apps-load.ts';
import type { AppsPromotion } from './session-apps-load.ts';
import { CodeStep } from './session-code-step.tsx';
import { EmailStep } from './session-email-step.tsx';
import { SignInFoot } from './session-foot.tsx';
import { pendingSignIn } from './session-pending.ts';
import { SignInScene } from './session-scene.tsx';
import './session-sign-in.css';

type Step = { readonly name: 'email' } | { readonly name: 'code'; readonly pending: PendingCode } | { readonly name: 'apps'; readonly Apps: AppsPromotion };

function firstStep(): Step {
  const pending = pendingSignIn.read(browserClock.now());
  return pending ? { name: 'code', pending } : { name: 'email' };
}

/** E-mail, then the code, then once per device the apps. `onSignedIn` is called once there is a session and nothing more to show. */
export function SignInScreen({ onSignedIn }: { onSignedIn: () => void }): ReactNode {
  const { t } = useTranslation();
  const [step, setStep] = useState(firstStep);
  useEffect(() => {
    const graceDays = takeFarewell();
    if (graceDays !== null) showToast('info', t('session.farewell'), { id: 'session', text: t('session.farewellText', { count: graceDays }) });
  }, [t]);

  // While the person looks for the mail.
  useEffect(() => {
    if (step.name === 'code' && isAppsPromotionDue()) void loadAppsPromotion();
  }, [step.name]);

  const follow = (pending: PendingCode | null): void => {
    pendingSignIn.keep(pending);
    setStep(pending ? { name: 'code', pending } : { name: 'email' });
  };
  const signedIn = async ({ isRestored }: { isRestored: boolean }): Promise<void> => {
    pendingSignIn.keep(null);
    if (isRestored) showToast('success', t('session.restored'), { id: 'session', text: t('session.restoredText') });
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
        {step.name === 'email' ? <EmailStep onSent={follow} /> : null}
        {step.name === 'code' ? <CodeStep pending={step.pending} onPending={follow} onSignedIn={signedIn} /> : null}
        {step.name === 'apps' ? <step.Apps onContinue={onSignedIn} /> : null}
        <SignInFoot />
      </main>
      <SignInScene />
    </div>
  );
}

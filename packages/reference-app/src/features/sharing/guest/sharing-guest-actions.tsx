import { useSignals } from '@preact/signals-react/runtime';
import { LogOut, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../../shared/client.tsx';
import { to } from '../../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../../shared/ui/button.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { isEnded } from '../landing/sharing-landing-model.ts';
import { forgetLink, rememberedLink } from './sharing-guest-links.ts';
import { guestTexts } from './sharing-guest-texts.ts';

/** Adding the cameras to an account, and leaving. */
export function GuestActions({ inviteId, onLeft }: { readonly inviteId: string; readonly onLeft: () => void }): ReactNode {
  const { t } = useTranslation(guestTexts);
  const client = useClient();
  useSignals();
  const hasSession = client.session.current.value !== null;
  const [busy, setBusy] = useState(false);
  const token = rememberedLink(inviteId);
  const leave = async (): Promise<void> => {
    setBusy(true);
    try {
      await client.sharing.leaveGuest(inviteId);
    } catch (error) {
      if (!isEnded(error)) {
        showToast('error', t('leaveFailed'), { id: 'sharing-guest' });
        return setBusy(false);
      }
    }
    forgetLink(inviteId);
    onLeft();
  };
  return (
    <>
      <div className="landing-actions">
        {token === null ? null : (
          // The addresses contain the secret: they replace this page, and are replaced themselves.
          <Link
            replace
            to={hasSession ? to.SharedLink(token) : to.SignIn(to.SharedLink(token))}
            className={buttonClass({ look: 'primary', size: 'l', wide: true })}
          >
            <Plus size={20} />
            {t(hasSession ? 'addToAccount' : 'signInToAdd')}
          </Link>
        )}
        <Button size="l" wide icon={<LogOut size={20} />} busy={busy} onClick={() => void leave()}>
          {t('leave')}
        </Button>
      </div>
      <div className="landing-fine">
        {token === null ? <p>{t('openAgain')}</p> : null}
        <p>{t('leaveNote')}</p>
      </div>
    </>
  );
}

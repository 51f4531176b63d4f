import { Eye, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../../shared/i18n/rich-text.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import type { Acceptance } from './sharing-landing-acceptance.ts';
import type { InvitedLanding } from './sharing-landing-model.ts';
import { landingTexts } from './sharing-landing-texts.ts';

export interface InvitationProps {
  readonly token: string;
  readonly landing: InvitedLanding;
  readonly acceptance: Acceptance;
  /** When the invitation was loaded, Unix milliseconds: "from now on" means this moment. */
  readonly loadedAt: number;
  readonly takesFocus: boolean;
  readonly onSignIn: () => void;
  readonly onSwitchAccount: () => Promise<void>;
}

interface ActionsProps extends Pick<InvitationProps, 'landing' | 'acceptance' | 'onSignIn' | 'onSwitchAccount'> {
  /** The user's e-mail address; null without a session. */
  readonly email: string | null;
}

/** The buttons of an invitation, docked on a phone, and to which account the cameras go. */
export function LandingActions({ landing, acceptance, email, onSignIn, onSwitchAccount }: ActionsProps): ReactNode {
  const { t } = useTranslation(landingTexts);
  const { gained, invitation } = landing;
  const isFirst = email === null;
  const watch = invitation.allowsGuests ? (
    <Button
      look={isFirst ? 'primary' : undefined}
      size="l"
      wide
      icon={<Eye size={20} />}
      busy={acceptance.busy === 'joining'}
      disabled={acceptance.busy === 'adding'}
      onClick={() => void acceptance.watch()}
    >
      {t('watchAsGuest')}
    </Button>
  ) : null;
  return (
    <>
      <div className="landing-actions">
        {acceptance.refusal === 'failed' ? (
          <p className="landing-failure" role="alert">
            {t('useFailed')}
          </p>
        ) : null}
        {isFirst ? (
          <>
            {watch}
            <Button size="l" wide icon={<Plus size={20} />} disabled={acceptance.busy !== null} onClick={onSignIn}>
              {t('signInToAdd')}
            </Button>
          </>
        ) : (
          <>
            <Button
              look="primary"
              size="l"
              wide
              icon={<Plus size={20} />}
              busy={acceptance.busy === 'adding'}
              disabled={acceptance.busy === 'joining'}
              onClick={() => void acceptance.add()}
            >
              {gained.length === 1 ? t('addOne') : t('add', { count: gained.length })}
            </Button>
            {watch}
          </>
        )}
      </div>
      <div className="landing-fine">
        {email === null ? null : (
          <p>
            <RichText message={t('addedTo', { email })} parts={{ b: (text) => <b>{text}</b> }} />{' '}
            <SwitchAccount onSwitch={onSwitchAccount} />
          </p>
        )}
        <p>{t(invitation.allowsGuests ? 'guestNote' : 'ownerSees')}</p>
      </div>
    </>
  );
}

function SwitchAccount({ onSwitch }: { readonly onSwitch: () => Promise<void> }): ReactNode {
  const { t } = useTranslation(landingTexts);
  const [isBusy, setBusy] = useState(false);
  return (
    <button
      type="button"
      className="wp-link"
      aria-disabled={isBusy}
      onClick={() => {
        if (isBusy) return;
        setBusy(true);
        void onSwitch().catch(() => setBusy(false));
      }}
    >
      {t('useAnother')}
    </button>
  );
}

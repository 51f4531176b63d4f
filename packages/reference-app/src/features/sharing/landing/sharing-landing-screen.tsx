import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../../shared/browser/hooks.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { useNavigateFromHere } from '../../../shared/navigation/use-is-leaving.ts';
import { showToast } from '../../../shared/ui/toast.ts';
import { useAcceptance } from './sharing-landing-acceptance.ts';
import type { AcceptanceOptions } from './sharing-landing-acceptance.ts';
import { LandingInvitation } from './sharing-landing-invitation.tsx';
import type { InvitationProps } from './sharing-landing-actions.tsx';
import { isLinkToken } from './sharing-landing-model.ts';
import type { Landing } from './sharing-landing-model.ts';
import { FailedOutcome, FinalOutcome, InactiveOutcome } from './sharing-landing-outcomes.tsx';
import { useLanding } from './sharing-landing-queries.ts';
import { LandingSkeleton } from './sharing-landing-skeleton.tsx';
import { landingTexts } from './sharing-landing-texts.ts';
import { PublicHeader } from '../parts/sharing-public-header.tsx';
import { useReplacedHistory } from './sharing-replaced-history.ts';
import './sharing-landing.css';

export interface LandingScreenProps extends Pick<AcceptanceOptions, 'onGuest'> {
  /** The secret in the address, as it was opened. */
  readonly token: string;
  /** The user's profile; null without a session. */
  readonly profile: ReactNode;
  /** Signs out, and returns to this address after signing in. */
  readonly onSwitchAccount: () => Promise<void>;
}

/** /s/{token}: what a link offers, to users, guests and strangers. */
export function LandingScreen({ token, profile, ...rest }: LandingScreenProps): ReactNode {
  useReplacedHistory();
  return (
    <div className="landing">
      <PublicHeader profile={profile} />
      <main className="landing-main" id="main" tabIndex={-1}>
        {isLinkToken(token) ? <LinkContent key={token} token={token} {...rest} /> : <FinalOutcome outcome={{ kind: 'invalid' }} />}
      </main>
    </div>
  );
}

function LinkContent({ token, onGuest, onSwitchAccount }: Omit<LandingScreenProps, 'profile'>): ReactNode {
  const { data: landing, isError, isFetching, refetch, dataUpdatedAt } = useLanding(token);
  const navigate = useNavigateFromHere();
  const signIn = (): void => void navigate(to.SignIn(to.SharedLink(token)), { replace: true });
  // What was loaded stays on the screen when loading it again fails.
  const isFailed = isError && !landing;
  const takesFocus = useHasChanged(isFailed ? 'failed' : landing?.kind);
  useLeaving(landing, signIn);
  if (isFailed) return <FailedOutcome busy={isFetching} onRetry={() => void refetch()} />;
  if (!landing || isLeft(landing)) return <LandingSkeleton />;
  if (landing.kind !== 'invitation') return <FinalOutcome outcome={landing} takesFocus={takesFocus} />;
  return (
    <UsableLink
      token={token}
      landing={landing}
      loadedAt={dataUpdatedAt}
      takesFocus={takesFocus}
      reload={() => refetch()}
      onGuest={onGuest}
      onSignIn={signIn}
      onSwitchAccount={onSwitchAccount}
    />
  );
}

/** Whether the page shows something else than at first: then the focus moves to its heading. */
function useHasChanged(shown: string | undefined): boolean {
  const [first, setFirst] = useState(shown);
  if (first === undefined && shown !== undefined) setFirst(shown);
  return first !== undefined && shown !== undefined && shown !== first;
}

/** Whether there is nothing to ask, so that the page goes on by itself. */
function isLeft(landing: Landing): landing is Extract<Landing, { readonly kind: 'sign-in' | 'accepted' }> {
  return landing.kind === 'sign-in' || landing.kind === 'accepted';
}

/** Goes on where there is nothing to ask: to sign-in, or to cameras that the user has. */
function useLeaving(landing: Landing | undefined, signIn: () => void): void {
  const { t } = useTranslation(landingTexts);
  const navigate = useNavigateFromHere();
  const leaves = landing !== undefined && isLeft(landing);
  const go = useRef(() => {});
  useEffect(() => {
    go.current = () => {
      if (landing?.kind === 'sign-in') return signIn();
      if (landing?.kind !== 'accepted') return;
      const [first, ...others] = landing.cameras;
      showToast('info', t('already', { count: landing.cameras.length }), { id: 'sharing-landing' });
      void navigate(first && others.length === 0 ? to.Camera(first.id) : to.Dashboard(), { replace: true });
    };
  });
  useEffect(() => {
    if (leaves) go.current();
  }, [leaves]);
}

type UsableLinkProps = Omit<InvitationProps, 'acceptance'> & Pick<AcceptanceOptions, 'onGuest' | 'reload'>;

function UsableLink({ reload, onGuest, ...props }: UsableLinkProps): ReactNode {
  const { t } = useTranslation(landingTexts);
  const { token, landing, takesFocus } = props;
  const acceptance = useAcceptance({ token, landing, reload, onGuest });
  const { refusal } = acceptance;
  const { creatorEmail } = landing.invitation;
  /** The invitation replaces an outcome. */
  const [hasReturned, setReturned] = useState(false);
  usePageTitle(t('title'));
  if (refusal === 'own') return <FinalOutcome takesFocus outcome={{ kind: 'own', cameras: landing.cameras }} />;
  if (refusal === 'gone' || refusal === 'full') return <FinalOutcome takesFocus outcome={{ kind: refusal, creatorEmail }} />;
  if (refusal === 'invalid') return <FinalOutcome takesFocus outcome={{ kind: 'invalid' }} />;
  if (refusal === 'inactive') {
    const retry = async (): Promise<void> => {
      await reload();
      setReturned(true);
      acceptance.reset();
    };
    return <InactiveOutcome onRetry={() => void retry()} />;
  }
  return <LandingInvitation {...props} acceptance={acceptance} takesFocus={takesFocus || hasReturned} />;
}

import type { ViewerClient } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePageTitle } from '../../../shared/browser/hooks.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { buttonClass } from '../../../shared/ui/button.tsx';
import type { DrawingName } from '../landing/sharing-landing-drawings.tsx';
import { LandingOutcome } from '../landing/sharing-landing-outcome.tsx';
import { FailedOutcome, FinalOutcome } from '../landing/sharing-landing-outcomes.tsx';
import { LandingSkeleton } from '../landing/sharing-landing-skeleton.tsx';
import { landingTexts } from '../landing/sharing-landing-texts.ts';
import { PublicHeader } from '../parts/sharing-public-header.tsx';
import { useGuest } from './sharing-guest-queries.ts';
import { guestTexts } from './sharing-guest-texts.ts';
import type { GuestTokens } from './sharing-guest-tokens.ts';
import { GuestWatch } from './sharing-guest-watch.tsx';
import '../landing/sharing-landing.css';
import './sharing-guest.css';

export interface GuestScreenProps {
  readonly inviteId: string;
  /** The user's profile; null without a session. */
  readonly profile: ReactNode;
  readonly createViewer: (tokens: GuestTokens) => ViewerClient;
}

/** /guest/{inviteId}: the cameras of a link, in this browser, without an account. */
export function GuestScreen({ inviteId, profile, createViewer }: GuestScreenProps): ReactNode {
  return (
    <div className="landing">
      <PublicHeader profile={profile} />
      <main className="landing-main" id="main" tabIndex={-1}>
        <GuestContent key={inviteId} inviteId={inviteId} createViewer={createViewer} />
      </main>
    </div>
  );
}

function GuestContent({ inviteId, createViewer }: Omit<GuestScreenProps, 'profile'>): ReactNode {
  const { t } = useTranslation(guestTexts);
  const { query, renew } = useGuest(inviteId);
  const [hasLeft, setLeft] = useState(false);
  const { data } = query;
  usePageTitle(t('title'));
  if (hasLeft) return <Ended drawing="gone" title={t('leftTitle')} text={t('leftText')} />;
  if (!data) {
    return query.isError ? <FailedOutcome busy={query.isFetching} onRetry={() => void query.refetch()} /> : <LandingSkeleton />;
  }
  if (data.kind === 'ended') return <Ended drawing="invalid" title={t('endedTitle')} text={t('endedText')} />;
  const { creatorEmail, cameras } = data.guest.invitation;
  if (cameras.length === 0) return <FinalOutcome takesFocus outcome={{ kind: 'gone', creatorEmail }} />;
  return <GuestWatch guest={data.guest} renew={renew} createViewer={createViewer} onLeft={() => setLeft(true)} />;
}

/** Explains why there is nothing to watch any more. */
function Ended(props: { readonly drawing: DrawingName; readonly title: string; readonly text: string }): ReactNode {
  const { t } = useTranslation(landingTexts);
  usePageTitle(props.title);
  return (
    <LandingOutcome {...props} takesFocus>
      <Link to={to.Dashboard()} className={buttonClass()}>
        {t('toCameras')}
      </Link>
    </LandingOutcome>
  );
}

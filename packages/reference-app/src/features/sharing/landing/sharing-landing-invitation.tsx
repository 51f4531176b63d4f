import { useSignals } from '@preact/signals-react/runtime';
import { formatList } from '@watchpost/sdk-core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { knownZone } from '../../../shared/time/time-texts.ts';
import { LandingActions } from './sharing-landing-actions.tsx';
import type { InvitationProps } from './sharing-landing-actions.tsx';
import { OpenToYou } from './sharing-landing-open.tsx';
import { LandingPictures } from './sharing-landing-pictures.tsx';
import { ReplaceDialog } from './sharing-landing-replace-dialog.tsx';
import { landingTexts } from './sharing-landing-texts.ts';
import { Inviter } from '../parts/sharing-inviter.tsx';
import { Offer } from '../parts/sharing-offer.tsx';

/** The pictures first, then who invites, what the link allows, and how to use it. */
export function LandingInvitation(props: InvitationProps): ReactNode {
  const { token, landing, acceptance, loadedAt, takesFocus } = props;
  const { t } = useTranslation(landingTexts);
  useSignals();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const email = useClient().session.current.value?.email ?? null;
  const { invitation, cameras, own } = landing;
  const { grant } = invitation;
  const timeZone = knownZone(cameras[0]?.timeZone ?? '');
  return (
    <div className="landing-invitation">
      <LandingPictures token={token} cameras={cameras}>
        {grant.expiresAt === null || grant.expiresAt <= loadedAt ? null : (
          <OpenToYou grant={grant} expiresAt={grant.expiresAt} now={loadedAt} timeZone={timeZone} />
        )}
      </LandingPictures>
      <div className="landing-words">
        <Inviter email={invitation.creatorEmail} text={t('invites')} />
        <h1 ref={heading} tabIndex={-1}>
          {t('heading', { count: cameras.length })}
        </h1>
        <Offer grant={grant} cameraCount={cameras.length} timeZone={timeZone} now={loadedAt} />
        {own.length > 0 ? (
          <p className="landing-own">
            {t('ownIncluded', {
              count: own.length,
              names: formatList(
                own.map(({ title }) => t('named', { name: title })),
                { locale: currentLocale() },
              ),
            })}
          </p>
        ) : null}
        <LandingActions {...props} email={email} />
      </div>
      {acceptance.refusal === 'collision' ? (
        <ReplaceDialog
          landing={landing}
          now={loadedAt}
          busy={acceptance.busy !== null}
          onReplace={() => void acceptance.add({ replace: true })}
          onKeep={acceptance.reset}
        />
      ) : null}
    </div>
  );
}

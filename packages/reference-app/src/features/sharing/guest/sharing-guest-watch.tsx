import type { Guest, ViewerClient } from '@watchpost/sdk-core';
import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../../shared/browser/hooks.ts';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { knownZone } from '../../../shared/time/time-texts.ts';
import { Offer } from '../parts/sharing-offer.tsx';
import { Inviter } from '../parts/sharing-inviter.tsx';
import { GuestActions } from './sharing-guest-actions.tsx';
import { GuestStage } from './sharing-guest-stage.tsx';
import { guestTexts } from './sharing-guest-texts.ts';
import { createGuestTokens } from './sharing-guest-tokens.ts';
import type { GuestTokens } from './sharing-guest-tokens.ts';

interface GuestWatchProps {
  readonly guest: Guest;
  readonly renew: () => Promise<Guest>;
  readonly createViewer: (tokens: GuestTokens) => ViewerClient;
  readonly onLeft: () => void;
}

/** The picture, who shares it and what the link allows. */
export function GuestWatch({ guest, renew, createViewer, onLeft }: GuestWatchProps): ReactNode {
  const { t } = useTranslation(guestTexts);
  const { invitation } = guest;
  const { cameras, grant } = invitation;
  const viewer = useViewer(createViewer, guest.token, renew);
  const [chosen, setChosen] = useState<string | null>(null);
  const [openedAt] = useState(useServerNow());
  const camera = cameras.find(({ id }) => id === chosen) ?? cameras[0];
  usePageTitle(camera?.title ?? '');
  // A failure says nothing about the link, and the player shows its own.
  const check = useCallback((): void => void renew().catch(() => undefined), [renew]);
  if (!camera) return null;
  return (
    <div className="landing-invitation guest">
      <div className="guest-view">
        <GuestStage key={camera.id} viewer={viewer} camera={camera} grant={grant} onDoubt={check} />
        {cameras.length > 1 ? (
          <ul className="guest-cameras" aria-label={t('cameras')}>
            {cameras.map(({ id, title }) => (
              <li key={id}>
                <button
                  type="button"
                  className={id === camera.id ? 'guest-camera on' : 'guest-camera'}
                  aria-pressed={id === camera.id}
                  onClick={() => setChosen(id)}
                >
                  {title}
                </button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <div className="landing-words">
        <p className="guest-mark">{t('guestMark')}</p>
        <Inviter email={invitation.creatorEmail} text={t('shares')} />
        <h1 tabIndex={-1}>{camera.title}</h1>
        <Offer grant={grant} cameraCount={cameras.length} timeZone={knownZone(camera.timeZone)} now={openedAt} />
        <GuestActions inviteId={invitation.id} onLeft={onLeft} />
      </div>
    </div>
  );
}

/** Creates the client of the guest's player, for as long as the page is open: a renewed token does not interrupt the picture. */
function useViewer(create: GuestWatchProps['createViewer'], token: string, renew: () => Promise<Guest>): ViewerClient {
  const [viewer] = useState(() => create(createGuestTokens(token, renew)));
  useEffect(() => () => viewer.dispose(), [viewer]);
  return viewer;
}

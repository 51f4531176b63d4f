import { formatMoment, systemClock } from '@watchpost/sdk-core';
import type { Grant, Invitation, ViewerClient } from '@watchpost/sdk-core';
import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import type { PlayerState } from '@watchpost/widgets/react';
import { Clock, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { knownZone } from '../../../shared/time/time-texts.ts';
import { useGuestCapabilities } from './sharing-guest-access.ts';
import { guestTexts } from './sharing-guest-texts.ts';

/** How long to wait before the next attempt, ms, when others are watching and when the camera is closed at this hour. */
const retryDelaysMs = { full: 10_000, hours: 60_000 } as const;

/** Refusals after which only the server knows whether the link still works. */
const doubtful: readonly string[] = ['access-ended', 'forbidden', 'not-found', 'session-expired', 'unauthorized'];

/** Why there is no picture although the link works. A new object for every refusal. */
interface Refusal {
  readonly kind: keyof typeof retryDelaysMs;
}

export interface GuestStageProps {
  readonly viewer: ViewerClient;
  readonly camera: Invitation['cameras'][number];
  readonly grant: Grant;
  /** The server refused the picture: the link may have ended. */
  readonly onDoubt: () => void;
}

/** The player of a guest, or why there is no picture and when there will be one. */
export function GuestStage({ viewer, camera, grant, onDoubt }: GuestStageProps): ReactNode {
  const zone = knownZone(camera.timeZone);
  const access = useGuestCapabilities({ ...camera, timeZone: zone }, grant);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [attempt, setAttempt] = useState(0);
  const hasExpired = !access.isVisible;
  useEffect(() => {
    if (hasExpired) onDoubt();
  }, [hasExpired, onDoubt]);
  useEffect(() => {
    if (refusal) return systemClock.after(retryDelaysMs[refusal.kind], () => setAttempt((count) => count + 1));
  }, [refusal]);

  const follow = (state: PlayerState): void => {
    if (state.kind === 'live' || state.kind === 'archive') setRefusal(null);
    if (state.kind !== 'error') return;
    if (state.code === 'viewer-limit-reached') setRefusal({ kind: 'full' });
    else if (state.code === 'access-outside-hours') setRefusal({ kind: 'hours' });
    else if (doubtful.includes(state.code)) onDoubt();
  };
  const isClosed = access.opensAt !== null;
  return (
    <div className="guest-stage">
      {isClosed ? (
        <div className="guest-void" />
      ) : (
        // It keeps trying below the explanation, which its own buttons must not cover.
        <div className={refusal ? 'guest-player refused' : 'guest-player'}>
          <WatchpostProvider client={viewer} locale={currentLocale()}>
            <CameraPlayer
              key={attempt}
              cameraId={camera.id}
              timeline={grant.withArchive}
              controls
              autoplay
              muted
              talk={false}
              report="server"
              onStateChange={follow}
            />
          </WatchpostProvider>
        </div>
      )}
      {isClosed || refusal ? (
        <Notice kind={isClosed ? 'hours' : (refusal?.kind ?? 'hours')} opensAt={access.opensAt} timeZone={zone} />
      ) : null}
    </div>
  );
}

interface NoticeProps {
  readonly kind: Refusal['kind'];
  /** Unix milliseconds; null when it is not known. */
  readonly opensAt: number | null;
  readonly timeZone: string;
}

function Notice({ kind, opensAt, timeZone }: NoticeProps): ReactNode {
  const { t } = useTranslation(guestTexts);
  const now = useServerNow();
  const time = opensAt === null ? null : formatMoment(opensAt, now(), { locale: currentLocale(), timeZone });
  return (
    <div className="guest-notice" role="status">
      {kind === 'full' ? <Users size={28} /> : <Clock size={28} />}
      <b>{t(kind === 'full' ? 'fullTitle' : 'hoursTitle')}</b>
      <p>{kind === 'full' ? t('fullText') : time === null ? t('hoursUnknown') : t('hoursText', { time })}</p>
    </div>
  );
}

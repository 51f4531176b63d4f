import { formatMoment, zoneMark } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '../../shared/live/now.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { to } from '../../shared/navigation/targets.ts';
import { knownZone } from '../../shared/time/time-texts.ts';
import { buttonClass } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { clockOfMinutes, expiryText } from './cameras-access-texts.ts';
import { cameraTexts } from './camera/cameras-camera-texts.ts';

/** Announces that the access ends soon. */
export function ExpiryBadge({ camera, expiresAt }: { readonly camera: Camera; readonly expiresAt: number | null }): ReactNode {
  useTranslation(cameraTexts);
  const text = expiryText(camera, expiresAt, useNow(60_000));
  return text === null ? null : <span className="badge warn">{text}</span>;
}

/** Replaces the picture outside the hours of the access. */
export function CameraClosed({ camera, opensAt }: { readonly camera: Camera; readonly opensAt: number }): ReactNode {
  const { t } = useTranslation(cameraTexts);
  const options = { locale: currentLocale(), timeZone: knownZone(camera.timeZone) };
  const { fromMinutes = 0, untilMinutes = 0 } = camera.grant?.dailyWindow ?? {};
  const hours = { from: clockOfMinutes(fromMinutes), until: clockOfMinutes(untilMinutes) + zoneMark(opensAt, options) };
  return (
    <div className="camera-closed" role="status">
      <Clock size={24} />
      <h2>{t('opensTitle', { time: formatMoment(opensAt, useNow(60_000), options) })}</h2>
      <p>{camera.sharedBy === null ? t('opensText', hours) : t('opensAsk', { ...hours, email: camera.sharedBy })}</p>
    </div>
  );
}

/**
 * Explains that the access has ended, with whom to ask.
 * @param props.noticedAt when the server refused it, Unix milliseconds: the end of an access that was revoked
 */
export function CameraEnded({ camera, noticedAt }: { readonly camera: Camera; readonly noticedAt: number }): ReactNode {
  const { t } = useTranslation(cameraTexts);
  const now = useNow(60_000);
  const options = { locale: currentLocale(), timeZone: knownZone(camera.timeZone) };
  const expiresAt = camera.grant?.expiresAt ?? null;
  const endedAt = expiresAt !== null && expiresAt <= now ? expiresAt : noticedAt || now;
  const values = { name: camera.title, time: formatMoment(endedAt, now, options) };
  return (
    <EmptyState
      level="h1"
      title={t('accessEndedTitle')}
      text={camera.sharedBy === null ? t('accessEndedText', values) : t('accessEndedAsk', { ...values, email: camera.sharedBy })}
    >
      <Link to={to.Dashboard()} className={buttonClass({ look: 'primary' })}>
        {t('backToCameras')}
      </Link>
    </EmptyState>
  );
}

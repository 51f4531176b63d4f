import type { Camera } from '@watchpost/sdk-core';
import { errorText } from '@watchpost/sdk-core';
import { ArrowLeft, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { safePath } from '../../shared/navigation/safe-path.ts';
import { to } from '../../shared/navigation/targets.ts';
import { Button, buttonClass, iconButtonClass } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { CameraActions } from './cameras-actions.tsx';
import { BatteryBadge } from './cameras-battery.tsx';
import { isMissing, useCamera } from './cameras-queries.ts';
import './cameras-camera.css';

export interface CameraScreenProps {
  readonly cameraId: string;
  readonly profile: ReactNode;
  /** The way to its control, for who may steer it. */
  readonly control: ReactNode;
  /** The picture and its line of time. */
  readonly stage: ReactNode;
  /** Beside it, or below: days and what happened. */
  readonly side: ReactNode;
  /** In place of that for who has no access to the archive. */
  readonly noArchive: ReactNode;
  /** Within reach of the thumb, on phones. */
  readonly dock: ReactNode;
  /** The choice whether to be told of its state. */
  readonly notify: (onClose: () => void) => ReactNode;
  readonly onRemoved: () => void;
}

/** Now, and what happened. */
export function CameraScreen({ cameraId, profile, control, stage, side, noArchive, dock, notify, onRemoved }: CameraScreenProps): ReactNode {
  const { t } = useTranslation();
  const { data: camera, error, refetch, isFetching } = useCamera(cameraId);
  const missing = isMissing(error);
  usePageTitle(missing ? t('cameras.missingTitle') : (camera?.title ?? ''));
  const isShown = !missing && (camera !== undefined || !error);
  return (
    <div className={isShown ? 'camera-screen' : 'camera-screen-none'}>
      <header className="head camera-head">
        <BackLink />
        <div className="grow">
          {camera && !missing ? <Heading camera={camera} /> : missing ? null : <span className="sk camera-title-sk" role="img" aria-label={t('common.loading')} />}
        </div>
        {camera && !missing && camera.isFullAccess && camera.state === 'online' ? control : null}
        {camera && !missing && (camera.isOwner || camera.isFullAccess) ? (
          <Link to={to.CameraSettings(cameraId)} className={iconButtonClass()} aria-label={t('cameras.settings')} title={t('cameras.settings')}>
            <Settings size={24} />
          </Link>
        ) : null}
        {camera && !missing ? <CameraActions camera={camera} notify={notify} onRemoved={onRemoved} /> : null}
      </header>
      <div className="camera-profile">{profile}</div>
      {missing ? (
        <EmptyState broken level="h1" title={t('cameras.missingTitle')} text={t('cameras.missingText')}>
          <Link to={to.Dashboard()} className={buttonClass({ look: 'primary' })}>
            {t('cameras.backToCameras')}
          </Link>
        </EmptyState>
      ) : !isShown ? (
        <EmptyState broken level="h1" title={t('cameras.loadFailedTitle')} text={errorText(error, currentLocale())}>
          <Button look="primary" busy={isFetching} onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </EmptyState>
      ) : (
        <>
          <div className="stage">{stage}</div>
          <div className="camera-side">{camera?.withArchive === false ? noArchive : side}</div>
          {dock}
        </>
      )}
    </div>
  );
}

/** Back to where one came from, when that is a page of ours. */
function BackLink(): ReactNode {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const referer = parameters.get('referer');
  const label = t(referer === null ? 'cameras.backToCameras' : 'cameras.back');
  return (
    <Link to={safePath(referer)} className={iconButtonClass()} aria-label={label} title={label}>
      <ArrowLeft size={24} />
    </Link>
  );
}

function Heading({ camera }: { camera: Camera }): ReactNode {
  const { t } = useTranslation();
  const states = { online: 'cameras.stateOnline', offline: 'cameras.stateOffline', connecting: 'cameras.stateConnecting' } as const;
  return (
    <>
      <h1 className="cut" title={camera.title}>{camera.title}</h1>
      <p className="camera-sub">
        <span className={camera.state === 'offline' ? 'bad' : undefined} role="status">
          {t(states[camera.state])}
        </span>
        <BatteryBadge camera={camera} />
        <span className="badge">{camera.withArchive && camera.archiveDays > 0 ? t('cameras.archiveDays', { count: camera.archiveDays }) : t('cameras.liveOnly')}</span>
      </p>
    </>
  );
}

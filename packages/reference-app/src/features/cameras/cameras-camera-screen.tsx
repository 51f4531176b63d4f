import type { Camera } from '@watchpost/sdk-core';
import { errorText } from '@watchpost/sdk-core';
import type { TimelineEvent } from '@watchpost/widgets/react';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { to } from '../../shared/navigation/targets.ts';
import { Button, buttonClass, iconButtonClass } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { CameraActions } from './cameras-actions.tsx';
import { useMoment } from './cameras-moment.ts';
import { isMissing, useCamera } from './cameras-queries.ts';
import { CameraStage } from './cameras-stage.tsx';
import './cameras-camera.css';

export interface CameraScreenProps {
  readonly cameraId: string;
  readonly profile: ReactNode;
  /** What happened, beside the picture; it is given how to go to a moment, Unix milliseconds. */
  readonly events: (goTo: (at: number) => void) => ReactNode;
  /** The same on the line of time. */
  readonly marks: readonly TimelineEvent[];
  readonly onRemoved: () => void;
}

/** Now, and what happened. */
export function CameraScreen({ cameraId, profile, events, marks, onRemoved }: CameraScreenProps): ReactNode {
  const { t } = useTranslation();
  const { data: camera, error, refetch, isFetching } = useCamera(cameraId);
  const missing = isMissing(error);
  usePageTitle(missing ? t('cameras.missingTitle') : (camera?.title ?? ''));
  const moment = useMoment();
  return (
    <>
      <header className="head camera-head">
        <Link to={to.Dashboard()} className={iconButtonClass()} aria-label={t('cameras.backToCameras')} title={t('cameras.backToCameras')}>
          <ArrowLeft size={24} />
        </Link>
        <div className="grow">
          {camera && !missing ? <Heading camera={camera} /> : missing ? null : <span className="sk camera-title-sk" role="img" aria-label={t('common.loading')} />}
        </div>
        {camera && !missing ? <CameraActions camera={camera} onRemoved={onRemoved} /> : null}
        {profile}
      </header>
      {missing ? (
        <EmptyState broken level="h1" title={t('cameras.missingTitle')} text={t('cameras.missingText')}>
          <Link to={to.Dashboard()} className={buttonClass({ look: 'primary' })}>
            {t('cameras.backToCameras')}
          </Link>
        </EmptyState>
      ) : !camera && error ? (
        <EmptyState broken level="h1" title={t('cameras.loadFailedTitle')} text={errorText(error, currentLocale())}>
          <Button look="primary" busy={isFetching} onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </EmptyState>
      ) : (
        <div className="camera-body">
          <CameraStage cameraId={cameraId} moment={moment} marks={marks} />
          {camera?.withArchive === false ? null : <aside className="camera-side">{events(moment.onGo)}</aside>}
        </div>
      )}
    </>
  );
}

function Heading({ camera }: { camera: Camera }): ReactNode {
  const { t } = useTranslation();
  const states = { online: 'cameras.stateOnline', offline: 'cameras.stateOffline', connecting: 'cameras.stateConnecting' } as const;
  return (
    <>
      <h1 className="cut">{camera.title}</h1>
      <p className="camera-sub">
        <span className={camera.state === 'offline' ? 'bad' : undefined} role="status">
          {t(states[camera.state])}
        </span>
        <span className="badge">{camera.withArchive && camera.archiveDays > 0 ? t('cameras.archiveDays', { count: camera.archiveDays }) : t('cameras.liveOnly')}</span>
      </p>
    </>
  );
}

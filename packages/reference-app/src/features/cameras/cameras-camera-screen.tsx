import type { Camera } from '@watchpost/sdk-core';
import { errorText } from '@watchpost/sdk-core';
import { ArrowLeft, Settings, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useCapabilities, useServerNow } from '../../shared/live/capabilities.ts';
import { useKnownUntil } from '../../shared/live/known-until.ts';
import { safePath } from '../../shared/navigation/safe-path.ts';
import { to } from '../../shared/navigation/targets.ts';
import { Button, buttonClass, IconButton, iconButtonClass } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { CameraActions } from './actions/cameras-actions.tsx';
import { CameraClosed, CameraEnded, ExpiryBadge } from './cameras-access.tsx';
import { BatteryBadge } from './cameras-battery.tsx';
import { lastSeenText } from './cameras-last-seen.ts';
import { isMissing, useCamera } from './cameras-queries.ts';
import { cameraTexts } from './camera/cameras-camera-texts.ts';
import { camerasTexts } from './cameras-texts.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';
import './cameras-camera.css';

export interface CameraScreenProps {
  readonly cameraId: string;
  readonly profile: ReactNode;
  /** Link to PTZ control, for users who can move the camera. */
  readonly control: ReactNode;
  /** Link to the camera's plan, for its owner where plans are sold. */
  readonly plan?: ReactNode;
  /** The picture and its timeline. */
  readonly stage: ReactNode;
  /** Days and events, beside the picture or below it. */
  readonly side: ReactNode;
  /** Replaces `side` for users without archive access. @param sharedBy whom to ask; null when unknown */
  readonly noArchive: (sharedBy: string | null) => ReactNode;
  /** Actions within reach of the thumb, on phones. */
  readonly dock: ReactNode;
  /** Opens the dialog that shares the camera. */
  readonly onShare: () => void;
  readonly onRemoved: () => void;
}

/** The camera's screen: its live picture and its archive. */
export function CameraScreen({
  cameraId,
  profile,
  control,
  plan,
  stage,
  side,
  noArchive,
  dock,
  onShare,
  onRemoved,
}: CameraScreenProps): ReactNode {
  const { t } = useTranslation([cameraTexts, camerasTexts, commonTexts]);
  const query = useCamera(cameraId);
  const { data: camera, error, refetch, isFetching } = query;
  const until = useKnownUntil(query);
  const capabilities = useCapabilities(camera);
  const opensAt = capabilities?.opensAt ?? null;
  // A shared camera stays in the cache when its access has expired or was revoked.
  const ended = camera?.grant && (isMissing(error) || capabilities?.isVisible === false) ? camera : null;
  const missing = isMissing(error) && !ended;
  usePageTitle(missing ? t('missingTitle') : (camera?.title ?? ''));
  const isShown = !missing && !ended && (camera !== undefined || !error);
  return (
    <div className={isShown ? 'camera-screen' : 'camera-screen-none'}>
      <header className="head camera-head">
        <BackLink />
        <div className="grow">
          {camera && !missing ? (
            <Heading camera={camera} until={until} />
          ) : missing ? null : (
            <span className="sk camera-title-sk" role="img" aria-label={t('common:loading')} />
          )}
        </div>
        {camera && isShown && capabilities?.canMove && camera.state === 'online' ? control : null}
        {camera && isShown && capabilities?.canManageSubscription ? plan : null}
        {camera && isShown && capabilities?.canManageAccess ? (
          <span className="only-l">
            <IconButton label={t('cameras:share')} onClick={onShare}>
              <Share2 size={24} />
            </IconButton>
          </span>
        ) : null}
        {camera && isShown && capabilities?.canChangeSettings ? (
          <Link to={to.CameraSettings(cameraId)} className={iconButtonClass()} aria-label={t('settings')} title={t('settings')}>
            <Settings size={24} />
          </Link>
        ) : null}
        {camera && isShown ? <CameraActions camera={camera} onShare={onShare} onRemoved={onRemoved} /> : null}
      </header>
      <div className="camera-profile">{profile}</div>
      {ended ? (
        <CameraEnded camera={ended} noticedAt={query.errorUpdatedAt} />
      ) : missing ? (
        <EmptyState broken level="h1" title={t('missingTitle')} text={t('missingText')}>
          <Link to={to.Dashboard()} className={buttonClass({ look: 'primary' })}>
            {t('backToCameras')}
          </Link>
        </EmptyState>
      ) : !isShown ? (
        <EmptyState broken level="h1" title={t('loadFailedTitle')} text={errorText(error, currentLocale())}>
          <Button look="primary" busy={isFetching} onClick={() => void refetch()}>
            {t('common:retry')}
          </Button>
        </EmptyState>
      ) : (
        <>
          <div className="stage">{camera && opensAt !== null ? <CameraClosed camera={camera} opensAt={opensAt} /> : stage}</div>
          <div className="camera-side">
            {!capabilities || capabilities.canPlayArchive ? side : capabilities.canWatch ? noArchive(camera?.sharedBy ?? null) : null}
          </div>
          {capabilities?.canWatch === false ? null : dock}
        </>
      )}
    </div>
  );
}

/** Returns to the previous page if that is one of the app's. */
function BackLink(): ReactNode {
  const { t } = useTranslation([cameraTexts, camerasTexts, commonTexts]);
  const [parameters] = useSearchParams();
  const referer = parameters.get('referer');
  const label = t(referer === null ? 'backToCameras' : 'back');
  return (
    <Link to={safePath(referer)} className={iconButtonClass()} aria-label={label} title={label}>
      <ArrowLeft size={24} />
    </Link>
  );
}

function Heading({ camera, until }: { camera: Camera; until: number | null }): ReactNode {
  const { t } = useTranslation([cameraTexts, camerasTexts, commonTexts]);
  const { canPlayArchive, canWatch, expiresAt } = useCapabilities(camera);
  const now = useServerNow();
  const states = { online: 'cameras:stateOnline', offline: 'cameras:stateOffline', connecting: 'cameras:stateConnecting' } as const;
  return (
    <>
      <h1 className="cut" title={camera.title}>
        {camera.title}
      </h1>
      <p className="camera-sub">
        <span className={camera.state === 'offline' || until !== null ? 'bad cut' : 'cut'} role="status">
          {until === null ? t(states[camera.state]) : lastSeenText(camera, until, now())}
        </span>
        <BatteryBadge camera={camera} />
        {/* A phone has room either for this badge or for the last-seen text. */}
        <ExpiryBadge camera={camera} expiresAt={expiresAt} />
        {until === null && canWatch ? (
          <span className="badge">
            {canPlayArchive && camera.archiveDays > 0 ? t('archiveDays', { count: camera.archiveDays }) : t('liveOnly')}
          </span>
        ) : null}
      </p>
    </>
  );
}
